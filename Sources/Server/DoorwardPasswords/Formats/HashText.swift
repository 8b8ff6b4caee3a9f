import Encodings

/// Base64 as password hashes use it: the standard alphabet, with or without padding.
enum HashText {
  /// The bytes; nil if the text is not base64 or has more than `limit` bytes.
  static func base64(_ text: some StringProtocol, limit: Int = 128) -> [UInt8]? {
    guard text.utf8.count <= (limit + 2) / 3 * 4 else { return nil }
    let remainder = text.utf8.count % 4
    let padded = remainder == 0 ? String(text) : String(text) + String(repeating: "=", count: 4 - remainder)
    guard let bytes = try? Base64.decode(padded), bytes.count <= limit else { return nil }
    return bytes
  }

  /// Base64 with the standard or the URL-safe alphabet. Exports of Firebase have either.
  static func anyBase64(_ text: some StringProtocol) -> [UInt8]? {
    base64(String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }))
  }

  /// Base64 with the standard alphabet or passlib's, which has "." in the place of "+".
  static func passlibBase64(_ text: some StringProtocol) -> [UInt8]? {
    base64(String(text.map { $0 == "." ? "+" : $0 }))
  }

  /// Base64 without padding.
  static func unpaddedBase64(_ bytes: [UInt8]) -> String {
    String(Base64.encode(bytes).prefix { $0 != "=" })
  }

  /// The bytes of hexadecimal text; nil for another text, or for more than `limit` bytes.
  static func hexadecimal(_ text: some StringProtocol, limit: Int = 128) -> [UInt8]? {
    guard text.utf8.count <= limit * 2, !text.hasPrefix("0x") else { return nil }
    return try? Hex.decode(String(text))
  }
}
