import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSystem

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
    /// A thread starts the task of the request, and takes its result if the task does not wait.
    case starting
    /// The task has ended before the thread that started it knew the task.
    case done(Outcome)
    /// The task has waited for something. It passes its result on itself.
    case responding(Task<Void, Never>)
    /// The socket is armed for writing the rest of `output`.
    case writing
    /// The last response is sent, and the socket is armed to read and discard the bytes that the client still
    /// sends. Closing earlier would reset the connection, and the client might lose the response (RFC 9112 §9.6).
    case lingering(remaining: Int)
    case closed
  }

  /// The result of the task of a request.
  private enum Outcome {
    case response(HTTPResponse)
    /// The decision whether the body is read, and whether the client waits for `100 Continue`.
    case admission(HTTPAdmission, awaitsContinue: Bool)
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
    /// Responds to the current request after its admission; nil if the listener's responder does.
    var responder: HTTPResponder?
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

  /// The time for the rest of a head that has passed a limit. The client gets the refusal after it.
  private let oversizeTimeout: Duration = .seconds(1)

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

  /// The task of a request.
  private typealias Work = @Sendable () async -> Outcome

  /// Handles the event the socket was armed for.
  func isReady(_ scratch: UnsafeMutableRawBufferPointer) {
    let work: Work? = state.withLock { state in
      switch state.phase {
      case .reading: return receive(&state, scratch)
      case .writing: return flush(&state)
      case .lingering(let remaining): discard(&state, into: scratch, remaining: remaining)
      case .starting, .done, .responding, .closed: break
      }
      return nil
    }
    run(work)
  }

  /// Runs the work, and the work that follows from it and from the received bytes.
  ///
  /// The work starts on this thread. A request that waits for nothing is answered without another thread.
  private func run(_ first: Work?) {
    var next = first
    while let work = next {
      let task = Task.onThisThread(then: listener.executor) { self.finish(await work()) }
      next = state.withLock { state in
        switch state.phase {
        case .starting:
          state.phase = .responding(task)
          return nil
        case .done(let outcome): return proceed(&state, outcome)
        case .closed:
          task.cancel()
          return nil
        case .reading, .responding, .writing, .lingering: return nil
        }
      }
    }
  }

  /// Takes the result of the task.
  private func finish(_ outcome: Outcome) {
    let work: Work? = state.withLock { state in
      switch state.phase {
      case .starting:
        state.phase = .done(outcome)
        return nil
      case .responding: return proceed(&state, outcome)
      case .reading, .done, .writing, .lingering, .closed: return nil
      }
    }
    run(work)
  }

  private func proceed(_ state: inout State, _ outcome: Outcome) -> Work? {
    switch outcome {
    case .response(let response): return send(&state, response)
    case .admission(.refused(let response), _):
      _ = state.reader.refuse()
      state.isLast = true
      state.lingers = true
      return send(&state, response)
    case .admission(.admitted(let responder), let awaitsContinue):
      state.phase = .reading
      state.responder = responder
      return beginBody(&state, awaitsContinue: awaitsContinue) ? proceed(&state) : nil
    }
  }

  private func receive(_ state: inout State, _ scratch: UnsafeMutableRawBufferPointer) -> Work? {
    switch ClientSocket.receive(state.socket, into: scratch) {
    case .done(let count):
      if !state.isFirst, state.reader.isIdle { startHeaderDeadline(&state) }
      state.reader.receive(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
      return proceed(&state)
    case .wouldBlock: arm(&state, .reading)
    case .ended:
      if let (request, problem) = state.reader.refuseOversize() {
        return refuse(&state, request, with: problem)
      }
      close(&state)
    }
    return nil
  }

  /// Takes all steps that the received bytes allow.
  ///
  /// - Returns: The work of the current request if it is complete, or of its admission.
  private func proceed(_ state: inout State) -> Work? {
    while true {
      switch state.reader.next() {
      case .needsBytes:
        if state.reader.isOversize {
          state.deadline = min(state.deadline ?? .now, .now.advanced(by: oversizeTimeout))
        }
        arm(&state, .reading)
        if isIdle(state) { listener.becameIdle() }
        return nil
      case .body(let awaitsContinue):
        if let admission = admission(&state, awaitsContinue: awaitsContinue) { return admission }
        guard beginBody(&state, awaitsContinue: awaitsContinue) else { return nil }
      case .largeBody:
        guard continueLargeBody(&state) else {
          return refuse(&state, state.reader.refuse(), with: .tooManyLargeBodies)
        }
      case .request(let request, let isLast):
        state.isLast = isLast
        state.lingers = isLast && request.fields.contains("Transfer-Encoding")
        let responder = state.responder ?? listener.responder
        start(&state, request)
        return { .response(await responder(request)) }
      case .refused(let request, let problem): return refuse(&state, request, with: problem)
      }
    }
  }

  private func refuse(_ state: inout State, _ request: HTTPRequest, with problem: Problem) -> Work {
    state.isLast = true
    state.lingers = true
    start(&state, request)
    return { [refuser = listener.refuser] in .response(await refuser(request, problem)) }
  }

  /// The work that decides whether the body of the current request is read. No more bytes are read before.
  ///
  /// - Returns: nil if the body is read in any case.
  private func admission(_ state: inout State, awaitsContinue: Bool) -> Work? {
    let head = state.reader.request
    guard let admitter = listener.admitter, listener.configuration.largeBodies?.selects(head) == true else {
      return nil
    }
    start(&state, head)
    return { .admission(await admitter(head), awaitsContinue: awaitsContinue) }
  }

  /// Begins to read the body of the current request.
  ///
  /// - Returns: false if the connection is closed.
  private func beginBody(_ state: inout State, awaitsContinue: Bool) -> Bool {
    state.deadline = .now.advanced(by: listener.configuration.bodyTimeout)
    guard awaitsContinue else { return true }
    switch ClientSocket.send(ResponseBytes.continueSending[...], to: state.socket) {
    // The client may also send its body without an interim response (RFC 9110 §10.1.1).
    case .done(ResponseBytes.continueSending.count), .wouldBlock: return true
    case .done, .ended:
      close(&state)
      return false
    }
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
    state.responder = nil
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

  private func discard(_ state: inout State, into scratch: UnsafeMutableRawBufferPointer, remaining: Int) {
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
    state.responder = nil
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
      case .reading, .starting, .done, .responding, .writing, .closed: break
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

  /// Closes if the deadline has passed, after the refusal of a head that has passed a limit.
  func closeIfOverdue(_ now: MonotonicTime) {
    let work: Work? = state.withLock { state in
      guard let deadline = state.deadline, deadline < now else { return nil }
      if case .reading = state.phase, let (request, problem) = state.reader.refuseOversize() {
        return refuse(&state, request, with: problem)
      }
      close(&state)
      return nil
    }
    run(work)
  }

  /// Cancels the current request and closes.
  func abandon() {
    state.withLock { state in
      if case .responding(let task) = state.phase { task.cancel() }
      close(&state)
    }
  }
}
