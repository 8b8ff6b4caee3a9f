/// Cleans text that a user may have chosen.
package enum VisibleText {
  /// The most scalars that are read of a text, so that a huge text costs no time.
  private static let longestInput = 16_384

  /// The text in one line, without characters that change the lines or the direction of the text around it.
  ///
  /// Control characters, line separators and white space become single spaces. Marks of direction (UAX #9 §2) are
  /// removed. The line is empty if it would have only characters that are not visible.
  ///
  /// `longest` is the most characters. A longer text ends with `…`.
  ///
  /// - Returns: the line.
  package static func cleaned(_ text: String, longest: Int) -> String {
    var clean = ""
    var count = 0
    var needsSpace = false
    for character in String(text.unicodeScalars.prefix(longestInput)) {
      // A character of more than 64 bytes has hundreds of combining marks, which would cover other lines.
      guard character.utf8.count <= 64 else { continue }
      if character.unicodeScalars.allSatisfy({ isBreak($0) }) {
        needsSpace = !clean.isEmpty
        continue
      }
      let scalars = character.unicodeScalars.filter { !isBreak($0) && !isDirectionMark($0) }
      guard !scalars.isEmpty else { continue }
      guard count + (needsSpace ? 1 : 0) < longest else {
        clean += "…"
        break
      }
      if needsSpace {
        clean += " "
        count += 1
      }
      needsSpace = false
      clean.unicodeScalars.append(contentsOf: scalars)
      count += 1
    }
    return clean.unicodeScalars.contains { isVisible($0) } ? clean : ""
  }

  /// Whether a scalar leaves a mark. The blank pattern of Braille does not, although it is a symbol.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    !isBreak(scalar) && !scalar.properties.isDefaultIgnorableCodePoint && scalar.value != 0x2800
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x21 || (0x7f...0x9f).contains(scalar.value) || scalar.properties.isWhitespace
  }

  private static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
