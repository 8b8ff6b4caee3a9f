import DoorwardHTTP
import DoorwardStore
import DoorwardWire
import WebAuthn

extension Problem {
  /// 422 for a response that is malformed, and 401 for a response that is not valid.
  static func passkey(_ error: WebAuthnError) -> Problem {
    error.code.isOfForm
      ? Problem(status: 422, code: error.code.rawValue, detail: sentence(error.reason))
      : .notProven(error.code.rawValue, sentence(error.reason))
  }

  /// 401: the server has no such passkey. The client tells the authenticator to forget it.
  static var unknownPasskey: Problem {
    .notProven(WireCode.unknownPasskey, "No account has this passkey. It may have been removed.")
  }

  /// 401: the passkey of another user is not a second factor of this one.
  static var foreignPasskey: Problem {
    .notProven(
      WebAuthnError.Code.credentialNotAllowed.rawValue, "This passkey belongs to another account.")
  }

  /// 409: a user has the credential (WebAuthn L3 §7.1 step 26).
  static var passkeyRegistered: Problem {
    Problem(
      status: 409, code: WireCode.passkeyRegistered, detail: "This passkey belongs to an account already.")
  }

  /// 400: a passkey of another account does not move.
  static var invalidPasskeyPurpose: Problem {
    Problem(
      status: 400, code: WireCode.invalidPurpose, detail: "purpose must be \"sign_in\" or \"link\".")
  }

  static var passkeyNotFound: Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "There is no such passkey.")
  }

  /// The errors of the library begin with a small letter.
  private static func sentence(_ reason: String) -> String {
    reason.prefix(1).uppercased() + reason.dropFirst() + (reason.hasSuffix(".") ? "" : ".")
  }
}

/// The stored data of a passkey cannot be read.
struct UnreadablePasskey: Error, CustomStringConvertible {
  let id: Identity.ID

  var description: String { "The stored data of the passkey \(id.text) cannot be read." }
}

extension WebAuthnError.Code {
  /// Whether the response is malformed, so that no authenticator has made it.
  fileprivate var isOfForm: Bool {
    [
      .malformedResponse, .malformedClientData, .malformedAuthenticatorData, .malformedAttestationObject,
      .malformedStatement, .malformedPublicKey, .malformedCertificate, .wrongCredentialID,
      .credentialIDTooLong,
    ].contains(self)
  }
}
