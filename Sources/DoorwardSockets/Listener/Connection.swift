import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardThreads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A connection of one client: reads a request, runs its task, writes the response, and repeats.
///
/// The poller's threads, the tasks of handlers, the reaper and a draining listener share one lock. A socket is
/// armed in the poller only while no event of the connection is being handled, so that one event is handled at a
/// time.
final class Connection: Sendable {
  private enum Phase {
    /// The socket is armed for reading.
    case reading
    /// A thread starts the task that creates the response, and sends the response if the task does not wait.
    case starting
    /// The task has created the response before the thread that started it knew the task.
    case answered(HTTPResponse)
    /// The task has waited for something. It sends its response itself.
    case responding(Task<Void, Never>)
    /// The socket is armed for writing the rest of `output`.
    case writing
    /// The last response is sent, and the socket is armed to read and discard the bytes that the client still
    /// sends. Closing earlier would reset the connection, and the client might lose the response (RFC 9112 §9.6).
    case lingering(remaining: Int)
    case closed
  }

  /// A large body that the listener counts.
  private struct LargeBody {
    /// The network for which it counts; nil if that has no limit.
    let network: IPAddress?
    /// The time by which it must end.
    let end: MonotonicTime
  }

  private struct State {
    /// Only ``Connection/close(_:)`` closes the socket. It is not used afterwards.
    let socket: Int32
    var phase = Phase.reading
    var reader: RequestReader
    var output: ArraySlice<UInt8> = []
    var deadline: MonotonicTime?
    /// The time at which the connection began to wait for its current or next request.
    var waitingSince = MonotonicTime.now
    /// Whether no request has been answered yet. The header timeout of the first request starts with the
    /// connection.
    var isFirst = true
    /// Whether the current request is a HEAD.
    var isHEAD = false
    /// Whether the connection ends after the current response.
    var isLast = false
    /// Whether the client may still be sending bytes that will be discarded.
    var lingers = false
    /// The large body of the current request; nil if the listener counts none.
    var largeBody: LargeBody?
    /// Whether the listener drains.
    var isDraining = false
  }

  /// The address of the peer.
  let peer: IPAddress
  /// The connection's key in the poller and the listener.
  let key: UInt64
  private let listener: Listener
  private let state: Monitor<State>

  /// The bytes that are read and discarded after the last response. A client that sends somewhat more than the largest
  /// body still receives the refusal.
  private var lingerBytes: Int { max(1 << 20, 2 * (listener.configuration.largeBodies?.maximumBytes ?? 0)) }

  init(peer: IPAddress, socket: Int32, key: UInt64, listener: Listener, isDraining: Bool) {
    self.peer = peer
    self.key = key
    self.listener = listener
    let configuration = listener.configuration
    state = Monitor(
      State(
        socket: socket, reader: RequestReader(peer: peer, configuration: configuration),
        deadline: .now.advanced(by: configuration.headerTimeout), isDraining: isDraining))
  }

  // MARK: Told by the poller's threads

  /// Registers the socket.
  func start() {
    state.withLock { state in
      guard case .reading = state.phase else { return }
      guard listener.poller.add(state.socket, key: key, .reading) else { return close(&state) }
    }
  }

  /// A request with the function that responds to it.
  private typealias Work = @Sendable () async -> HTTPResponse

  /// Handles the event the socket was armed for.
  func isReady(_ scratch: UnsafeMutableRawBufferPointer) {
    let work: Work? = state.withLock { state in
      switch state.phase {
      case .reading: return receive(&state, scratch)
      case .writing: return flush(&state)
      case .lingering(let remaining): discard(&state, scratch, remaining)
      case .starting, .answered, .responding, .closed: break
      }
      return nil
    }
    respond(work)
  }

  /// Runs the work, and the work of the requests that follow in the received bytes.
  ///
  /// The work starts on this thread. A request that waits for nothing is answered without another thread.
  private func respond(_ first: Work?) {
    var next = first
    while let work = next {
      let task = Task.onThisThread(then: listener.executor) { self.answer(await work()) }
      next = state.withLock { state in
        switch state.phase {
        case .starting:
          state.phase = .responding(task)
          return nil
        case .answered(let response): return send(&state, response)
        case .closed:
          task.cancel()
          return nil
        case .reading, .responding, .writing, .lingering: return nil
        }
      }
    }
  }

  /// Takes the response of the task.
  private func answer(_ response: HTTPResponse) {
    let work: Work? = state.withLock { state in
      switch state.phase {
      case .starting:
        state.phase = .answered(response)
        return nil
      case .responding: return send(&state, response)
      case .reading, .answered, .writing, .lingering, .closed: return nil
      }
    }
    respond(work)
  }

  private func receive(_ state: inout State, _ scratch: UnsafeMutableRawBufferPointer) -> Work? {
    switch ClientSocket.receive(state.socket, into: scratch) {
    case .done(let count):
      if !state.isFirst, state.reader.isIdle { startHeaderDeadline(&state) }
      state.reader.receive(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
      return proceed(&state)
    case .wouldBlock: arm(&state, .reading)
    case .ended: close(&state)
    }
    return nil
  }

  /// Takes all steps that the received bytes allow.
  ///
  /// - Returns: The work of the next request if it is complete.
  private func proceed(_ state: inout State) -> Work? {
    while true {
      switch state.reader.next() {
      case .needsBytes:
        arm(&state, .reading)
        if isIdle(state) { listener.becameIdle() }
        return nil
      case .body(let awaitsContinue):
        state.deadline = .now.advanced(by: listener.configuration.bodyTimeout)
        guard awaitsContinue else { continue }
        switch ClientSocket.send(ResponseBytes.continueSending[...], to: state.socket) {
        case .done(ResponseBytes.continueSending.count): continue
        // The client may send its body without an interim response (RFC 9110 §10.1.1).
        case .wouldBlock: continue
        case .done, .ended:
          close(&state)
          return nil
        }
      case .largeBody:
        guard continueLargeBody(&state) else {
          return refuse(&state, state.reader.refuse(), .tooManyLargeBodies)
        }
      case .request(let request, let isLast):
        state.isLast = isLast
        state.lingers = isLast && request.fields.contains("Transfer-Encoding")
        start(&state, request)
        return { [responder = listener.responder] in await responder(request) }
      case .refused(let request, let problem): return refuse(&state, request, problem)
      }
    }
  }

  private func refuse(_ state: inout State, _ request: HTTPRequest, _ problem: Problem) -> Work {
    state.isLast = true
    state.lingers = true
    start(&state, request)
    return { [refuser = listener.refuser] in await refuser(request, problem) }
  }

  /// Counts the large body of the current request, and sets the time of its next bytes.
  ///
  /// - Returns: false if there are too many large bodies.
  private func continueLargeBody(_ state: inout State) -> Bool {
    guard let settings = listener.configuration.largeBodies else { return true }
    let now = MonotonicTime.now
    if state.largeBody == nil {
      let client = settings.clientAddress.clientAddress(of: state.reader.request)
      let network = listener.limitedNetwork(of: client)
      guard listener.largeBodies.enter(network) else { return false }
      state.largeBody = LargeBody(network: network, end: now.advanced(by: settings.timeout))
    }
    state.deadline = state.largeBody.map { min($0.end, now.advanced(by: settings.stepTimeout)) }
    return true
  }

  /// Ends the count of the current request's large body.
  private func leaveLargeBody(_ state: inout State) {
    guard let body = state.largeBody else { return }
    state.largeBody = nil
    listener.largeBodies.leave(body.network)
  }

  private func start(_ state: inout State, _ request: HTTPRequest) {
    state.deadline = nil
    state.isHEAD = request.method == .head
    state.phase = .starting
  }

  private func send(_ state: inout State, _ response: HTTPResponse) -> Work? {
    leaveLargeBody(&state)
    state.isLast = state.isLast || state.isDraining
    state.output =
      ResponseBytes.make(response, toHEAD: state.isHEAD, isLast: state.isLast, now: time(nil))[...]
    state.deadline = .now.advanced(by: listener.configuration.responseTimeout)
    return flush(&state)
  }

  /// - Returns: The work of the next request if it is complete.
  private func flush(_ state: inout State) -> Work? {
    while !state.output.isEmpty {
      switch ClientSocket.send(state.output, to: state.socket) {
      case .done(let count): state.output.removeFirst(count)
      case .wouldBlock:
        state.phase = .writing
        arm(&state, .writing)
        return nil
      case .ended:
        close(&state)
        return nil
      }
    }
    state.output = []
    if state.isLast || state.isDraining {
      if state.lingers && !state.isDraining { linger(&state) } else { close(&state) }
      return nil
    }
    state.phase = .reading
    state.isFirst = false
    state.waitingSince = .now
    if state.reader.isIdle {
      state.deadline = .now.advanced(by: listener.configuration.idleTimeout)
    } else {
      startHeaderDeadline(&state)
    }
    return proceed(&state)
  }

  private func startHeaderDeadline(_ state: inout State) {
    state.deadline = .now.advanced(by: listener.configuration.headerTimeout)
  }

  private func linger(_ state: inout State) {
    ClientSocket.finishSending(state.socket)
    state.deadline = .now.advanced(by: listener.configuration.bodyTimeout)
    state.phase = .lingering(remaining: lingerBytes)
    arm(&state, .reading)
  }

  private func discard(_ state: inout State, _ scratch: UnsafeMutableRawBufferPointer, _ remaining: Int) {
    switch ClientSocket.receive(state.socket, into: scratch) {
    case .done(let count) where count < remaining:
      state.phase = .lingering(remaining: remaining - count)
      arm(&state, .reading)
    case .wouldBlock: arm(&state, .reading)
    case .done, .ended: close(&state)
    }
  }

  private func arm(_ state: inout State, _ interest: Poller.Interest) {
    if !listener.poller.arm(state.socket, key: key, interest) { close(&state) }
  }

  private func close(_ state: inout State) {
    if case .closed = state.phase { return }
    state.phase = .closed
    leaveLargeBody(&state)
    state.deadline = nil
    state.output = []
    listener.poller.remove(state.socket)
    ClientSocket.close(state.socket)
    listener.closed(self)
  }

  // MARK: Told by the reaper and a draining listener

  /// Closes after the current response, or after the next one.
  func closeAfterResponse() { state.withLock { $0.isDraining = true } }

  /// Closes now if no request is in progress, and after its response otherwise.
  func closeWhenIdle() {
    state.withLock { state in
      state.isDraining = true
      switch state.phase {
      case .reading where state.reader.isIdle, .lingering: close(&state)
      case .reading, .starting, .answered, .responding, .writing, .closed: break
      }
    }
  }

  /// The time since which the connection waits for the first byte of a request; nil if a request is in progress.
  var idleSince: MonotonicTime? { state.withLock { isIdle($0) ? $0.waitingSince : nil } }

  /// Closes to make room for another connection, unless a request has begun.
  func giveWay() {
    state.withLock { state in if isIdle(state) { close(&state) } }
  }

  private func isIdle(_ state: State) -> Bool {
    guard case .reading = state.phase else { return false }
    return state.reader.isIdle
  }

  /// Closes if the deadline has passed.
  func closeIfOverdue(_ now: MonotonicTime) {
    state.withLock { state in
      guard let deadline = state.deadline, deadline < now else { return }
      close(&state)
    }
  }

  /// Cancels the current request and closes.
  func abandon() {
    state.withLock { state in
      if case .responding(let task) = state.phase { task.cancel() }
      close(&state)
    }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task on this thread. It continues on the executor after it has waited for something.
  ///
  /// The systems of Apple before version 26 start every task on the executor.
  fileprivate static func onThisThread(
    then executor: RequestExecutor, _ body: sending @escaping @isolated(any) () async -> Void
  ) -> Task {
    if #available(macOS 26, iOS 26, *) {
      Task.immediate(executorPreference: executor) { await body() }
    } else if #available(macOS 15, iOS 18, *) {
      Task(executorPreference: executor) { await body() }
    } else {
      Task { await body() }
    }
  }
}
