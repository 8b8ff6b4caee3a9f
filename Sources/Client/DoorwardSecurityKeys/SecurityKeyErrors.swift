import CDoorwardFIDO2
public import Doorward

extension DoorwardError.Code {
  /// No security key is connected.
  public static var noSecurityKey: Self { Self(rawValue: "no_security_key") }
  /// Several security keys are connected.
  public static var severalSecurityKeys: Self { Self(rawValue: "several_security_keys") }
  /// The security key cannot be opened, or no longer answers.
  public static var securityKeyUnavailable: Self { Self(rawValue: "security_key_unavailable") }
  /// The security key has no PIN, and the server requires one.
  public static var securityKeyWithoutPIN: Self { Self(rawValue: "security_key_without_pin") }
  /// The PIN was wrong too often.
  public static var securityKeyBlocked: Self { Self(rawValue: "security_key_blocked") }
  /// The security key cannot store another passkey.
  public static var securityKeyFull: Self { Self(rawValue: "security_key_full") }
}

extension DoorwardError {
  static let noSecurityKey = DoorwardError(
    code: .noSecurityKey, reason: "No security key is connected.",
    recoverySuggestion: "Plug your security key in, then try again.")
  static let severalSecurityKeys = DoorwardError(
    code: .severalSecurityKeys, reason: "Several security keys are connected.",
    recoverySuggestion: "Leave only the one that you want to use, then try again.")
  static let securityKeyWithoutPIN = DoorwardError(
    code: .securityKeyWithoutPIN, reason: "This security key has no PIN, and the server wants one.",
    recoverySuggestion: "Set a PIN with fido2-token -S, then try again.")

  /// The error of a key that could not be opened.
  static func notOpened(_ error: FIDO2Error) -> DoorwardError {
    DoorwardError(
      code: .securityKeyUnavailable, reason: "The security key cannot be opened.",
      recoverySuggestion:
        "Check that no other program uses it, and that you may: the rules of udev for security keys allow it.",
      underlyingError: error)
  }

  /// The error of a call to a key.
  init(_ error: FIDO2Error) {
    switch error.status {
    case FIDO_ERR_CREDENTIAL_EXCLUDED: self = Self.of(.alreadyRegistered)
    case FIDO_ERR_NO_CREDENTIALS, FIDO_ERR_INVALID_CREDENTIAL: self = Self.of(.noPasskey)
    case FIDO_ERR_KEEPALIVE_CANCEL, FIDO_ERR_OPERATION_DENIED: self = Self.of(.cancelled)
    case FIDO_ERR_USER_ACTION_TIMEOUT, FIDO_ERR_ACTION_TIMEOUT, FIDO_ERR_TIMEOUT: self = Self.of(.timedOut)
    case FIDO_ERR_UNSUPPORTED_ALGORITHM, FIDO_ERR_UNSUPPORTED_OPTION, FIDO_ERR_INVALID_OPTION:
      self = Self.of(.unsupported)
    case FIDO_ERR_KEY_STORE_FULL:
      self.init(
        code: .securityKeyFull, reason: "The security key cannot store another passkey.",
        recoverySuggestion: "Delete one with fido2-token, or use another key.", underlyingError: error)
    case FIDO_ERR_PIN_NOT_SET: self = .securityKeyWithoutPIN
    case FIDO_ERR_PIN_AUTH_BLOCKED, FIDO_ERR_UV_BLOCKED:
      self.init(
        code: .securityKeyBlocked, reason: "The security key is locked because of wrong tries.",
        recoverySuggestion: "Unplug the key, plug it in again, then try again.", underlyingError: error)
    case FIDO_ERR_PIN_BLOCKED:
      self.init(
        code: .securityKeyBlocked, reason: "The PIN of the security key is blocked.",
        recoverySuggestion: "The key works again only after a reset, which deletes its passkeys.",
        underlyingError: error)
    default:
      self.init(
        code: .securityKeyUnavailable, reason: "The security key does not answer as expected.",
        recoverySuggestion: "Unplug the key, plug it in again, then try again.", underlyingError: error)
    }
  }

  /// The error of the SDK for a failure of an authenticator.
  private static func of(_ failure: PasskeyFailure) -> DoorwardError { DoorwardError(failure) }
}
