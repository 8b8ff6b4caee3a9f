#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A 128-bit identifier of one kind of thing, written as a lower-case UUID.
///
/// The first six bytes are the time in milliseconds (UUID version 7, RFC 9562 §5.7), so that new rows of a table are
/// stored next to each other. The type parameter `Subject` prevents the identifier of a session from being passed as
/// that of a user.
package struct Identifier<Subject>: Hashable, Sendable {
  /// The sixteen bytes in network order.
  package let bytes: [UInt8]

  /// The number of bytes that do not come from the time.
  package static var entropyLength: Int { 10 }

  /// Wraps sixteen bytes that came from a store or from a verified token.
  ///
  /// - Returns: nil unless there are exactly sixteen bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Makes an identifier from a moment and random bytes.
  ///
  /// - Parameters:
  ///   - moment: the time that the identifier starts with.
  ///   - source: the source of the other bytes.
  /// - Throws: the errors of the random source.
  package init(at moment: Date, random source: RandomSource) throws {
    self.init(at: moment, entropy: try source.bytes(Self.entropyLength))
  }

  /// Makes an identifier from a moment and given bytes.
  ///
  /// - Parameters:
  ///   - moment: the time that the identifier starts with.
  ///   - entropy: ten unpredictable bytes, of which six bits are replaced by the version and the variant.
  package init(at moment: Date, entropy: [UInt8]) {
    precondition(entropy.count == Self.entropyLength)
    let milliseconds = UInt64(max(0, moment.timeIntervalSince1970 * 1000))
    var bytes = stride(from: 40, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: milliseconds >> UInt64($0))
    }
    bytes += entropy
    bytes[6] = bytes[6] & 0x0f | 0x70
    bytes[8] = bytes[8] & 0x3f | 0x80
    self.bytes = bytes
  }

  /// Parses the canonical lower-case text.
  ///
  /// - Returns: nil for any other text.
  package init?(_ text: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    var high: UInt8?
    var index = 0
    for unit in text.utf8 {
      defer { index += 1 }
      let digit: UInt8
      switch (index, unit) {
      case (8, UInt8(ascii: "-")), (13, UInt8(ascii: "-")), (18, UInt8(ascii: "-")), (23, UInt8(ascii: "-")):
        continue
      case (8, _), (13, _), (18, _), (23, _), (36..., _): return nil
      case (_, UInt8(ascii: "0")...UInt8(ascii: "9")): digit = unit - UInt8(ascii: "0")
      case (_, UInt8(ascii: "a")...UInt8(ascii: "f")): digit = unit - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard index == 36 else { return nil }
    self.bytes = bytes
  }

  /// The lower-case UUID text.
  package var text: String {
    func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) }
    return String(unsafeUninitializedCapacity: 36) { buffer in
      var position = 0
      for (index, byte) in bytes.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          buffer[position] = UInt8(ascii: "-")
          position += 1
        }
        buffer[position] = digit(byte >> 4)
        buffer[position + 1] = digit(byte & 0x0f)
        position += 2
      }
      return position
    }
  }
}

extension Identifier: CustomStringConvertible {
  package var description: String { text }
}
