import DoorwardServerRules
import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import DoorwardOpenSSL
#endif

/// Codes that follow from a secret and the time (RFC 6238), with the parameters that every authenticator supports: SHA-1,
/// six digits, 30 seconds.
enum AuthenticatorCode {
  /// The code of a time step.
  static func code(of secret: [UInt8], at step: Int64) throws -> OneTimeCode {
    OneTimeCode(truncating: try hash(of: withUnsafeBytes(of: step.bigEndian) { Array($0) }, key: secret))
  }

  /// The step that a code is accepted for; nil if the code is wrong, or if its step is not later than the last one.
  static func step(of code: OneTimeCode, _ secret: [UInt8], at time: Date, after last: Int64?) throws
    -> Int64?
  {
    try TimeSteps.standard.accepted(at: time, after: last) { try self.code(of: secret, at: $0) == code }
  }

  private static func hash(of message: [UInt8], key: [UInt8]) throws -> [UInt8] {
    #if canImport(CryptoKit)
      Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    #else
      try HMACDigest.sha1.authenticationCode(for: message, key: key)
    #endif
  }
}
