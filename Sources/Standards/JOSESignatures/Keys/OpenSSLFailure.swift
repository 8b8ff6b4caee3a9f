internal import DoorwardCiphers
internal import DoorwardOpenSSL
internal import JOSE

extension JOSEError {
  /// Converts an error of the cryptographic library.
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

  static func notSigned(_ algorithm: JWSAlgorithm) -> JOSEError {
    JOSEError(
      code: .unsupportedAlgorithm,
      reason: "the library verifies \(algorithm.rawValue) signatures and does not make them")
  }
}

/// Runs an operation of the cryptographic library and converts its errors.
func library<Value>(_ step: () throws -> Value) throws(JOSEError) -> Value {
  do {
    return try step()
  } catch let error as OpenSSLError {
    throw JOSEError(error)
  } catch {
    throw JOSEError(code: .libraryFailure, reason: "the cryptographic library failed")
  }
}
