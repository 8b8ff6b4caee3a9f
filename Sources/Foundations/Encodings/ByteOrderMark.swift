/// The byte order mark that editors put before a text in UTF-8. It is not a part of the text.
package enum ByteOrderMark {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The bytes of a text without a byte order mark at their beginning.
  package static func skipped(in text: [UInt8]) -> [UInt8] {
    text.starts(with: bytes) ? Array(text.dropFirst(bytes.count)) : text
  }

  /// The bytes of a text without a byte order mark at their beginning.
  package static func skipped(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.starts(with: bytes) ? text.dropFirst(bytes.count) : text
  }
}
