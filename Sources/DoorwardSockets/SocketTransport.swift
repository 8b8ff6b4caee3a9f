public import DoorwardHTTP
import DoorwardThreads

/// Listens with sockets of its own: a few threads read requests and write responses, and each request is a Swift task.
///
/// Every refusal goes through the refuser, so that a client gets exactly one response whatever it sends: two framings
/// of one body, folded lines, bare line feeds, NUL bytes, bodies and headers above their limits. A connection that
/// is too slow is closed, and so is one of a network that has too many.
///
/// ```swift
/// let transport = SocketTransport(.init(listen: SocketAddress("127.0.0.1:8787")!))
/// let address = try transport.start(service)
/// …
/// await transport.drain(timeout: .seconds(20))
/// ```
/// A transport listens until ``drain(timeout:)`` has ended, even if nothing else refers to it.
public final class SocketTransport: HTTPTransport {
  private enum Phase {
    case new
    case listening(Listener, SocketAddress)
    case drained
  }

  private let configuration: SocketTransportConfiguration
  private let phase = Monitor(Phase.new)

  /// A transport that does not listen yet.
  public init(_ configuration: SocketTransportConfiguration) {
    self.configuration = configuration
  }

  /// Starts to listen, once; see ``HTTPTransport/start(_:refuser:)``.
  @discardableResult
  public func start(
    _ responder: @escaping HTTPResponder, refuser: @escaping HTTPRefuser
  ) throws -> SocketAddress {
    try phase.withLock { phase throws(HTTPError) in
      guard case .new = phase else {
        throw HTTPError(.alreadyStarted, "This transport has been started before; make a new one.")
      }
      let socket = try ListeningSocket(configuration.listen)
      let listener = try Listener(configuration, socket: socket, responder: responder, refuser: refuser)
      try listener.start()
      phase = .listening(listener, socket.address)
      return socket.address
    }
  }

  /// Where it listens; `nil` before it starts and once it drains.
  public var boundAddress: SocketAddress? {
    phase.withLock { phase in
      guard case .listening(let listener, let address) = phase, !listener.isDraining else { return nil }
      return address
    }
  }

  /// Stops; see ``HTTPTransport/drain(timeout:)``. A second call while the first one waits ends the waiting,
  /// and both return when everything is closed.
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
