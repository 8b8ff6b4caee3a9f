import Encodings

/// Tokens with a shared secret, made after RFC 7515 and RFC 2104 without this package's libraries.
enum HS256Token {
  static let secret = [UInt8](repeating: 0xfe, count: 32)
  static let keySet: JSONValue = [
    "keys": [["kty": "oct", "alg": "HS256", "k": .string(Base64URL.encode(secret))]]
  ]

  static func sign(_ payload: String, header: JSONValue = ["alg": "HS256"]) -> String {
    sign([UInt8](payload.utf8), header: header)
  }

  static func sign(_ payload: [UInt8], header: JSONValue = ["alg": "HS256"]) -> String {
    let input = "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(payload))"
    return "\(input).\(Base64URL.encode(authenticationCode(for: [UInt8](input.utf8))))"
  }

  /// HMAC-SHA256 (RFC 2104 §2) for keys shorter than a block.
  private static func authenticationCode(for message: [UInt8]) -> [UInt8] {
    let key = secret + [UInt8](repeating: 0, count: 64 - secret.count)
    return SHA256.hash(key.map { $0 ^ 0x5c } + SHA256.hash(key.map { $0 ^ 0x36 } + message))
  }
}
