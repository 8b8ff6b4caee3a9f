public import Doorward

/// The result of a sign-in view.
public enum SignInResult: Sendable {
  /// The user is signed in.
  case completed(AuthState)
  /// The user or the app has closed the view before the end.
  case cancelled
  /// The user has closed a view that could not offer a sign-in.
  case failed(DoorwardError)
}
