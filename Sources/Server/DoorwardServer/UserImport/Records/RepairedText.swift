import Encodings

/// Repairs JSON whose strings are not Unicode. Some systems cut names between the two halves of a character, and export the
/// half as an escape. The bytes of a file are UTF-8: see ``UTF8Check``.
enum RepairedText {
  /// Whether a part of a text is lost: U+FFFD stands in its place.
  static func isDamaged(_ text: String) -> Bool { text.unicodeScalars.contains("\u{fffd}") }

  /// The text of bytes that are UTF-8.
  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Parses JSON, of which parts of strings may be lost; nil if it is not JSON.
  static func parsed(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONError) {
      return try JSONParser.parse(bytes)
    } catch {
      guard error.code == .invalidUnicode else { return nil }
      return try? JSONParser.parse(json(bytes))
    }
  }

  /// JSON whose strings are Unicode: with U+FFFD for `\u` escapes of surrogates that stand alone (RFC 8259 §8.2).
  private static func json(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let end: Int
      switch escape(bytes, at: place) {
      case .alone:
        result += Array("\\ufffd".utf8)
        place += 6
        continue
      case .complete(let length): end = min(place + length, bytes.count)
      }
      result += bytes[place..<end]
      place = end
    }
    return result
  }

  private enum Escape {
    /// An escape, a pair of them, or a byte that is none.
    case complete(length: Int)
    /// The escape of half a character.
    case alone
  }

  private static func escape(_ bytes: [UInt8], at place: Int) -> Escape {
    guard bytes[place] == UInt8(ascii: "\\") else { return .complete(length: 1) }
    guard let unit = unit(bytes, at: place) else { return .complete(length: 2) }
    guard (0xD800..<0xE000).contains(unit) else { return .complete(length: 6) }
    guard unit < 0xDC00, let low = self.unit(bytes, at: place + 6), (0xDC00..<0xE000).contains(low) else {
      return .alone
    }
    return .complete(length: 12)
  }

  /// The number of a `\uXXXX` escape; nil if none is at the place.
  private static func unit(_ bytes: [UInt8], at place: Int) -> UInt16? {
    guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = bytes[(place + 2)..<(place + 6)]
    guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
    return UInt16(text(Array(digits)), radix: 16)
  }
}
