import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import DoorwardSystem
import Encodings

/// A NEAR RPC endpoint on loopback. It answers and fails like public endpoints.
struct LoopbackRPC: Sendable {
  private struct State {
    var chain: LoopbackChain
    var asked: [JSONValue] = []
    var silent: [CheckedContinuation<Void, Never>] = []
    var held: [CheckedContinuation<Void, Never>] = []
    var hasStopped = false
  }

  let url: String
  private let transport: SocketTransport
  private let state: Monitor<State>

  /// Starts to listen on a free port.
  init(_ chain: LoopbackChain) throws {
    let state = Monitor(State(chain: chain))
    self.state = state
    transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    url = "http://\(try transport.start { await Self.answer($0, state) })"
  }

  /// Changes the chain, from the next request on.
  func change(_ body: (inout LoopbackChain) -> Void) { state.withLock { body(&$0.chain) } }

  /// The requests in order: a method, or the type of a query.
  var asked: [String] { state.withLock { $0.asked.map(LoopbackChain.kind) } }

  /// Clears the list of requests.
  func forget() { state.withLock { $0.asked = [] } }

  /// Waits until a request is held back.
  func untilHolding() async throws {
    try await wait(until: "the node holds a request") { state.withLock { !$0.held.isEmpty } }
  }

  /// Answers the held requests, and holds no further ones.
  func release() {
    let held = state.withLock { state in
      state.chain.fault = nil
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  /// Releases the waiting requests, and stops.
  func stop() async {
    release()
    let waiting = state.withLock { state in
      state.hasStopped = true
      defer { state.silent = [] }
      return state.silent
    }
    for continuation in waiting { continuation.resume() }
    await transport.drain(timeout: .seconds(5))
  }

  private static func answer(_ request: HTTPRequest, _ state: Monitor<State>) async -> HTTPResponse {
    guard request.method == .post, let json = try? JSONParser.parse(request.body) else {
      return HTTPResponse(status: 400)
    }
    let chain = state.withLock { state in
      state.asked.append(json)
      return state.chain
    }
    let body: [UInt8]
    switch chain.fault(of: json) {
    case .status(let status): return .text("upstream connect error", status: status)
    case .body(let bytes): body = bytes
    case .error(let cause):
      body = LoopbackChain.envelope(("error", LoopbackChain.handlerError(cause)), for: json)
    case .answer(let answer): body = LoopbackChain.envelope(answer, for: json)
    case .silence:
      await untilStopped(state)
      return HTTPResponse(status: 504)
    case .held:
      await untilReleased(state)
      body = state.withLock { $0.chain }.answer(json)
    case nil: body = chain.answer(json)
    }
    return HTTPResponse(status: 200, contentType: "application/json", body: body)
  }

  private static func untilReleased(_ state: Monitor<State>) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.held.append(continuation) }
    }
  }

  private static func untilStopped(_ state: Monitor<State>) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.hasStopped { state.silent.append(continuation) }
        return state.hasStopped
      }
      if isOver { continuation.resume() }
    }
  }
}
