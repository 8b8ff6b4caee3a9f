import DoorwardStore
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A small file that only its owner may read.
package struct SecretFile {
  package let path: String

  package init(path: String) { self.path = path }

  /// The text of a secret without the line ends at its end, which editors and platforms add to files and to variables.
  static func withoutLineEnds(_ text: String) -> String {
    var text = text[...]
    while let last = text.unicodeScalars.last, last == "\n" || last == "\r" {
      text.unicodeScalars.removeLast()
    }
    return String(text)
  }

  /// The text of the file, without the line ends at its end; nil if the file does not exist.
  package func read() throws -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("cannot be read")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("cannot be examined") }
    guard status.st_mode & 0o077 == 0 else {
      throw MasterKeyError(.exposed, "other users can read \(path): \(PathInspection(path).closing("600"))")
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    var count = 0
    while count < bytes.count {
      let part = bytes.withUnsafeMutableBytes { buffer in
        #if canImport(Glibc)
          Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        #elseif canImport(Musl)
          Musl.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        #else
          Darwin.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        #endif
      }
      if part < 0 {
        if errno == EINTR { continue }
        throw failure("cannot be read")
      }
      if part == 0 { break }
      count += part
    }
    return Self.withoutLineEnds(
      String(decoding: ByteOrderMark.skipped(in: bytes[..<count]), as: UTF8.self))
  }

  /// Makes the file; returns false if it already exists.
  ///
  /// The contents reach the disk before the file gets its name, and the name reaches the disk before this returns. If
  /// a power loss removed the master key, all data that was sealed with it would be lost.
  package func create(_ text: String) throws -> Bool {
    let temporary = "\(path).\(getpid())"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw MasterKeyError(cannotMake: path, errno) }
    defer {
      close(descriptor)
      unlink(temporary)
    }
    let bytes = [UInt8](text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
      throw failure("cannot be written")
    }
    // Unlike rename, link never replaces a file that another process has just made.
    guard link(temporary, path) == 0 else {
      if errno == EEXIST { return false }
      throw failure("cannot be named")
    }
    try syncDirectory()
    return true
  }

  private func syncDirectory() throws {
    let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("has a directory that cannot be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("has a directory that cannot be written") }
  }

  private func failure(_ what: String) -> MasterKeyError {
    MasterKeyError(.unreadable, "\(path) \(what): \(String(cString: strerror(errno)))")
  }
}
