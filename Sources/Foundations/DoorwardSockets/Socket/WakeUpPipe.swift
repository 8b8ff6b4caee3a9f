#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A pipe that can become readable, and stays so.
final class WakeUpPipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  /// Fails if the system cannot create descriptors.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    ClientSocket.close(readEnd)
    ClientSocket.close(writeEnd)
  }

  /// Makes the read end readable. It stays readable, because no thread reads the byte.
  func wake() { _ = write(writeEnd, [1], 1) }
}
