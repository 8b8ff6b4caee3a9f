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
    case listening(Listener, SocketAddress)
    case drained
  }

  private let configuration: SocketTransportConfiguration
  private let phase = Monitor(Phase.new)

  /// Creates a transport that does not listen yet.
  public init(_ configuration: SocketTransportConfiguration) {
    self.configuration = configuration
  }

  /// Starts to listen; see ``HTTPTransport/start(_:admitter:refuser:)``.
  @discardableResult
  public func start(
    _ responder: @escaping HTTPResponder, admitter: HTTPAdmitter?, refuser: @escaping HTTPRefuser
  ) throws -> SocketAddress {
    try phase.withLock { phase throws(HTTPError) in
      guard case .new = phase else {
        throw HTTPError(.alreadyStarted, "This transport has been started before; make a new one.")
      }
      let socket = try ListeningSocket(configuration.listen)
      let listener = try Listener(
        configuration, socket: socket, responder: responder, admitter: admitter, refuser: refuser)
      try listener.start()
      phase = .listening(listener, socket.address)
      return socket.address
    }
  }

  /// The address it listens on; `nil` before the start and after draining begins.
  public var boundAddress: SocketAddress? {
    phase.withLock { phase in
      guard case .listening(let listener, let address) = phase, !listener.isDraining else { return nil }
      return address
    }
  }

  /// Stops listening; see ``HTTPTransport/drain(timeout:)``. A second call during the wait ends the wait, and both
  /// calls return when every connection is closed.
  public func drain(timeout: Duration) async {
    let listener: Listener? = phase.withLock { phase in
      guard case .listening(let listener, _) = phase else {
        phase = .drained
        return nil
      }
      return listener
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
