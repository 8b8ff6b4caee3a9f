#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file. It is closed when the last reference is released.
final class BlocklistFile: Sendable {
  private let descriptor: Int32

  /// Opens a file for reading.
  init(reading path: String) throws(BlocklistError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw BlocklistError(.cannotOpen, "\(path) cannot be opened: \(Self.lastError).")
    }
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Creates a file beside `path` with a unique name, which only this user can read.
  static func temporary(beside path: String) throws(BlocklistError) -> (file: BlocklistFile, path: String) {
    var name = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      throw BlocklistError(.cannotWrite, "A file beside \(path) cannot be created: \(lastError).")
    }
    let text = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (BlocklistFile(descriptor: descriptor), text)
  }

  /// Creates a file without a name. The system deletes it when it is closed, also if the process is killed.
  static func unnamed(beside path: String) throws(BlocklistError) -> BlocklistFile {
    let (file, name) = try temporary(beside: path)
    unlink(name)
    return file
  }

  /// The length in bytes; nil if the file is not a regular file.
  var byteCount: Int? {
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(information.st_size)
  }

  /// Reads the next bytes of a stream; empty at the end.
  func read(into buffer: inout [UInt8]) throws(BlocklistError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      guard errno == EINTR else {
        throw BlocklistError(.cannotRead, "The file cannot be read: \(Self.lastError).")
      }
    }
  }

  /// Reads exactly `count` bytes.
  ///
  /// - Throws: ``BlocklistError`` `blocklist_cannot_read` if the file ends earlier.
  func bytes(at offset: Int, count: Int) throws(BlocklistError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let step = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
      }
      if step > 0 {
        done += step
      } else if step == 0 || errno != EINTR {
        let reason = step == 0 ? "it ends too early" : Self.lastError
        throw BlocklistError(.cannotRead, "The file cannot be read: \(reason).")
      }
    }
    return bytes
  }

  /// Writes all bytes at a position.
  func write(_ bytes: [UInt8], at offset: Int) throws(BlocklistError) {
    var done = 0
    while done < bytes.count {
      let step = bytes.withUnsafeBytes { buffer in
        pwrite(descriptor, buffer.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      }
      if step > 0 {
        done += step
      } else if errno != EINTR {
        throw BlocklistError(.cannotWrite, "The file cannot be written: \(Self.lastError).")
      }
    }
  }

  /// Returns when the contents are on the disk.
  func synchronize() throws(BlocklistError) {
    guard fsync(descriptor) == 0 else {
      throw BlocklistError(.cannotWrite, "The file cannot be written: \(Self.lastError).")
    }
  }

  /// Gives the file the mode and the owner of the file that it will replace. A new file is readable by every user,
  /// because the server often runs as another user than the builder. The list is not secret.
  func takeAttributes(of path: String) throws(BlocklistError) {
    var replaced = stat()
    let exists = stat(path, &replaced) == 0
    // Only root may change the owner. Other users may choose among their groups.
    if exists, fchown(descriptor, replaced.st_uid, replaced.st_gid) != 0 {
      _ = fchown(descriptor, .max, replaced.st_gid)
    }
    guard fchmod(descriptor, exists ? replaced.st_mode & 0o777 : 0o644) == 0 else {
      throw BlocklistError(.cannotWrite, "The mode of the file cannot be set: \(Self.lastError).")
    }
  }

  /// Moves a finished file to its name, in one step, and returns when the name is on the disk.
  static func move(_ source: String, to target: String) throws(BlocklistError) {
    guard rename(source, target) == 0 else {
      throw BlocklistError(.cannotWrite, "\(target) cannot be written: \(lastError).")
    }
    let end = target.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = open(end.map { String(target[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      throw BlocklistError(.cannotWrite, "The folder of \(target) cannot be opened: \(lastError).")
    }
    defer { close(folder) }
    guard fsync(folder) == 0 else {
      throw BlocklistError(.cannotWrite, "The folder of \(target) cannot be written: \(lastError).")
    }
  }

  static func remove(_ path: String) { unlink(path) }

  private static var lastError: String { String(cString: strerror(errno)) }
}

/// `read(2)`, which ``BlocklistFile/read(into:)`` hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
