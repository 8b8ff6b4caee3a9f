import DoorwardCommandLine
import DoorwardPasswords
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Shows the progress of an import.
struct ImportProgress {
  private let line = ProgressLine()
  /// The size of the list; nil if it is not a regular file.
  private let byteCount: Int?

  init(path: String) {
    var status = stat()
    byteCount = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Shows the part of the list that was read.
  func show(_ progress: BlocklistProgress) {
    let read = "\(progress.bytesRead >> 20) MiB"
    let part = byteCount.map { " of \($0 >> 20) MiB (\(progress.bytesRead * 100 / max($0, 1)) %)" } ?? ""
    line.show("\(read)\(part), \(progress.lines) lines")
  }

  /// Clears the line.
  func finish() { line.clear() }
}
