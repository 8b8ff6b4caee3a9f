extension QRCode {
  /// The code in half blocks, two rows of modules in each line of text.
  ///
  /// - Parameter colored: whether escape sequences set black on white. Without them the blocks are the light modules,
  ///   which is right only if the terminal shows light text on a dark background.
  /// - Returns: the lines, each ended by a line feed.
  package func terminalText(colored: Bool) -> String {
    let (first, last) = (-Self.quietZone, width + Self.quietZone)
    var text = ""
    for row in stride(from: first, to: last, by: 2) {
      if colored { text += "\u{1B}[38;5;231;48;5;16m" }
      for column in first..<last {
        // The side is odd, so the last line has one row only. The row below it is not part of the code.
        let isLower = row + 1 < last && !self[row + 1, column]
        switch (!self[row, column], isLower) {
        case (true, true): text += "█"
        case (true, false): text += "▀"
        case (false, true): text += "▄"
        case (false, false): text += " "
        }
      }
      text += colored ? "\u{1B}[0m\n" : "\n"
    }
    return text
  }
}
