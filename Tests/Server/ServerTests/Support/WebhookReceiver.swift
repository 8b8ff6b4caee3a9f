import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import DoorwardSystem
import Encodings

/// A receiver of webhooks on loopback. It keeps the requests, and answers as the test wants.
struct WebhookReceiver: Sendable {
  struct Arrival: Sendable {
    let fields: HTTPFields
    let body: [UInt8]

    var event: JSONValue { ((try? JSONParser.parse(body)) ?? .null)["data"] ?? .null }
  }

  private struct State {
    var arrivals: [Arrival] = []
    var status: @Sendable (JSONValue) -> Int = { _ in 200 }
    var body = "answer"
  }

  let url: String
  private let transport: SocketTransport
  private let state: Monitor<State>

  /// Starts to listen on a free port.
  init() throws {
    let state = Monitor(State())
    self.state = state
    transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let address = try transport.start { request in
      let arrival = Arrival(fields: request.fields, body: request.body)
      let (status, body) = state.withLock { state in
        state.arrivals.append(arrival)
        return (state.status, state.body)
      }
      return .text(body, status: status(arrival.event))
    }
    url = "http://\(address)/hook"
  }

  /// The requests so far, in order.
  var arrivals: [Arrival] { state.withLock { $0.arrivals } }

  /// Decides the status for an event and the body, from the next request on.
  func answer(_ body: String = "answer", _ status: @escaping @Sendable (_ event: JSONValue) -> Int) {
    state.withLock {
      $0.status = status
      $0.body = body
    }
  }

  func stop() async { await transport.drain(timeout: .seconds(5)) }

  /// Runs a body with a receiver, and stops it afterwards.
  static func with<Value>(_ body: (WebhookReceiver) async throws -> Value) async throws -> Value {
    let receiver = try WebhookReceiver()
    let result: Result<Value, any Error>
    do { result = .success(try await body(receiver)) } catch { result = .failure(error) }
    await receiver.stop()
    return try result.get()
  }
}
