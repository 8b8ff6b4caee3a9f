/// The end of a sign-in view.
public enum SignInDismissal: Hashable, Sendable {
  /// The user is signed in.
  case completed
  /// The user has closed the view.
  case cancelled
  /// The user has closed a view that could not offer a sign-in.
  case failed(SignInProblem)
}
