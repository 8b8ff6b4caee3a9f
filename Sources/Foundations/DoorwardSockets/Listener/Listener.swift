import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSystem

/// A listening socket with its connections and its threads.
final class Listener: Sendable {
  private struct State {
    var connections: [UInt64: Connection] = [:]
    var connectionsByNetwork: [IPNetwork: Int] = [:]
    var nextKey: UInt64 = 3
    /// Whether the listening socket is not armed because the connection limit is reached.
    var isFull = false
    /// The time at which draining ends at the latest; nil before it begins.
    var draining: MonotonicTime?
    /// Whether the threads must end.
    var isStopping = false
    var runningThreads = 0
    var isStopped = false
    var stopWaiters: [CheckedContinuation<Void, Never>] = []
  }

  let configuration: SocketTransportConfiguration
  let responder: HTTPResponder
  let admitter: HTTPAdmitter?
  let refuser: HTTPRefuser
  let poller: Poller
  let largeBodies: LargeBodies
  let executor: RequestExecutor
  private let state = Monitor(State())
  private let socket: ListeningSocket
  private let wakeUp: WakeUpPipe
  /// A pipe that is always readable. Arming it in the poller wakes one thread.
  private let jobSignal: WakeUpPipe

  /// The keys of the wake-up pipe, the listening socket and the signal of jobs in the poller. Those of connections follow.
  private static let wakeUpKey: UInt64 = 0
  private static let listeningKey: UInt64 = 1
  private static let jobKey: UInt64 = 2

  init(
    _ configuration: SocketTransportConfiguration, socket: ListeningSocket,
    responder: @escaping HTTPResponder, admitter: HTTPAdmitter?, refuser: @escaping HTTPRefuser
  ) throws(HTTPError) {
    guard let poller = Poller(), let wakeUp = WakeUpPipe(), let jobSignal = WakeUpPipe() else {
      socket.close()
      throw HTTPError(
        .cannotListen, "\(socket.address): the limit of open files is reached. Raise the limit.")
    }
    self.configuration = configuration
    self.socket = socket
    self.responder = responder
    self.admitter = admitter
    self.refuser = refuser
    self.poller = poller
    largeBodies = LargeBodies(configuration.largeBodies)
    self.wakeUp = wakeUp
    self.jobSignal = jobSignal
    jobSignal.wake()
    executor = RequestExecutor { _ = poller.arm(jobSignal.readEnd, key: Self.jobKey, .reading) }
  }

  /// Starts the serving threads and the reaper. The listening socket is closed if that fails.
  func start() throws(HTTPError) {
    guard poller.addForAll(wakeUp.readEnd, key: Self.wakeUpKey),
      poller.add(socket.descriptor, key: Self.listeningKey, .reading),
      poller.add(jobSignal.readEnd, key: Self.jobKey, .reading)
    else {
      socket.close()
      throw HTTPError(.cannotListen, "\(socket.address): epoll refused the socket.")
    }
    var isStarted = true
    for _ in 0..<max(configuration.threads, 1) where isStarted {
      state.withLock { $0.runningThreads += 1 }
      isStarted = BackgroundThread.start { self.serve() }
      if !isStarted { state.withLock { $0.runningThreads -= 1 } }
    }
    guard isStarted, BackgroundThread.start({ self.reap() }) else {
      stopThreads()
      throw HTTPError(
        .cannotListen, "\(socket.address): the limit of threads is reached. Raise the limit.")
    }
  }

  var isDraining: Bool { state.withLock { $0.draining != nil } }

  // MARK: Threads

  private func serve() {
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { scratch.deallocate() }
    while !state.withLock({ $0.isStopping }) {
      executor.runJobs()
      let key = poller.wait()
      executor.threadReturned(isWoken: key == Self.jobKey)
      switch key {
      case nil, Self.wakeUpKey, Self.jobKey: break
      case Self.listeningKey: acceptConnections()
      case let key?: state.withLock { $0.connections[key] }?.isReady(scratch)
      }
    }
    state.signal { $0.runningThreads -= 1 }
  }

  /// Closes each connection that is past its deadline, until the threads stop.
  private func reap() {
    let shortest = min(
      configuration.headerTimeout, configuration.bodyTimeout, configuration.responseTimeout,
      configuration.idleTimeout)
    let interval = max(.milliseconds(10), min(.seconds(1), shortest / 4))
    while true {
      // An idle server has no periodic work, so it waits without a timeout.
      let isOver = state.wait { state in
        state.isStopping || state.isFull || !state.connections.isEmpty ? state.isStopping : nil
      }
      guard isOver == false else { return }
      let now = MonotonicTime.now
      for connection in connections { connection.closeIfOverdue(now) }
      acceptAgainIfPossible()
      let next = now.advanced(by: interval)
      let stopping: Void? = state.wait(until: next) { $0.isStopping ? () : nil }
      if stopping != nil { return }
    }
  }

  /// Ends the serving threads and waits until they have ended.
  private func stopThreads() {
    state.signal { $0.isStopping = true }
    wakeUp.wake()
    _ = state.wait { $0.runningThreads == 0 ? () : nil }
    executor.close()
    socket.close()
  }

  // MARK: Connections

  private func acceptConnections() {
    // No other thread accepts before the socket is armed again.
    accepting: while hasRoom || (socket.hasWaitingClient && makeRoom()) {
      switch socket.accept() {
      case .connection(let descriptor, let peer):
        if let peer, let connection = register(descriptor, peer) {
          connection.start()
        } else {
          ClientSocket.close(descriptor)
        }
      case .none: break accepting
      case .noResources:
        // The reaper arms the socket again, or the next connection that closes does.
        return state.signal { $0.isFull = true }
      }
    }
    state.signal { $0.isFull = true }
    acceptAgainIfPossible()
  }

  private var hasRoom: Bool {
    state.withLock { $0.connections.count < max(configuration.maximumConnections, 1) }
  }

  /// Closes the connections that have waited longest for a request, a sixteenth of all, so that a client with a request is
  /// served although many connections do nothing.
  ///
  /// - Returns: whether there is room.
  private func makeRoom() -> Bool {
    let idle = connections.compactMap { connection in connection.idleSince.map { (since: $0, connection) } }
    let count = max(1, configuration.maximumConnections / 16)
    for (_, connection) in idle.sorted(by: { $0.since < $1.since }).prefix(count) { connection.giveWay() }
    return hasRoom
  }

  /// Refuses new connections, after all that the system has accepted were taken. A load balancer sends a refused request to
  /// another process. It could not do so after a connection that is closed without an answer.
  private func stopAccepting() {
    acceptConnections()
    socket.stopListening(replacingWith: wakeUp.readEnd)
  }

  /// Arms the listening socket if there is room or a connection that can give way. Clients beyond the limit wait in the
  /// system's queue.
  private func acceptAgainIfPossible() {
    if hasRoom || connections.contains(where: { $0.idleSince != nil }) { acceptAgain() }
  }

  private func acceptAgain() {
    state.withLock { state in
      guard state.isFull, state.draining == nil else { return }
      state.isFull = !poller.arm(socket.descriptor, key: Self.listeningKey, .reading)
    }
  }

  /// Adds a connection; `nil` if its network has too many connections.
  private func register(_ descriptor: Int32, _ peer: IPAddress) -> Connection? {
    state.signal { state in
      let networks = limitedNetworks(of: peer)
      let isAdmitted = networks.allSatisfy { network, factor in
        state.connectionsByNetwork[network, default: 0] < configuration.maximumConnectionsPerNetwork * factor
      }
      guard isAdmitted else { return nil }
      for (network, _) in networks { state.connectionsByNetwork[network, default: 0] += 1 }
      let connection = Connection(
        peer: peer, socket: descriptor, key: state.nextKey, listener: self,
        isDraining: state.draining != nil)
      state.connections[state.nextKey] = connection
      state.nextKey += 1
      return connection
    }
  }

  /// Removes a closed connection.
  func closed(_ connection: Connection) {
    state.signal { state in
      guard state.connections.removeValue(forKey: connection.key) != nil else { return }
      for (network, _) in limitedNetworks(of: connection.peer) {
        let count = state.connectionsByNetwork[network, default: 0]
        state.connectionsByNetwork[network] = count > 1 ? count - 1 : nil
      }
    }
    acceptAgain()
  }

  /// Called when a connection begins to wait for a request. It can give way to a client that waits for a connection.
  func becameIdle() { acceptAgain() }

  /// The network whose large bodies are counted: the IPv4 address or the IPv6 /64; `nil` if it has no limit.
  func limitedNetwork(of address: IPAddress) -> IPAddress? {
    limitedNetworks(of: address).first?.network.base
  }

  /// The networks whose connections are counted, the smallest first, each with the factor of its limit; empty if the address
  /// has no limit. With IPv6, a home has a /64 to a /56 network and a site has a /48 network.
  private func limitedNetworks(of address: IPAddress) -> [(network: IPNetwork, factor: Int)] {
    guard !configuration.unlimitedNetworks.contains(where: { $0.contains(address) }) else { return [] }
    let tiers = address.family == .v4 ? [(32, 1)] : [(64, 1), (56, 2), (48, 4)]
    return tiers.map { (IPNetwork(address, prefixLength: $0), $1) }
  }

  // MARK: Draining

  /// Lets requests in flight finish until the deadline, then stops.
  func drain(timeout: Duration) async {
    await withCheckedContinuation { continuation in
      let isFirst: Bool? = state.signal { state in
        guard !state.isStopped else { return nil }
        state.stopWaiters.append(continuation)
        let isFirst = state.draining == nil
        state.draining = isFirst ? MonotonicTime.now.advanced(by: timeout) : .now
        return isFirst
      }
      switch isFirst {
      case nil: continuation.resume()
      case true?:
        // This waits for threads, so it does not run on a thread of the cooperative pool if there is another.
        if !BackgroundThread.start({ self.finishAndStop() }) { finishAndStop() }
      case false?: break
      }
    }
  }

  private func finishAndStop() {
    stopAccepting()
    let grace = MonotonicTime.now.advanced(by: configuration.graceTime)
    for connection in connections { connection.closeAfterResponse() }
    waitForConnections(atMostUntil: grace)
    for connection in connections { connection.closeWhenIdle() }
    waitForConnections()
    for connection in connections { connection.abandon() }
    stopThreads()
    let waiters = state.signal { state in
      state.isStopped = true
      defer { state.stopWaiters = [] }
      return state.stopWaiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private var connections: [Connection] { state.withLock { Array($0.connections.values) } }

  private func waitForConnections(atMostUntil latest: MonotonicTime? = nil) {
    while true {
      let end = state.withLock { $0.draining } ?? .now
      let deadline = min(end, latest ?? end)
      let isDone: Void? = state.wait(until: deadline) { state in
        // A second call has changed the deadline, so the wait starts again.
        state.connections.isEmpty || state.draining.map { $0 < deadline } ?? false ? () : nil
      }
      let (isEmpty, current) = state.withLock { ($0.connections.isEmpty, $0.draining ?? .now) }
      if isEmpty || isDone == nil || current <= .now { return }
    }
  }
}
