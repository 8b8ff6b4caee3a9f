#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads the output of a process. Only one thread may read at a time.
package final class OutputReader: Sendable {
  private let descriptor: Int32

  fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Blocks the thread until the process has written a line.
  ///
  /// - Returns: The next line, without its end; nil at the end of the output.
  package func line() -> String? {
    var bytes: [UInt8] = []
    while let byte = byte() {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Blocks the thread until the output has ended.
  ///
  /// - Returns: The lines that were not read before.
  package func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  private func byte() -> UInt8? {
    var byte: UInt8 = 0
    var count: Int
    repeat { count = read(descriptor, &byte, 1) } while count < 0 && errno == EINTR
    return count == 1 ? byte : nil
  }
}

/// A pipe from a child process to this process.
struct OutputPipe {
  let reader: OutputReader
  let writing: Int32

  /// Creates a pipe; nil if the limit of open files is reached.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    // Processes that are started by other means must not keep the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reader = OutputReader(ends[0])
    writing = ends[1]
  }

  /// Must be called once, after the start: the output ends when no process can write to it.
  func closeWriting() { close(writing) }
}
