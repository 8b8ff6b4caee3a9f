import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import DoorwardSystem

/// A real listener on the loopback interface. It records the requests that reach its handlers.
final class LoopbackServer: Sendable {
  let transport: SocketTransport
  let address: SocketAddress
  private let paths: Monitor<[String]>

  init(
    on address: SocketAddress = SocketAddress(address: .loopback, port: 0),
    _ configure: (inout SocketTransportConfiguration) -> Void = { _ in },
    responder: @escaping HTTPResponder = LoopbackServer.echo, admitter: HTTPAdmitter? = nil
  ) throws {
    var configuration = SocketTransportConfiguration(listen: address)
    configure(&configuration)
    let paths = Monitor<[String]>([])
    self.paths = paths
    transport = SocketTransport(configuration)
    self.address = try transport.start(
      { request in
        paths.withLock { $0.append(request.path) }
        return await responder(request)
      }, admitter: admitter
    ) { _, problem in problem.response(traceID: TraceID.random()) }
  }

  /// The paths of the requests that reached the handler.
  var served: [String] { paths.withLock { $0 } }

  func client(from source: IPAddress? = nil) throws -> RawClient {
    try RawClient(to: address, from: source)
  }

  func url(_ path: String) -> String { "http://\(address)\(path)" }

  /// Responds with a description of the request.
  static let echo: HTTPResponder = { request in
    HTTPResponse(
      status: 200, fields: ["X-Method": request.method.rawValue, "X-Path": request.path], body: request.body)
  }
}

/// Runs a test with its own listener, and drains the listener afterwards.
func withServer(
  on address: SocketAddress = SocketAddress(address: .loopback, port: 0),
  _ configure: (inout SocketTransportConfiguration) -> Void = { _ in },
  responder: @escaping HTTPResponder = LoopbackServer.echo, admitter: HTTPAdmitter? = nil,
  _ test: (LoopbackServer) async throws -> Void
) async throws {
  let server = try LoopbackServer(on: address, configure, responder: responder, admitter: admitter)
  do {
    try await test(server)
  } catch {
    await server.transport.drain(timeout: .zero)
    throw error
  }
  await server.transport.drain(timeout: .zero)
}
