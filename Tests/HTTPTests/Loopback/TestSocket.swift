import DoorwardHTTP
import Foundation

/// What differs between systems in making a socket, for the clients and peers of tests.
enum TestSocket {
  /// A TCP socket whose writes never end the process, and which the programs that tests run do not inherit:
  /// closed here, it would stay open there.
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

  /// Bounds every read and write of a socket by ``Patience``.
  static func limit(_ descriptor: Int32) {
    var limit = timeval(tv_sec: Patience.seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Writes all of it; `false` when the other side is gone.
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

  /// Whether all of 127.0.0.0/8 is this machine, as on Linux.
  static var hasLoopbackNetwork: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }
}
