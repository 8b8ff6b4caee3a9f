#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file. It is closed when the last reference is released.
final class ImportFile: Sendable {
  private let descriptor: Int32

  /// - Throws: ``UserImportError`` if the file cannot be opened.
  init(_ path: String) throws(UserImportError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw UserImportError(.unreadable, "\(path) cannot be opened: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Goes back to the start of the file.
  ///
  /// - Returns: false for a pipe, whose bytes can be read only once.
  func rewind() -> Bool { lseek(descriptor, 0, SEEK_SET) == 0 }

  /// Reads the next bytes.
  ///
  /// - Returns: the number of bytes; 0 at the end of the file.
  /// - Throws: ``UserImportError``.
  func read(into block: inout [UInt8]) throws(UserImportError) -> Int {
    while true {
      let count = block.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      guard errno == EINTR else {
        throw UserImportError(.unreadable, "the file cannot be read: \(String(cString: strerror(errno)))")
      }
    }
  }
}

/// The system call. The method of the class has the same name.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
