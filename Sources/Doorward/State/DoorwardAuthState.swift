/// Whether somebody is signed in.
public enum DoorwardAuthState: Sendable, Equatable {
  /// Not known yet: the session has not been read, or cannot be read now;
  /// ``Doorward/Doorward/undeterminedReason()`` says why.
  case undetermined
  /// Nobody is.
  case guest(DoorwardGuest)
  /// Somebody is who has proven nothing yet.
  case anonymous(DoorwardUser)
  /// Somebody is.
  case authenticated(DoorwardUser)
  /// It cannot be known, and why.
  case error(DoorwardError)

  /// The user, of a state that has one.
  public var user: DoorwardUser? {
    switch self {
    case .authenticated(let user), .anonymous(let user): user
    case .guest, .error, .undetermined: nil
    }
  }

  /// What a backend is shown, of a user or a guest who has one.
  public var credential: DoorwardCredential? {
    if case .guest(let guest) = self { guest.credential } else { user?.credential }
  }

  /// Whether somebody is signed in who has proven who they are.
  public var isLoggedIn: Bool { if case .authenticated = self { true } else { false } }

  /// Whether there is a user.
  public var hasUser: Bool { user != nil }
}

/// Another name of ``DoorwardAuthState``.
public typealias AuthState = DoorwardAuthState

/// Nobody who is signed in.
public struct DoorwardGuest: Sendable, Hashable {
  /// What a backend is shown of a guest; nil where the application has no guests, and until the server was reached.
  public let credential: DoorwardCredential?

  init(credential: DoorwardCredential?) { self.credential = credential }
}
