internal import Doorward

/// The content of a window that needs a signed-in user.
enum WindowPhase: Hashable {
  /// It is not known yet whether a user is signed in. Neither the app nor the sign-in is shown.
  case loading
  /// The state could not be read.
  case failed
  /// The sign-in is shown.
  case signIn
  /// The app is shown.
  case content

  /// - Parameters:
  ///   - state: The sign-in state.
  ///   - mustStay: Whether a sign-in that is shown still has something to show, such as recovery codes.
  ///   - isStuck: Whether the state is still not known after the stored session was tried, such as in a locked keychain.
  init(_ state: DoorwardAuthState, mustStay: Bool, isStuck: Bool) {
    switch state {
    case .undetermined: self = isStuck ? .failed : .loading
    case .error: self = .failed
    case .authenticated: self = mustStay ? .signIn : .content
    // An anonymous user has no proven identity.
    case .guest, .anonymous: self = .signIn
    }
  }
}
