import Encodings

/// The number that stands for a password in a blocklist file: the first eight bytes of its SHA-1 hash.
///
/// Lists of breached passwords have SHA-1 hashes. Among a billion entries, a password that is not listed has the same
/// eight bytes as one of them with a chance of one in 18 billion.
enum BlocklistKey {
  static let byteCount = 8

  /// The key of a password.
  static func key(of password: PasswordDigest) -> UInt64 { number(password.bytes.prefix(byteCount)) }

  /// The key of a hash in hexadecimal digits of either case; nil unless there are 40.
  static func key(ofHash digits: some RandomAccessCollection<UInt8>) -> UInt64? {
    guard digits.count == 40 else { return nil }
    var key: UInt64 = 0
    for (place, digit) in digits.enumerated() {
      guard let value = Hex.value(of: digit) else { return nil }
      if place < 16 { key = key << 4 | UInt64(value) }
    }
    return key
  }

  /// The number that the bytes are, the first byte being the highest.
  static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
