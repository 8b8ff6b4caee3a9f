import DoorwardSessions
package import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The output of the commands: data on standard output, messages on standard error.
///
/// Each text is an ``Encodings/EscapedText``, so values that users chose cannot act on the terminal.
package enum Output {
  /// Whether a person reads the data. Otherwise a program does.
  package static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Writes a line of data.
  package static func line(_ text: EscapedText) { StandardStream.output.line("\(text)") }

  /// Writes a JSON value as one line of data.
  package static func json(_ value: JSONValue) { line(EscapedText(json: value)) }

  /// Writes JSON texts, each of which ends with a line feed, as data.
  package static func json(lines: [UInt8]) {
    StandardStream.output.write([UInt8]("\(EscapedText(json: lines))".utf8))
  }

  /// Writes a document of the operator's files. A program gets it as it is.
  package static func document(_ text: String) {
    StandardStream.output.line(isTerminal ? "\(EscapedText(lines: text))" : text)
  }

  /// Writes a message.
  package static func say(_ text: EscapedText) { StandardStream.error.line("\(text)") }

  /// Writes a question. The answer follows on the same line.
  package static func ask(_ question: EscapedText) {
    StandardStream.error.write([UInt8]("\(question) ".utf8))
  }
}

/// Shows progress on one line of the terminal. It shows nothing if standard error is not a terminal.
package struct ProgressLine {
  package let isTerminal = isatty(STDERR_FILENO) == 1

  package init() {}

  /// Replaces the line.
  package func show(_ text: EscapedText) { write("\r\(text)\u{1b}[K") }

  /// Clears the line.
  package func clear() { write("\r\u{1b}[K") }

  private func write(_ text: String) {
    if isTerminal { StandardStream.error.write([UInt8](text.utf8)) }
  }
}
