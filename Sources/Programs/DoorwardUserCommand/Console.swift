import Encodings
import Foundation

/// Data on standard output, messages on standard error.
///
/// Each text is an ``Encodings/EscapedText``, so values of servers and users cannot act on the terminal.
enum Console {
  /// The output could not be written.
  struct NotPrinted: Error {}

  /// Writes a message to standard error. A failure is ignored.
  static func say(_ text: EscapedText) { tell("\(text)\n") }
  /// Writes a question to standard error. The answer follows on the same line.
  static func ask(_ text: EscapedText) { tell(text) }
  static func fail(_ text: EscapedText) { tell("doorward-user: \(text)") }

  /// Writes a line to standard output.
  ///
  /// - Throws: ``NotPrinted``: the disk is full, or the reader has closed the pipe.
  static func print(_ text: EscapedText) throws(NotPrinted) { try write("\(text)\n") }

  /// Writes a text to standard output.
  static func write(_ text: EscapedText) throws(NotPrinted) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data("\(text)".utf8))
    } catch {
      throw NotPrinted()
    }
  }

  private static func tell(_ text: EscapedText) {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)".utf8))
  }

  /// Opens the standard streams that the parent process has closed. Otherwise a connection or a file would get the number
  /// of a stream, and a message for the terminal would go there. The opened streams can be neither read nor written.
  static func reserveStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // open(2) uses the lowest free number.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
