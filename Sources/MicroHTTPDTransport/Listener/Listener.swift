import CMicroHTTPD
import HTTPCore

/// A daemon of libmicrohttpd with its connections: the one owner of its pointer.
final class Listener: Sendable {
  /// What changes while it listens.
  struct State {
    /// The daemon between its start and its stop. A pointer to an opaque, internally locked structure.
    var daemon: OpaquePointer?
    var connections: [ObjectIdentifier: Connection] = [:]
    var connectionsByNetwork: [IPAddress: Int] = [:]
    var draining: MonotonicTime?
    /// Whether every connection, also one that opens now, is given up.
    var isAbandoned = false
    var isStopped = false
    var stopWaiters: [CheckedContinuation<Void, Never>] = []
  }

  let configuration: MicroHTTPDConfiguration
  let responder: HTTPResponder
  let refuser: HTTPRefuser
  let state = Monitor(State())
  private let socket: ListeningSocket

  init(
    _ configuration: MicroHTTPDConfiguration, socket: ListeningSocket, responder: @escaping HTTPResponder,
    refuser: @escaping HTTPRefuser
  ) {
    self.configuration = configuration
    self.socket = socket
    self.responder = responder
    self.refuser = refuser
  }

  /// Starts the daemon's threads and the reaper's.
  func start() throws(HTTPError) {
    // The callbacks' reference; given back once the daemon has stopped and can call no more.
    let context = Unmanaged.passRetained(self)
    var options = doorward_mhd_options(
      listen_socket: socket.descriptor, threads: UInt32(clamping: max(configuration.threads, 1)),
      connection_limit: UInt32(clamping: max(configuration.maximumConnections, 1)),
      // The header section, its index, and room for the response's own.
      connection_memory: max(configuration.maximumHeaderBytes, 1024) * 2 + 16_384,
      accept: microHTTPDAccept, handle: microHTTPDHandle, connection_changed: microHTTPDConnectionChanged,
      completed: microHTTPDCompleted, request_line: microHTTPDRequestLine, context: context.toOpaque())
    guard let daemon = doorward_mhd_start(&options) else {
      context.release()
      // The library has closed the socket where it got as far as threads: a number closed twice may be somebody
      // else's by then, so it is left alone.
      throw HTTPError(.cannotListen, "libmicrohttpd could not start its threads for \(socket.address).")
    }
    state.withLock { $0.daemon = daemon }
    guard BackgroundThread.start({ self.reap() }) else {
      state.withLock { $0.daemon = nil }
      MHD_stop_daemon(daemon)
      context.release()
      throw HTTPError(.cannotListen, "The system gave no thread to watch over \(socket.address).")
    }
  }

  var isDraining: Bool { state.withLock { $0.draining != nil } }

  // MARK: Draining

  /// Lets what is in flight finish until the deadline, then stops the daemon.
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
        // Stopping joins the daemon's threads: not on a thread of the cooperative pool, when there is another.
        if !BackgroundThread.start({ self.finishAndStop() }) { finishAndStop() }
      case false?: break
      }
    }
  }

  private func finishAndStop() {
    guard let daemon = state.withLock({ $0.daemon }) else { return }
    // New connections are closed as they come (``admits(_:)``). `MHD_quiesce_daemon` would have the system
    // refuse them, but it races with the polling threads to take the socket out of their epoll sets and
    // aborts the process where it loses (libmicrohttpd 0.9.75).
    for connection in state.withLock({ Array($0.connections.values) }) { connection.closeWhenIdle() }
    waitForConnections()
    // A suspended connection must be resumed before the stop; none is suspended anew after `abandon`.
    let left = state.withLock { state in
      state.isAbandoned = true
      return Array(state.connections.values)
    }
    for connection in left { connection.abandon() }
    // Also closes the listening socket.
    MHD_stop_daemon(daemon)
    let waiters = state.signal { state in
      state.daemon = nil
      state.isStopped = true
      defer { state.stopWaiters = [] }
      return state.stopWaiters
    }
    Unmanaged.passUnretained(self).release()
    for waiter in waiters { waiter.resume() }
  }

  private func waitForConnections() {
    while true {
      let deadline = state.withLock { $0.draining } ?? .now
      let isDone: Void? = state.wait(until: deadline) { state in
        // A second call has moved the deadline: begin the wait anew.
        state.connections.isEmpty || state.draining.map { $0 < deadline } ?? false ? () : nil
      }
      let (isEmpty, current) = state.withLock { ($0.connections.isEmpty, $0.draining ?? .now) }
      if isEmpty || isDone == nil || current <= .now { return }
    }
  }

  // MARK: Connections

  /// Whether a connection from `address` is let in; decided before the library makes anything of it.
  func admits(_ address: IPAddress) -> Bool {
    state.withLock { state in
      guard state.draining == nil else { return false }
      guard let network = limitedNetwork(of: address) else { return true }
      return state.connectionsByNetwork[network, default: 0] < configuration.maximumConnectionsPerNetwork
    }
  }

  /// Takes a connection into the books.
  func opened(_ connection: Connection) {
    let (isWelcome, isAbandoned) = state.signal { state in
      state.connections[ObjectIdentifier(connection)] = connection
      var isWelcome = state.draining == nil
      if let network = limitedNetwork(of: connection.peer) {
        // Asked again, for several threads accept at once.
        let count = state.connectionsByNetwork[network, default: 0] + 1
        state.connectionsByNetwork[network] = count
        isWelcome = isWelcome && count <= configuration.maximumConnectionsPerNetwork
      }
      return (isWelcome, state.isAbandoned)
    }
    if isAbandoned { connection.abandon() } else if !isWelcome { connection.closeWhenIdle() }
  }

  /// Takes a connection out of the books.
  func closed(_ connection: Connection) {
    connection.forgetSocket()
    state.signal { state in
      guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
      guard let network = limitedNetwork(of: connection.peer),
        let count = state.connectionsByNetwork[network]
      else { return }
      state.connectionsByNetwork[network] = count > 1 ? count - 1 : nil
    }
  }

  private func limitedNetwork(of address: IPAddress) -> IPAddress? {
    guard !configuration.unlimitedNetworks.contains(where: { $0.contains(address) }) else { return nil }
    return address.prefix(address.family == .v4 ? 32 : 64)
  }

  // MARK: Deadlines

  /// Shuts down what is past its deadline, until the daemon stops.
  private func reap() {
    let shortest = min(
      configuration.headerTimeout, configuration.bodyTimeout, configuration.responseTimeout,
      configuration.idleTimeout)
    let interval = max(.milliseconds(10), min(.seconds(1), shortest / 4))
    while true {
      // An idle server wakes for nothing.
      let isOver = state.wait { state in state.isStopped || !state.connections.isEmpty ? state.isStopped : nil
      }
      guard isOver == false else { return }
      let now = MonotonicTime.now
      for connection in state.withLock({ Array($0.connections.values) }) { connection.closeIfOverdue(now) }
      let next = now.advanced(by: interval)
      let stopped: Void? = state.wait(until: next) { $0.isStopped ? () : nil }
      if stopped != nil { return }
    }
  }
}
