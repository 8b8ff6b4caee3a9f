/// The value of a blank in a text.
enum BlankValue {
  case text(String)
  case number(Int)
}

/// Fills the blanks of a text.
enum Blanks {
  /// Fills each `{name}` once. A value with braces is not filled again.
  ///
  /// `isolating` says whether the text runs from right to left. Values are then isolated, because they may run in the
  /// other direction (Unicode UAX #9 §2.7). In another text, only a value with letters that run from right to left is.
  /// `value` is the value of a blank; nil leaves it empty.
  ///
  /// - Returns: the text.
  static func filled(_ text: String, isolating: Bool, _ value: (String) -> BlankValue?) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      switch value(String(rest[rest.index(after: open)..<close])) {
      case .text(let value)?:
        let needsIsolation = isolating || value.unicodeScalars.contains(where: runsFromRight)
        result += needsIsolation && !value.isEmpty ? "\u{2068}\(value)\u{2069}" : value
      case .number(let number)?: result += "\(number)"
      case nil: break
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func runsFromRight(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
