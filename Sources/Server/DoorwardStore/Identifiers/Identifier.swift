import Encodings

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
  // Copying two words changes no reference count; copying an array does.
  private let high: UInt64
  private let low: UInt64

  /// The number of bytes that do not come from the time.
  package static var entropyLength: Int { 10 }

  /// Wraps sixteen bytes that came from a store or from a verified token.
  ///
  /// - Returns: nil unless there are exactly sixteen bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    high = Self.word(bytes[..<8])
    low = Self.word(bytes[8...])
  }

  /// The sixteen bytes in network order.
  package var bytes: [UInt8] {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

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
    high = milliseconds << 16 | 0x7000 | Self.word(entropy[..<2]) & 0x0fff
    low = 0x8000_0000_0000_0000 | Self.word(entropy[2...]) & 0x3fff_ffff_ffff_ffff
  }

  /// The identifier before all others of a moment.
  package static func first(at moment: Date) -> Identifier {
    Identifier(at: moment, entropy: [UInt8](repeating: 0, count: entropyLength))
  }

  /// Parses the canonical lower-case text.
  ///
  /// - Returns: nil for any other text.
  package init?(_ text: String) {
    guard let (high, low) = text.readUTF8(Self.words) else { return nil }
    self.high = high
    self.low = low
  }

  private static func words(_ text: UnsafeBufferPointer<UInt8>) -> (high: UInt64, low: UInt64)? {
    guard text.count == 36 else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for index in 0..<36 {
      let digit: UInt8
      switch (index, text[index]) {
      case (8, UInt8(ascii: "-")), (13, UInt8(ascii: "-")), (18, UInt8(ascii: "-")), (23, UInt8(ascii: "-")):
        continue
      case (8, _), (13, _), (18, _), (23, _): return nil
      case (_, let unit) where UInt8(ascii: "0") <= unit && unit <= UInt8(ascii: "9"):
        digit = unit - UInt8(ascii: "0")
      case (_, let unit) where UInt8(ascii: "a") <= unit && unit <= UInt8(ascii: "f"):
        digit = unit - UInt8(ascii: "a") + 10
      default: return nil
      }
      if index < 18 {
        words.high = words.high << 4 | UInt64(digit)
      } else {
        words.low = words.low << 4 | UInt64(digit)
      }
    }
    return words
  }

  /// The lower-case UUID text.
  package var text: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      let text = UnsafeMutableRawBufferPointer(buffer)
      func put(_ digits: UInt64, at place: Int) {
        text.storeBytes(of: digits.bigEndian, toByteOffset: place, as: UInt64.self)
      }
      // The groups have 8, 4, 4, 4 and 12 digits. Eight digits are written at a time; later ones overwrite some.
      let (version, variant) = (
        Hex.digits(of: UInt32(truncatingIfNeeded: high)), Hex.digits(of: UInt32(low >> 32))
      )
      put(Hex.digits(of: UInt32(high >> 32)), at: 0)
      put(version, at: 9)
      put(version << 32, at: 14)
      put(variant, at: 19)
      put(variant << 32, at: 24)
      put(Hex.digits(of: UInt32(truncatingIfNeeded: low)), at: 28)
      let dash = UInt8(ascii: "-")
      (text[8], text[13], text[18], text[23]) = (dash, dash, dash, dash)
      return 36
    }
  }
}

extension Identifier: CustomStringConvertible {
  package var description: String { text }
}

/// The public name of a photo. It cannot be guessed, and contains nothing about its user or the image.
///
/// Each change of a photo makes a new name, so that caches keep the old answer without limit.
package struct PhotoID: Hashable, Sendable {
  package static let length = 16

  package let bytes: [UInt8]

  /// - Parameter bytes: 16 random bytes.
  package init(bytes: [UInt8]) {
    precondition(bytes.count == Self.length)
    self.bytes = bytes
  }

  /// Draws a new name.
  package init(random: RandomSource) throws { self.init(bytes: try random.bytes(Self.length)) }

  /// Reads the text; nil for any other text.
  package init?(_ text: String) {
    guard let bytes = try? Base64URL.decode(text), bytes.count == Self.length, Base64URL.encode(bytes) == text
    else { return nil }
    self.bytes = bytes
  }

  /// 22 characters of base64url.
  package var text: String { Base64URL.encode(bytes) }
}
