internal import Foundation

/// An open file, closed when the last reference is released.
final class OpenFile: Sendable {
  let descriptor: Int32

  /// Takes ownership of the descriptor that `open` returned; nil if `open` failed. `errno` keeps the reason.
  init?(_ descriptor: Int32) {
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The status from `fstat`; nil if the call fails.
  var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// The content, or `limit` + 1 bytes if the file is longer than `limit`; nil for a failure in `errno`.
  func read(atMost limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= limit {
      let wanted = min(block.count, limit + 1 - bytes.count)
      let count = Foundation.read(descriptor, &block, wanted)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    return bytes
  }

  /// Writes all bytes and waits until they are on the disk; false for a failure in `errno`.
  func write(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return synchronize()
  }

  /// Waits until the written bytes are on the disk; false for a failure in `errno`.
  func synchronize() -> Bool {
    #if canImport(Darwin)
      // Darwin's fsync stops at the drive's cache. Not every file system supports the stronger call.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}
