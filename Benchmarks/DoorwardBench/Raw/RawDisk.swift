#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The minimum for a durable small change: a page written in place, and then a sync of the disk.
final class RawDisk {
  private static let size: off_t = 1 << 20
  private let descriptor: Int32
  private let page = [UInt8](repeating: 0x5a, count: 4096)
  private var position: off_t = 0

  init(path: String) throws {
    descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure }
    // The file is allocated once, like a log that is overwritten.
    while position < Self.size { try write() }
    guard fsync(descriptor) == 0 else { throw Self.failure }
  }

  deinit { close(descriptor) }

  func run(_ count: Int) throws {
    for _ in 0..<count {
      if position >= Self.size { position = 0 }
      try write()
      #if canImport(Darwin)
        guard fcntl(descriptor, F_FULLFSYNC) == 0 else { throw Self.failure }
      #else
        guard fdatasync(descriptor) == 0 else { throw Self.failure }
      #endif
    }
  }

  private func write() throws {
    guard pwrite(descriptor, page, page.count, position) == page.count else { throw Self.failure }
    position += off_t(page.count)
  }

  private static var failure: BenchFailure {
    BenchFailure(reason: "the disk: \(String(cString: strerror(errno)))")
  }
}
