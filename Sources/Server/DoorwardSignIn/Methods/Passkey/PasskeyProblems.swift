import DoorwardHTTP
import DoorwardServerRules
import DoorwardStore
import WebAuthn

extension Problem {
  /// 422 for a response that is malformed, and 401 for a response that is not valid.
  static func passkey(_ error: WebAuthnError) -> Problem {
    error.code.isOfForm
      ? .malformedPasskey(error.code.rawValue, reason: error.reason)
      : .passkeyNotProven(error.code.rawValue, reason: error.reason)
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
