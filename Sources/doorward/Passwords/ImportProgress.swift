import DoorwardPasswords
import DoorwardSessions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Shows the progress of an import on one line of the terminal. It shows nothing if standard error is not a terminal.
struct ImportProgress {
  private let isTerminal: Bool
  /// The size of the list; nil if it is not a regular file.
  private let byteCount: Int?

  init(path: String) {
    isTerminal = isatty(STDERR_FILENO) == 1
    var status = stat()
    byteCount = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Shows the part of the list that was read.
  func show(_ progress: BlocklistProgress) {
    guard isTerminal else { return }
    let read = "\(progress.bytesRead >> 20) MiB"
    let part = byteCount.map { " of \($0 >> 20) MiB (\(progress.bytesRead * 100 / max($0, 1)) %)" } ?? ""
    write("\r\(read)\(part), \(progress.lines) lines\u{1b}[K")
  }

  /// Clears the line.
  func finish() {
    if isTerminal { write("\r\u{1b}[K") }
  }

  private func write(_ text: String) { StandardStream.error.write([UInt8](text.utf8)) }
}
