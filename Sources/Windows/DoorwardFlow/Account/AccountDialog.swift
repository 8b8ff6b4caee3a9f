/// The open dialog of an account window.
public struct AccountDialog: Hashable, Sendable {
  /// The part of a change that the dialog shows.
  public enum Step: Hashable, Sendable {
    /// The fields, or the question whether to make the change.
    case form
    /// The code that was sent to a new address.
    case code(address: String, SentCode)
    /// The key of a new authenticator.
    case authenticator(NewAuthenticator)
    /// The new recovery codes.
    case recoveryCodes(RecoveryCodesStep)
    /// The file with the data of the user.
    case file(TextFile)
  }

  /// The change.
  public let change: AccountChange
  /// The part of it.
  public internal(set) var step = Step.form
  /// The reason why the user signs in again before the change is made; nil if that is not needed.
  public internal(set) var confirmation: ConfirmationReason?
  /// The texts to show in the form, except passwords: after a failure or a new sign-in.
  public internal(set) var typed = FieldTexts()

  init(_ change: AccountChange) { self.change = change }
}

/// A change of the account that was made.
public enum MadeChange: Hashable, Sendable {
  /// The change of a dialog.
  case change(AccountChange)
  /// The user has a new photo.
  case photo
}

/// A change of the account that a user can begin.
public enum AccountChange: Hashable, Sendable {
  // The profile
  case profile
  case username
  case removeUsername
  case removePhoto
  // The identities
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
  case signOutEverywhere
  // The data
  /// Reads everything that is stored about the user, for a file.
  case export
  case deleteAccount

  /// Whether it begins without a form: with a sheet of the system, a wallet, or a key or a file of the server.
  var beginsAtOnce: Bool {
    switch self {
    case .link, .addAuthenticator, .addFactorCode, .export: true
    default: false
    }
  }

  /// The lists that it changes.
  var lists: [AccountList] {
    switch self {
    case .link(.passkey), .renamePasskey: [.passkeys]
    case .removePasskey: [.passkeys, .secondFactors, .sessions]
    case .email, .phoneNumber, .unlink, .username, .removeUsername: [.secondFactors, .sessions]
    case .addAuthenticator, .addFactorCode, .newRecoveryCodes: [.secondFactors]
    case .removeFactor: [.secondFactors, .sessions]
    case .password, .endSession, .endOtherSessions: [.sessions]
    case .profile, .removePhoto, .link, .signOut, .signOutEverywhere, .export, .deleteAccount: []
    }
  }
}
