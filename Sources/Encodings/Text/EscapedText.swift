/// Text for a terminal. Values that are interpolated cannot act on the terminal, break the line or reorder its text.
///
/// The literal parts are the program's own and stay as they are. In every interpolated value, the characters of
/// ``Swift/Unicode/Scalar/actsOnText`` are shown as their escapes, such as `\n` and `\u202e`:
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
    description = Self.escaped(text) { $0.actsOnText && $0 != "\n" && $0 != "\t" }
  }

  /// JSON texts of one line each. The escapes are those of JSON, so the values stay the same (RFC 8259 §7).
  package init(json bytes: [UInt8]) {
    // The serializer has escaped all ASCII control characters except DEL.
    let text = String(decoding: bytes, as: UTF8.self)
    description =
      bytes.contains { $0 >= 0x7f } ? Self.escaped(text) { $0.actsOnText && $0 != "\n" } : text
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
      text += EscapedText.escaped(value.description, \.actsOnText)
    }
  }

  private static func escaped(
    _ text: some StringProtocol, _ isEscaped: (Unicode.Scalar) -> Bool
  ) -> String {
    guard text.unicodeScalars.contains(where: isEscaped) else { return String(text) }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) { escaped += escape(scalar) } else { escaped.unicodeScalars.append(scalar) }
    }
    return escaped
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      // All of these characters have four digits at most.
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}

extension Unicode.Scalar {
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
