import DoorwardHTTP
import DoorwardHTTPTypes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A bound, listening TCP socket. Failures of the system become errors with a code.
struct ListeningSocket {
  let descriptor: Int32
  /// The bound address, with the port that the system chose.
  let address: SocketAddress

  init(_ address: SocketAddress) throws(HTTPError) {
    let isV6 = address.address.family == .v6
    let descriptor = socket(isV6 ? AF_INET6 : AF_INET, Self.stream, 0)
    guard descriptor >= 0 else { throw Self.failure(address, errno) }
    self.descriptor = descriptor
    do {
      try Self.prepare(descriptor, isV6: isV6, address)
    } catch {
      self.address = address
      close()
      throw error
    }
    self.address = SocketAddress(address: address.address, port: Self.boundPort(descriptor) ?? address.port)
  }

  /// Stops listening, and leaves the descriptor to its owner: it becomes a copy of another one, so that a thread that still uses
  /// it cannot accept from a later socket with the same number. The system then refuses clients.
  func stopListening(replacingWith other: Int32) {
    if dup2(other, descriptor) >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  /// Closes the descriptor, which also stops listening.
  func close() { ClientSocket.close(descriptor) }

  /// The result of accepting a connection.
  enum Accepted {
    /// A connection, with the address of its peer if that is an IP address.
    case connection(Int32, IPAddress?)
    /// No client waits.
    case none
    /// The process or the system has run out of descriptors or memory.
    case noResources
  }

  /// Accepts the next waiting connection.
  func accept() -> Accepted {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    while true {
      let (accepted, peer) = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let accepted = Self.accept(descriptor, address, &size)
          return (accepted, accepted < 0 ? nil : SocketAddressStorage.address(of: address))
        }
      }
      guard accepted < 0 else {
        Self.prepareAccepted(accepted)
        return .connection(accepted, peer)
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noResources
      default: return .none
      }
    }
  }

  /// Whether a client waits to be accepted.
  var hasWaitingClient: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  private static func accept(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ size: inout socklen_t
  ) -> Int32 {
    #if canImport(Darwin)
      Darwin.accept(descriptor, address, &size)
    #elseif canImport(Musl)
      Musl.accept(descriptor, address, &size)
    #else
      Glibc.accept(descriptor, address, &size)
    #endif
  }

  private static func prepareAccepted(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      // On other platforms, each write has a flag for this.
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  private static var stream: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      Int32(SOCK_STREAM)
    #endif
  }

  private static func prepare(_ descriptor: Int32, isV6: Bool, _ address: SocketAddress) throws(HTTPError) {
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    // A listener accepts one address family, so an IPv4 client never appears as an IPv6 address.
    if isV6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }
    // Accepted connections inherit this option. A response is one write, which must not wait for an acknowledgment.
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      throw failure(address, errno)
    }
    let bound = SocketAddressStorage(address).withSockaddr { bind(descriptor, $0, $1) }
    guard bound == 0 else { throw failure(address, errno) }
    guard listen(descriptor, 1024) == 0 else { throw failure(address, errno) }
  }

  private static func boundPort(_ descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        getsockname(descriptor, address, &size) == 0 ? SocketAddressStorage.port(of: address) : nil
      }
    }
  }

  private static func failure(_ address: SocketAddress, _ code: Int32) -> HTTPError {
    switch code {
    case EADDRINUSE:
      HTTPError(
        .addressInUse, "Another program already listens on \(address); choose another address or port.")
    case EACCES:
      HTTPError(.cannotListen, "This user may not listen on \(address); ports below 1024 need a privilege.")
    case EADDRNOTAVAIL:
      HTTPError(.cannotListen, "This machine has no address \(address.address) to listen on.")
    default:
      HTTPError(.cannotListen, "Cannot listen on \(address): \(String(cString: strerror(code))).")
    }
  }
}
