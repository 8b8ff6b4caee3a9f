import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import DoorwardOpenSSL
#endif

/// Codes that follow from a secret and the time (RFC 6238), with the parameters that every authenticator supports: SHA-1,
/// six digits, 30 seconds.
enum AuthenticatorCode {
  private static let period = 30.0

  /// The number of the time step of a moment.
  static func step(at time: Date) -> Int64 { Int64((time.timeIntervalSince1970 / period).rounded(.down)) }

  /// The code of a time step (RFC 4226 §5.3).
  static func text(of secret: [UInt8], at step: Int64) throws -> String {
    let hash = try hash(of: withUnsafeBytes(of: step.bigEndian) { Array($0) }, key: secret)
    // The last four bits of the hash choose the four bytes of the code.
    let offset = Int(hash[hash.count - 1] & 15)
    let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    return String("\(1_000_000 + number % 1_000_000)".dropFirst())
  }

  /// The step of a code that was shown now, one step ago or one step ahead; nil if the code is wrong, or if its step is not
  /// later than the last one.
  static func step(
    of code: String, _ secret: [UInt8], at time: Date, after last: Int64?
  ) throws -> Int64? {
    let now = step(at: time)
    return try (now - 1...now + 1).last { try $0 > last ?? .min && text(of: secret, at: $0) == code }
  }

  private static func hash(of message: [UInt8], key: [UInt8]) throws -> [UInt8] {
    #if canImport(CryptoKit)
      Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    #else
      try HMACDigest.sha1.authenticationCode(for: message, key: key)
    #endif
  }
}
