import Encodings

/// Text in a form body (`application/x-www-form-urlencoded`).
enum FormText {
  /// The text with every byte encoded that is not unreserved (RFC 3986 §2.3).
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if unreserved.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += "%\(Hex.encode([byte]).uppercased())".utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
