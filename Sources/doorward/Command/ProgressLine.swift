import DoorwardSessions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Shows progress on one line of the terminal. It shows nothing if standard error is not a terminal.
struct ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  /// Replaces the line.
  func show(_ text: String) { write("\r\(text)\u{1b}[K") }

  /// Clears the line.
  func clear() { write("\r\u{1b}[K") }

  private func write(_ text: String) {
    if isTerminal { StandardStream.error.write([UInt8](text.utf8)) }
  }
}
