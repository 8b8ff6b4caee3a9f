public import DoorwardHTTP
import DoorwardSystem

/// Listens with its own sockets. One thread for each processor reads requests and writes responses, and each request
/// runs as a Swift task that starts on its thread.
///
/// Every refusal goes through the refuser, so that each malformed request gets exactly one response: ambiguous
/// framing, folded lines, bare line feeds, NUL bytes, and bodies and headers above their limits. The transport
/// closes connections that are too slow, and connections of a network above its limit.
///
/// ```swift
/// let transport = SocketTransport(.init(listen: SocketAddress("127.0.0.1:8787")!))
/// let address = try transport.start(service)
/// …
/// await transport.drain(timeout: .seconds(20))
/// ```
/// A transport listens until ``drain(timeout:)`` has returned, even if it is not referenced.
public final class SocketTransport: HTTPTransport {
  private enum Phase {
    case new
    case bound(ListeningSocket)
    case listening(Listener, SocketAddress)
    case drained
  }

  private let configuration: SocketTransportConfiguration
  private let phase = Monitor(Phase.new)

  /// Creates a transport that does not listen yet.
  public init(_ configuration: SocketTransportConfiguration) {
    self.configuration = configuration
  }

  /// Binds the address before the start, for a responder that must know the port. A client that connects before
  /// ``start(_:admitter:refuser:)`` waits for it in the queue of the system.
  ///
  /// - Returns: The bound address and port, also if port 0 was requested.
  /// - Throws: As ``HTTPTransport/start(_:admitter:refuser:)``.
  public func bind() throws -> SocketAddress {
    try phase.withLock { phase throws(HTTPError) in
      guard case .new = phase else { throw Self.alreadyStarted }
      let socket = try ListeningSocket(configuration.listen)
      phase = .bound(socket)
      return socket.address
    }
  }

  /// Starts to listen; see ``HTTPTransport/start(_:admitter:refuser:)``.
  @discardableResult
  public func start(
    _ responder: @escaping HTTPResponder, admitter: HTTPAdmitter?, refuser: @escaping HTTPRefuser
  ) throws -> SocketAddress {
    try phase.withLock { phase throws(HTTPError) in
      let socket: ListeningSocket
      switch phase {
      case .new: socket = try ListeningSocket(configuration.listen)
      case .bound(let bound):
        socket = bound
        // A listener that cannot start closes the socket, and another socket could get another port.
        phase = .drained
      case .listening, .drained: throw Self.alreadyStarted
      }
      let listener = try Listener(
        configuration, socket: socket, responder: responder, admitter: admitter, refuser: refuser)
      try listener.start()
      phase = .listening(listener, socket.address)
      return socket.address
    }
  }

  private static var alreadyStarted: HTTPError {
    HTTPError(.alreadyStarted, "This transport has been started before; make a new one.")
  }

  /// The address it listens on; `nil` before it is bound and after draining begins.
  public var boundAddress: SocketAddress? {
    phase.withLock { phase in
      switch phase {
      case .bound(let socket): socket.address
      case .listening(let listener, let address): listener.isDraining ? nil : address
      case .new, .drained: nil
      }
    }
  }

  /// Stops listening; see ``HTTPTransport/drain(timeout:)``. A second call during the wait ends the wait, and both
  /// calls return when every connection is closed.
  public func drain(timeout: Duration) async {
    let listener: Listener? = phase.withLock { phase in
      if case .listening(let listener, _) = phase { return listener }
      if case .bound(let socket) = phase { socket.close() }
      phase = .drained
      return nil
    }
    await listener?.drain(timeout: timeout)
  }
}

extension SocketTransport {
  /// Checks that an address can be listened on, and releases it immediately.
  ///
  /// - Throws: The errors of ``start(_:admitter:refuser:)``.
  public static func probe(_ address: SocketAddress) throws(HTTPError) {
    try ListeningSocket(address).close()
  }
}
