import Foundation

/// Data on standard output, messages on standard error.
enum Console {
  static func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
  static func fail(_ text: String) { FileHandle.standardError.write(Data("doorward-user: \(text)".utf8)) }
  static func print(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

  /// A text of a server, without what would move the cursor or change the colors of a terminal.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7f...0x9f ~= $0.value) }))
  }
}
