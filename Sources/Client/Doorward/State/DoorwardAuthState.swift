/// The sign-in state.
public enum DoorwardAuthState: Sendable, Equatable {
  /// The state is not known yet: the session has not been read, or the storage is locked.
  /// ``Doorward/Doorward/undeterminedReason()`` gives the reason.
  case undetermined
  /// Signed out.
  case guest(DoorwardGuest)
  /// An anonymous user is signed in. The user has no proven identity yet.
  case anonymous(DoorwardUser)
  /// A registered user is signed in.
  case authenticated(DoorwardUser)
  /// The state could not be read; contains the reason.
  case error(DoorwardError)

  /// The anonymous or registered user; nil in every other state.
  public var user: DoorwardUser? {
    switch self {
    case .authenticated(let user), .anonymous(let user): user
    case .guest, .error, .undetermined: nil
    }
  }

  /// The credential that the app sends to its backends, for a user or a guest.
  public var credential: DoorwardCredential? {
    if case .guest(let guest) = self { guest.credential } else { user?.credential }
  }

  /// Whether a registered user is signed in.
  public var isLoggedIn: Bool { if case .authenticated = self { true } else { false } }

  /// Whether an anonymous or registered user is signed in.
  public var hasUser: Bool { user != nil }

  /// Whether the state is known to be signed out. Guests are signed out.
  public var isSignedOut: Bool { if case .guest = self { true } else { false } }
}

/// Another name of ``DoorwardAuthState``.
public typealias AuthState = DoorwardAuthState

/// A signed-out user.
public struct DoorwardGuest: Sendable, Hashable {
  /// The credential for backends; nil if the application has no guests, or if the server has not been reached yet.
  public let credential: DoorwardCredential?

  init(credential: DoorwardCredential?) { self.credential = credential }
}

/// A sign-in that ``SecondFactorClient/finish(_:code:)``, ``SecondFactorClient/enrollPasskey(_:)`` or
/// ``UserClient/keepAccount(_:)`` has finished.
public struct FinishedSignIn: Sendable {
  /// The signed-in state.
  public let state: AuthState
  /// The recovery codes, if the user has added a second factor during the sign-in; otherwise empty. The server shows them
  /// only this once.
  public let recoveryCodes: [String]
  /// Whether the sign-in has made the user.
  public let isNewUser: Bool
}

extension FinishedSignIn: CustomStringConvertible, CustomReflectable {
  public var description: String { "FinishedSignIn" }
  // A dump must not show the recovery codes.
  public var customMirror: Mirror { Mirror(self, children: ["state": state]) }
}
