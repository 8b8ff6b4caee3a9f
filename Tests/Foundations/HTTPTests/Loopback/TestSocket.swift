import DoorwardHTTPTypes
import Foundation

/// Creates sockets for the clients and peers of tests, with the differences between systems.
enum TestSocket {
  /// A TCP socket whose writes do not raise a signal. Child processes do not inherit it, because it would stay open
  /// there.
  static func make(_ family: IPAddress.Family) -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(family == .v4 ? AF_INET : AF_INET6, SOCK_STREAM, 0)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #else
      let descriptor = socket(family == .v4 ? AF_INET : AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Limits every read and write of a socket to ``WaitLimit``.
  static func limit(_ descriptor: Int32) {
    var limit = timeval(tv_sec: WaitLimit.seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Writes all bytes; `false` if the other side has closed.
  static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Whether all addresses of 127.0.0.0/8 are local, as on Linux.
  static var hasLoopbackNetwork: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }
}
