/// A step of the account window. With the texts of the dialog's fields, it is an act of the account's machine.
public enum AccountAction: Hashable, Sendable {
  /// Begins a change: opens its dialog, or the sheet of the system.
  case begin(AccountChange)
  /// Does the step of the open dialog.
  case confirm
  /// Sends another code.
  case sendCode
  /// The user has saved the recovery codes.
  case savedCodes
  /// Closes the open dialog without a change.
  case dismiss
  /// Reads a list again.
  case reload(AccountList)
  /// Repeats the step that the server could not answer.
  case retry
  /// Closes the window.
  case close
}

/// A list of the account that is read by itself.
public enum AccountList: String, Hashable, Sendable, CaseIterable {
  case passkeys, secondFactors, sessions
}

/// A change of the account that a user can begin.
public enum AccountChange: Hashable, Sendable {
  // The profile
  case profile
  case username
  case removeUsername
  case removePhoto
  // The ways to sign in
  case email
  case phoneNumber
  case link(SignInMethod)
  case unlink(String)
  case password
  case renamePasskey(String)
  case removePasskey(String)
  // The second factors
  case addAuthenticator
  /// Codes to an address of the kind become a second factor.
  case addFactorCode(IdentifierKind)
  case removeFactor(String)
  case newRecoveryCodes
  // The sessions
  case endSession(String)
  case endOtherSessions
  case signOut
  case deleteAccount
}
