internal import DoorwardOpenSSL
internal import JOSE

extension JOSEError {
  /// What the cryptographic library refused, in the words of this one.
  init(_ error: OpenSSLError) {
    let code: Code =
      switch error.code {
      case .invalidKey, .invalidLength: .malformedKey
      case .keyTooSmall: .keyTooSmall
      case .keyTooLarge: .keyTooLarge
      default: .libraryFailure
      }
    self.init(code: code, reason: error.reason)
  }
}

/// Runs a step of the cryptographic library.
func library<Value>(_ step: () throws -> Value) throws(JOSEError) -> Value {
  do {
    return try step()
  } catch let error as OpenSSLError {
    throw JOSEError(error)
  } catch {
    throw JOSEError(code: .libraryFailure, reason: "the cryptographic library failed")
  }
}
