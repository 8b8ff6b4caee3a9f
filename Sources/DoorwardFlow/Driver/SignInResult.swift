public import Doorward

/// The result of a sign-in view.
public enum SignInResult: Sendable {
  /// The user is signed in.
  case completed(AuthState)
  /// The user has closed the view.
  case cancelled
  /// The user has closed a view that could not offer a sign-in.
  case failed(DoorwardError)
}
