import Encodings

/// The first bytes of a blocklist file. Numbers have their highest byte first.
///
/// | bytes | content |
/// | --- | --- |
/// | 8 | `DOORPWBL` |
/// | 4 | the version, 1 |
/// | 4 | the length of a record, 8 |
/// | 8 | the number of records |
///
/// The records follow: ``BlocklistKey``s in ascending order, each once.
struct BlocklistHeader: Equatable {
  static let byteCount = 24
  private static let magic = Array("DOORPWBL".utf8)
  private static let version: UInt64 = 1

  let count: Int

  init(count: Int) { self.count = count }

  /// Reads a header; nil if the bytes belong to another kind of file, or if the header has another length than the
  /// file.
  init?(_ bytes: [UInt8], fileBytes: Int) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic),
      BlocklistKey.number(bytes[8..<12]) == Self.version,
      BlocklistKey.number(bytes[12..<16]) == UInt64(BlocklistKey.byteCount)
    else { return nil }
    let (length, overflow) = BlocklistKey.number(bytes[16..<24])
      .multipliedReportingOverflow(by: UInt64(BlocklistKey.byteCount))
    guard !overflow, length <= Int.max - Self.byteCount, Int(length) + Self.byteCount == fileBytes else {
      return nil
    }
    count = Int(length) / BlocklistKey.byteCount
  }

  var bytes: [UInt8] {
    Self.magic + Self.bigEndian(UInt32(Self.version)) + Self.bigEndian(UInt32(BlocklistKey.byteCount))
      + Self.bigEndian(UInt64(count))
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

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
