import Encodings

/// The place of an item in a list, as text that clients send back unchanged: when the item was made, and its id.
package struct ListCursor: Sendable, Equatable {
  /// The last millisecond of the year 9999, where RFC 3339 ends.
  private static let lastMoment: Int64 = 253_402_300_799_999
  private static let idBytes = 16

  /// Milliseconds since 1970.
  package let milliseconds: Int64
  /// The 16 bytes of the item's id.
  package let id: [UInt8]

  package init(milliseconds: Int64, id: [UInt8]) {
    precondition(id.count == Self.idBytes)
    self.milliseconds = milliseconds
    self.id = id
  }

  /// Reads a cursor; nil for any other text.
  package init?(_ text: String) {
    guard text.utf8.count == 32, let bytes = try? Base64URL.decode(text), bytes.count == 8 + Self.idBytes
    else {
      return nil
    }
    milliseconds = bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    id = Array(bytes.dropFirst(8))
    guard (0...Self.lastMoment).contains(milliseconds) else { return nil }
  }

  package var text: String {
    Base64URL.encode(withUnsafeBytes(of: milliseconds.bigEndian) { Array($0) } + id)
  }
}
