import DoorwardHTTP
import DoorwardHTTPTypes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A socket address in the system's form.
struct SocketAddressStorage {
  private let address: SocketAddress

  init(_ address: SocketAddress) {
    self.address = address
  }

  /// Passes the address to a system call.
  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    switch address.address.family {
    case .v4:
      var v4 = sockaddr_in()
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = address.port.bigEndian
      withUnsafeMutableBytes(of: &v4.sin_addr) { $0.copyBytes(from: address.address.bytes) }
      return Self.lend(&v4, body)
    case .v6:
      var v6 = sockaddr_in6()
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = address.port.bigEndian
      withUnsafeMutableBytes(of: &v6.sin6_addr) { $0.copyBytes(from: address.address.bytes) }
      return Self.lend(&v6, body)
    }
  }

  private static func lend<Storage, Result>(
    _ storage: inout Storage, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Storage>.size))
      }
    }
  }

  /// The IP address in a system address; `nil` for other families.
  ///
  /// The pointer must be valid for the size of its family, as pointers from the system are.
  static func address(of pointer: UnsafePointer<sockaddr>) -> IPAddress? {
    let raw = UnsafeRawPointer(pointer)
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET:
      return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { IPAddress(bytes: $0) }
    case AF_INET6:
      return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { IPAddress(bytes: $0) }
    default:
      return nil
    }
  }

  /// The port in a system address.
  static func port(of pointer: UnsafePointer<sockaddr>) -> UInt16? {
    let raw = UnsafeRawPointer(pointer)
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET: return UInt16(bigEndian: raw.loadUnaligned(as: sockaddr_in.self).sin_port)
    case AF_INET6: return UInt16(bigEndian: raw.loadUnaligned(as: sockaddr_in6.self).sin6_port)
    default: return nil
    }
  }
}
