/// Text for a terminal. Values that are interpolated cannot act on the terminal, break the line, reorder its text or hide
/// characters in it. Different values can still look alike: letters of several alphabets do, a letter with an accent has several
/// encodings, and emoji keep the invisible characters that they are made of.
///
/// The literal parts are the program's own and stay as they are. In every interpolated value, the characters of
/// ``Swift/Unicode/Scalar/actsOnText``, invisible ones, and spaces other than U+0020 are shown as their escapes, such as `\n`,
/// `\u202e`, `\u200b` and `\u00a0`:
///
/// ```swift
/// Console.say("The key \(name) is revoked.")
/// ```
package struct EscapedText: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable {
  package let description: String

  package init(stringLiteral text: String) { description = text }

  package init(stringInterpolation: Interpolation) { description = stringInterpolation.text }

  /// A value of several lines. Line feeds and tabs stay.
  package init(lines text: some StringProtocol) {
    description = Self.escaped(String(text), except: ["\n", "\t"])
  }

  /// JSON texts of one line each. The escapes are those of JSON, so the values stay the same (RFC 8259 §7).
  package init(json bytes: [UInt8]) {
    // The serializer has escaped all ASCII control characters except DEL.
    let text = String(decoding: bytes, as: UTF8.self)
    description = bytes.contains { $0 >= 0x7f } ? Self.escaped(text, except: ["\n"]) : text
  }

  package init(json value: JSONValue) { self.init(json: value.serialized()) }

  /// Texts with a separator between them.
  package init(_ parts: [EscapedText], separator: String) {
    description = parts.map(\.description).joined(separator: separator)
  }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ value: EscapedText) { text += value.description }
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += EscapedText.escaped(value.description)
    }
  }

  private static func escaped(_ text: String, except kept: [Unicode.Scalar] = []) -> String {
    guard text.unicodeScalars.contains(where: { $0.actsOnText || $0.isInvisible }) else { return text }
    var escaped = ""
    var emoji = EmojiPosition()
    let scalars = text.unicodeScalars
    for place in scalars.indices {
      let scalar = scalars[place]
      let isPart = emoji.advance(over: scalar, before: scalars[scalars.index(after: place)...].first)
      if !isPart && (scalar.isInvisible || scalar.actsOnText) && !kept.contains(scalar) {
        escaped += escape(scalar)
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      // JSON has the escapes of the two surrogates for a character above U+FFFF.
      return String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}

/// The place in an emoji sequence (UTS #51 §1.4), whose joiners and variation selectors are invisible and change its look.
private struct EmojiPosition {
  private enum Place {
    case outside
    /// Behind a character that is shown as text or as an emoji.
    case behindEmoji
    /// Behind a digit, `#` or `*`, which are emoji only as keycaps.
    case behindKey
    /// Behind a variation selector of an emoji.
    case behindSelector
  }

  private var place = Place.outside

  /// Moves behind a character.
  ///
  /// - Returns: whether the character is an invisible part of an emoji.
  mutating func advance(over scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    let previous = place
    place = .outside
    switch scalar {
    case "\u{fe0e}", "\u{fe0f}":
      guard previous == .behindEmoji || previous == .behindKey && next == "\u{20e3}" else { return false }
      place = .behindSelector
      return true
    case "\u{200d}":
      return (previous == .behindEmoji || previous == .behindSelector) && next?.isEmojiAlone ?? false
    default:
      if scalar.isEmojiAlone {
        place = .behindEmoji
      } else if scalar.properties.isEmoji {
        place = .behindKey
      }
      return false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character has no visible form of its own (UAX #44, Default_Ignorable_Code_Point), or looks like U+0020: another
  /// space (Zs), or the Braille pattern without dots.
  fileprivate var isInvisible: Bool {
    guard value >= 0xa0 else { return false }
    return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .spaceSeparator
      || value == 0x2800
  }

  /// Whether the character can be an emoji without a keycap.
  fileprivate var isEmojiAlone: Bool { value > 0x7f && properties.isEmoji }

  /// Whether the character controls a terminal, breaks a line or changes the direction of the text around it: control
  /// characters, line and paragraph separators, and the bidirectional controls of UAX #9 §2.
  package var actsOnText: Bool {
    // Most characters are printable ASCII.
    if value < 0x7f { return value < 0x20 }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
