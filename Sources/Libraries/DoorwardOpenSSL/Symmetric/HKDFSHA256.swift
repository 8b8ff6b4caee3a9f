public import DoorwardCiphers

/// Key derivation with HKDF and SHA-256 (RFC 5869).
public enum HKDFSHA256 {
  /// Derives `count` bytes for one purpose.
  ///
  /// - Parameters:
  ///   - secret: the input keying material; not empty.
  ///   - salt: the salt, which may be public and may be empty.
  ///   - info: the purpose. Different purposes give independent bytes.
  ///   - count: the number of bytes, at most 8160 (RFC 5869 §2.3).
  ///   - context: the algorithms.
  /// - Returns: the derived bytes.
  /// - Throws: ``OpenSSLError`` `invalid_length`.
  public static func derive(
    from secret: [UInt8], salt: [UInt8] = [], info: [UInt8], count: Int, context: OpenSSLContext
  ) throws(OpenSSLError) -> [UInt8] {
    guard !secret.isEmpty, (1...8160).contains(count) else {
      throw OpenSSLError(
        code: .invalidLength, reason: "HKDF derives 1 to 8160 bytes from a secret that is not empty")
    }
    // RFC 5869 §2.2: the default salt is as many zeros as the hash has bytes.
    let salted = salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt
    let extracted = try HMACSHA256Key(salted, context: context).authenticationCode(for: secret)
    let expander = try HMACSHA256Key(extracted, context: context)
    var derived: [UInt8] = []
    var block: [UInt8] = []
    var counter: UInt8 = 1
    while derived.count < count {
      block = try expander.authenticationCode(for: block + info + [counter])
      derived += block
      counter &+= 1
    }
    return Array(derived.prefix(count))
  }
}
