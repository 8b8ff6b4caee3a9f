import Foundation

/// Data on standard output, messages on standard error.
enum Console {
  /// What was to be printed could not be.
  struct NotPrinted: Error {}

  /// Says something, where anybody can be told.
  static func say(_ text: String) { tell("\(text)\n") }
  static func fail(_ text: String) { tell("doorward-user: \(text)") }

  /// Prints what was asked for.
  ///
  /// - Throws: ``NotPrinted``: the disk is full, or nobody reads.
  static func print(_ text: String) throws(NotPrinted) { try write("\(text)\n") }

  /// Prints what was asked for as it is.
  static func write(_ text: String) throws(NotPrinted) {
    do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch { throw NotPrinted() }
  }

  private static func tell(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Takes the numbers of the streams that whoever started this has closed, before a connection or a file gets one
  /// of them, and a token what is meant for a terminal. They can be read from and written to no more than before.
  static func reserveStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // It is the lowest number that is free.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// A text of a server, without what would move the cursor or change the colors of a terminal.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7f...0x9f ~= $0.value) }))
  }
}
