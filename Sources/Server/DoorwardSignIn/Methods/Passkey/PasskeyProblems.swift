import DoorwardHTTP
import DoorwardServerRules
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

  /// 401: the passkey of another user is not a second factor of this one.
  static var foreignPasskey: Problem {
    .notProven(
      WebAuthnError.Code.credentialNotAllowed.rawValue, "This passkey belongs to another account.")
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
