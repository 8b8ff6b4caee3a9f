internal import DoorwardWire

extension DoorwardError {
  /// Whether the server has ended the session permanently (RFC 6749 §5.2).
  var isDefiniteRefusal: Bool { code.rawValue == WireCode.invalidGrant && status == 400 }

  static let differentAccount = DoorwardError(
    code: .differentAccount, reason: "You signed in with another account.",
    recoverySuggestion: "Sign in again with the account that is signed in.")

  static func notSignedOutElsewhere(_ error: DoorwardError) -> DoorwardError {
    DoorwardError(
      code: .notSignedOutElsewhere,
      reason: "You are signed out on this device. The other devices could not be signed out.",
      recoverySuggestion: "Sign in again, then sign out on all devices.", traceID: error.traceID,
      status: error.status,
      retryAfter: error.retryAfter, underlyingError: error)
  }

  /// The server has not answered within the time limit of a sign-out.
  static let unanswered = DoorwardError(
    code: .offline, reason: "The server did not answer in time.", recoverySuggestion: "Try again.")

  static func signOutNotStored(_ error: StorageError?) -> DoorwardError {
    DoorwardError(
      code: .signOutNotStored,
      reason: "The sign-out could not be stored. You are signed out until the app starts again.",
      recoverySuggestion: "Sign out again when the storage works.",
      underlyingError: error.map { DoorwardError.storage($0) })
  }
}

extension DoorwardError.Code {
  /// The user reauthenticated with another account.
  public static var differentAccount: DoorwardError.Code { DoorwardError.Code(rawValue: "different_account") }
  /// The user is signed out only until the app starts again. The sign-out could not be stored, and the request to the
  /// server failed or the user was a guest. ``DoorwardError/underlyingError`` has the reason.
  public static var signOutNotStored: DoorwardError.Code {
    DoorwardError.Code(rawValue: "sign_out_not_stored")
  }
}
