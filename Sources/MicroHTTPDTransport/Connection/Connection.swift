import CMicroHTTPD
import HTTPCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One client's connection: its deadline, and the request it is at.
///
/// libmicrohttpd's thread, the reaper, a draining listener and the task of a handler meet here, under one lock.
final class Connection: Sendable {
  /// How far the request at hand has come.
  private enum Progress {
    /// Between requests, or before the first.
    case idle
    /// The library reads it.
    case receiving(Exchange)
    /// The library has suspended the connection; a task answers. Only here may it be resumed, once.
    case suspended(Exchange, Task<Void, Never>?)
    /// The answer is there (`nil`: given up), or is being sent.
    case answered(Exchange, HTTPResponse?)
  }

  private struct State {
    /// -1 once the library is about to close it: the number may be somebody else's a moment later.
    var socket: Int32
    var deadline: MonotonicTime?
    var progress = Progress.idle
    var isFirstRequest = true
    var isClosing = false
    var isAbandoned = false
  }

  /// The other end.
  let peer: IPAddress
  /// The listener it came to.
  let listener: Listener
  private let state: Monitor<State>

  init(peer: IPAddress, socket: Int32, listener: Listener) {
    self.peer = peer
    self.listener = listener
    let deadline = MonotonicTime.now.advanced(by: listener.configuration.headerTimeout)
    state = Monitor(State(socket: socket, deadline: deadline))
  }

  // MARK: The course of a request, told by the library's thread

  /// A request line has come.
  func began(_ exchange: Exchange) {
    state.withLock { state in
      state.progress = .receiving(exchange)
      // The first request's headers are timed from the start of the connection.
      if !state.isFirstRequest { state.deadline = .now.advanced(by: listener.configuration.headerTimeout) }
      state.isFirstRequest = false
    }
  }

  /// The header section is whole and a body follows.
  func expectsBody() {
    state.withLock { $0.deadline = .now.advanced(by: listener.configuration.bodyTimeout) }
  }

  /// Suspends the connection and has `work` answer in a task.
  /// - Returns: `false` when the listener is past taking requests.
  func suspend(_ exchange: Exchange, while work: @escaping @Sendable () async -> HTTPResponse) -> Bool {
    state.withLock { state in
      guard !state.isAbandoned else { return false }
      state.deadline = nil
      MHD_suspend_connection(exchange.pointer)
      let task = Task {
        let response = await work()
        self.answer(exchange, response)
      }
      state.progress = .suspended(exchange, task)
      return true
    }
  }

  private func answer(_ exchange: Exchange, _ response: HTTPResponse) {
    state.withLock { state in
      guard case .suspended(let current, _) = state.progress, current === exchange else { return }
      state.progress = .answered(exchange, response)
      // Under the lock, so that nobody stops the daemon between the answer and the resumption.
      MHD_resume_connection(exchange.pointer)
    }
  }

  /// The answer to send, and whether it is the last one on this connection.
  func takeAnswer(to exchange: Exchange) -> (response: HTTPResponse, isLast: Bool)? {
    state.withLock { state in
      guard case .answered(let current, let response?) = state.progress, current === exchange else {
        return nil
      }
      state.progress = .answered(exchange, nil)
      state.deadline = .now.advanced(by: listener.configuration.responseTimeout)
      return (response, state.isClosing)
    }
  }

  /// The answer is sent, or the request broke off.
  func ended(_ exchange: Exchange) {
    state.withLock { state in
      state.progress = .idle
      state.deadline = .now.advanced(by: listener.configuration.idleTimeout)
      if state.isClosing { Self.shut(&state) }
    }
  }

  /// The library is about to close the socket.
  func forgetSocket() {
    state.withLock { $0.socket = -1 }
  }

  // MARK: The end, told by others

  /// Closes now when no request is under way, else after its answer.
  func closeWhenIdle() {
    state.withLock { state in
      state.isClosing = true
      if case .idle = state.progress { Self.shut(&state) }
    }
  }

  /// Closes when the deadline has passed.
  func closeIfOverdue(_ now: MonotonicTime) {
    state.withLock { state in
      guard let deadline = state.deadline, deadline < now else { return }
      state.deadline = nil
      Self.shut(&state)
    }
  }

  /// Gives up whatever is under way: the daemon stops.
  func abandon() {
    state.withLock { state in
      state.isAbandoned = true
      state.isClosing = true
      if case .suspended(let exchange, let task) = state.progress {
        task?.cancel()
        state.progress = .answered(exchange, nil)
        MHD_resume_connection(exchange.pointer)
      }
      Self.shut(&state)
    }
  }

  /// Ends the traffic both ways; the library notices and closes.
  private static func shut(_ state: inout State) {
    guard state.socket >= 0 else { return }
    shutdown(state.socket, Int32(SHUT_RDWR))
  }
}
