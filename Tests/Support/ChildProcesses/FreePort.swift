internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A port for a server that needs its number before it starts.
package enum FreePort {
  /// No port is free.
  package struct None: Error {}

  /// A TCP port of the loopback interface that no program uses now.
  ///
  /// The system gives the ports from 32768 to outgoing connections. Such a connection could take the port before the server does.
  package static func find() throws(None) -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 10_000..<32_768)
      if isFree(port) { return port }
    }
    throw None()
  }

  private static func isFree(_ port: UInt16) -> Bool {
    #if canImport(Glibc)
      let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let probe = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(probe, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
