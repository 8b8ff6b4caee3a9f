/// Who is signed in.
public enum DoorwardAuthState: Sendable, Equatable {
  /// The state is not known yet: the session has not been read, or the storage is locked;
  /// ``Doorward/Doorward/undeterminedReason()`` says why.
  case undetermined
  /// Signed out.
  case guest(DoorwardGuest)
  /// An anonymous user, who has proven nothing yet.
  case anonymous(DoorwardUser)
  /// A registered user is signed in.
  case authenticated(DoorwardUser)
  /// The state could not be read; contains the reason.
  case error(DoorwardError)

  /// The user, if there is one.
  public var user: DoorwardUser? {
    switch self {
    case .authenticated(let user), .anonymous(let user): user
    case .guest, .error, .undetermined: nil
    }
  }

  /// The credential for backends, of a user or guest.
  public var credential: DoorwardCredential? {
    if case .guest(let guest) = self { guest.credential } else { user?.credential }
  }

  /// Whether a registered user is signed in.
  public var isLoggedIn: Bool { if case .authenticated = self { true } else { false } }

  /// Whether there is a user, anonymous or registered.
  public var hasUser: Bool { user != nil }

  /// Whether it is known that there is no user. Guests are signed out.
  public var isSignedOut: Bool { if case .guest = self { true } else { false } }
}

/// Another name of ``DoorwardAuthState``.
public typealias AuthState = DoorwardAuthState

/// A signed-out user.
public struct DoorwardGuest: Sendable, Hashable {
  /// The credential for backends; nil if the application has no guests, and until the server has been reached.
  public let credential: DoorwardCredential?

  init(credential: DoorwardCredential?) { self.credential = credential }
}
