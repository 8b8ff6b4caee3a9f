internal import DoorwardCiphers
internal import DoorwardOpenSSL
internal import WebAuthn

/// Runs an operation of the cryptographic library and converts its errors.
func library<Value>(_ step: () throws(OpenSSLError) -> Value) throws(WebAuthnError) -> Value {
  do {
    return try step()
  } catch {
    let code: WebAuthnError.Code =
      switch error.code {
      case .invalidKey, .keyTooSmall, .keyTooLarge: .malformedPublicKey
      case .invalidCertificate: .malformedCertificate
      default: .libraryFailure
      }
    throw WebAuthnError(code: code, reason: error.reason)
  }
}
