package import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A table for a terminal: a header, and columns that are as wide as their cells.
package struct TextTable {
  /// The least width to which a column is cut.
  private static let leastWidth = 12
  private static let gap = 2

  /// The titles of the columns. The last column has no padding.
  package let titles: [String]
  /// The columns that are cut if the terminal is too narrow.
  package let flexible: Set<Int>

  /// Writes a table as wide as the terminal.
  package static func write(_ rows: [[EscapedText]], _ titles: [String], flexible: Set<Int>) {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    TextTable(titles: titles, flexible: flexible).lines(rows, width: isKnown ? Int(size.ws_col) : 80)
      .forEach(Output.line)
  }

  /// The lines of the table.
  ///
  /// - Parameters:
  ///   - rows: a cell for each column in each row.
  ///   - width: the columns of the terminal.
  /// - Returns: the header and a line for each row.
  package func lines(_ rows: [[EscapedText]], width: Int) -> [EscapedText] {
    let cells = [titles.map { "\($0)" }] + rows.map { $0.map(\.description) }
    let widths = widths(of: cells, within: width)
    return cells.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        let text = cut(text, to: widths[column])
        line += text
        guard column < row.count - 1 else { break }
        line += String(repeating: " ", count: widths[column] - text.terminalWidth + Self.gap)
      }
      while line.last == " " { line.removeLast() }
      return EscapedText(lines: line)
    }
  }

  private func widths(of cells: [[String]], within width: Int) -> [Int] {
    var widths = titles.indices.map { column in cells.map { $0[column].terminalWidth }.max() ?? 0 }
    var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
    while excess > 0, let widest = flexible.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.leastWidth
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func cut(_ text: String, to width: Int) -> String {
    guard text.terminalWidth > width else { return text }
    var cut = ""
    var left = width - 1
    for character in text {
      left -= character.terminalWidth
      guard left >= 0 else { break }
      cut.append(character)
    }
    return cut + "…"
  }
}

extension String {
  /// The columns of a terminal that the text takes.
  package var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }

  /// The text with spaces up to a width.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - terminalWidth))
  }
}

extension Character {
  /// Two for the wide characters of East Asia (UAX #11) and for emoji, otherwise one.
  fileprivate var terminalWidth: Int {
    guard let scalar = unicodeScalars.first, scalar.value >= 0x1100 else { return 1 }
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
      0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
      return 2
    default: return 1
    }
  }
}
