import Encodings

/// A random 128-bit identifier of one kind of thing, written as a lower-case UUID (RFC 9562 §5.4).
///
/// The phantom `Subject` keeps a session's identifier from being passed where a user's is meant.
public struct Identifier<Subject>: Hashable, Sendable {
  /// The sixteen bytes in network order.
  public let bytes: [UInt8]

  /// Wraps sixteen bytes that came from a store or from a verified token.
  ///
  /// - Returns: nil unless there are exactly sixteen bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Makes a version 4 UUID of sixteen random bytes.
  public init(random source: RandomSource) throws {
    var bytes = try source.bytes(16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    self.bytes = bytes
  }

  /// Parses the canonical lower-case text; anything else answers nil.
  public init?(_ text: String) {
    let utf8 = Array(text.utf8)
    guard utf8.count == 36 else { return nil }
    var digits: [UInt8] = []
    digits.reserveCapacity(32)
    for (index, unit) in utf8.enumerated() {
      switch index {
      case 8, 13, 18, 23:
        guard unit == UInt8(ascii: "-") else { return nil }
      default:
        switch unit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(unit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(unit - UInt8(ascii: "a") + 10)
        default: return nil
        }
      }
    }
    bytes = stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The lower-case UUID text.
  public var text: String {
    let hex = Hex.encode(bytes)
    var text = ""
    text.reserveCapacity(36)
    for (index, character) in hex.enumerated() {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append("-") }
      text.append(character)
    }
    return text
  }
}

extension Identifier: CustomStringConvertible {
  public var description: String { text }
}
