extension DoorwardError {
  /// Whether the server has ended the session for good (RFC 6749 §5.2).
  var isDefiniteRefusal: Bool { code.rawValue == "invalid_grant" && status == 400 }

  static let differentAccount = DoorwardError(
    code: .differentAccount, reason: "This is a sign-in of another account.",
    recoverySuggestion: "Sign in again with the account that is signed in.")

  static func notSignedOutElsewhere(_ error: DoorwardError) -> DoorwardError {
    DoorwardError(
      code: .notSignedOutElsewhere,
      reason: "You are signed out on this device, and the other devices could not be signed out.",
      recoverySuggestion: "Sign in again and repeat it.", traceID: error.traceID, status: error.status,
      retryAfter: error.retryAfter, underlyingError: error)
  }

  /// The server has not answered within the time limit of a sign-out.
  static let unanswered = DoorwardError(
    code: .offline, reason: "The server did not answer in time.", recoverySuggestion: "Try again.")

  static func signOutNotStored(_ error: StorageError?) -> DoorwardError {
    DoorwardError(
      code: .signOutNotStored,
      reason: "You are signed out until the app is started again. The sign-out could not be stored.",
      recoverySuggestion: "Sign out once more when the storage works again.",
      underlyingError: error.map { DoorwardError.storage($0) })
  }
}

extension DoorwardError.Code {
  /// A reauthentication was done with another account.
  public static var differentAccount: DoorwardError.Code { DoorwardError.Code(rawValue: "different_account") }
  /// The user is signed out until the app is started again: the sign-out could not be stored, and the server could not
  /// be told, or the user was a guest. ``DoorwardError/underlyingError`` says why.
  public static var signOutNotStored: DoorwardError.Code {
    DoorwardError.Code(rawValue: "sign_out_not_stored")
  }
}
