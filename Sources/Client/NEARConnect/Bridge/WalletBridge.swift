internal import Encodings
internal import NEAR

/// Manages the life of the bridge page: loads it, starts it, sends calls to it, and restarts it if its process
/// terminates.
@MainActor final class WalletBridge {
  /// The page and the arguments of its start call.
  struct Start {
    let page: BridgePage
    let arguments: JSONObject
  }

  private let host: any BridgeHost
  private let timeLimit: Duration
  private let prepare: @MainActor () async throws(NEARError) -> Start
  private let calls = BridgeCalls()
  private let heartbeat = BridgeHeartbeat()
  private var loading: Task<Void, Never>?
  private var timer: Task<Void, Never>?
  private var start: Start?
  private let readiness = BridgeReadiness()
  /// The recent times at which the page's process terminated. The page is not restarted if it terminates too
  /// often.
  private var terminations: [ContinuousClock.Instant] = []
  /// The number of calls that needed the user since the page was loaded.
  private var userCalls = 0
  /// The most calls that need the user before the page is reloaded. Web views do not free all memory of removed
  /// frames, and wallets leave state in the page. The reload takes a fraction of a second and happens when no
  /// call waits.
  private static let maximumUserCalls = 128

  private(set) var state: BridgeState = .loading {
    didSet { if state != oldValue { onStateChange(state) } }
  }
  var onStateChange: @MainActor (BridgeState) -> Void = { _ in }
  /// Called when a call needs the user, either to answer the wallet or to decide about a failure.
  var onUserNeeded: @MainActor (NEARError?) -> Void = { _ in }
  /// Returns how long a waiting user may take to retry a failure; nil if no user waits.
  var retryTimeLimit: @MainActor () -> Duration? = { nil }

  /// Creates a bridge.
  ///
  /// - Parameters:
  ///   - host: The host that shows the page.
  ///   - timeLimit: The time limit for loading the page and for calls that do not need the user.
  ///   - prepare: Creates the page and its arguments. Called at each load.
  init(
    host: any BridgeHost, timeLimit: Duration,
    prepare: @escaping @MainActor () async throws(NEARError) -> Start
  ) {
    self.host = host
    self.timeLimit = timeLimit
    self.prepare = prepare
    host.onEvent = { [weak self] event in self?.receive(event) }
  }

  /// Loads the page in place of the current one. The pending calls of the current page end with the given
  /// error.
  func load(ending error: NEARError = .cancelled) {
    endLoading()
    heartbeat.end()
    start = nil
    userCalls = 0
    // The current page exists until the new page replaces it.
    calls.withdrawAll(error, post)
    host.closePopups()
    state = .loading
    loading = Task { [weak self] in await self?.show() }
    // The time limit includes the preparation, which may fetch the list of wallets.
    timer = Task { [weak self, timeLimit] in
      try? await Task.sleep(for: timeLimit)
      guard !Task.isCancelled, let self, state == .loading else { return }
      fail(.bridgeFailed("The wallet page was not ready in time. Check the connection and try again."))
    }
  }

  private func endLoading() {
    loading?.cancel()
    timer?.cancel()
  }

  private func show() async {
    do throws(NEARError) {
      let prepared = try await prepare()
      guard !Task.isCancelled else { return }
      start = prepared
      host.load(prepared.page)
    } catch {
      if !Task.isCancelled { fail(error) }
    }
  }

  private func receive(_ event: BridgeHostEvent) {
    switch event {
    case .message(let text): receive(text)
    case .loadFailed(let reason, let code): fail(NEARError(code: code, reason: reason))
    case .terminated: restart()
    case .popupsChanged(let count): if count > 0 { windowOpened() }
    case .dialogShown: heartbeat.pause()
    }
  }

  private func receive(_ text: String) {
    switch BridgeMessage(text) {
    case .loaded: begin()
    case .value(let id, let value): end(id, .success(value))
    case .failure(let id, let failure): end(id, .failure(failure))
    case .unreadable(let id):
      end(id, .failure(NEARError.malformedAnswer("it is too long or not valid JSON")))
    case .stage(let id, let stage):
      if calls.advance(id, to: stage), stage.needsUser { onUserNeeded(nil) }
    case .unavailable(let id, let reason): notLoaded(id, reason)
    case nil: break
    }
  }

  private func end(_ id: UInt64, _ result: Result<JSONValue, any Error>) {
    heartbeat.answered(id)
    calls.end(id, result)
  }

  private func notLoaded(_ id: UInt64, _ reason: String) {
    guard let failure = calls.notLoaded(id, because: reason) else { return }
    if failure.asksUser, retryTimeLimit() != nil {
      onUserNeeded(failure.error)
    } else {
      calls.withdraw(id, failure.error, post)
    }
  }

  /// Closes the window if no call waits: the page may have requested it before it learned that its call was
  /// withdrawn. The task runs after the host has shown the window.
  private func windowOpened() {
    guard calls.count == 0 else { return onUserNeeded(nil) }
    Task { if calls.count == 0 { host.closePopups() } }
  }

  private func begin() {
    guard state == .loading, let start else { return }
    Task {
      do {
        _ = try await calls.call("start", start.arguments, timeLimit: timeLimit, post: post)
        succeed()
      } catch let failure as WalletFailure {
        fail(.bridgeFailed(failure.message))
      } catch {
        // The page was replaced. The new page has its own start call.
      }
    }
  }

  private func succeed() {
    guard state == .loading else { return }
    endLoading()
    state = .ready
    readiness.resume(.success(()))
  }

  private func fail(_ error: NEARError) {
    endLoading()
    heartbeat.end()
    state = .failed(error)
    calls.failAll(error)
    guard let limit = retryTimeLimit() else { return readiness.resume(.failure(error)) }
    // The window shows the failure. If the user loads the page again, the waiting callers continue.
    timer = Task { [weak self] in
      try? await Task.sleep(for: limit)
      if !Task.isCancelled { self?.readiness.resume(.failure(error)) }
    }
    onUserNeeded(error)
  }

  /// A wallet blocks the page's scripts. The page can only be recovered by ending its process.
  private func becomeBlocked() {
    calls.failBlocked()
    restart()
  }

  private func restart() {
    let now = ContinuousClock.now
    terminations = terminations.filter { now - $0 < .seconds(60) } + [now]
    guard terminations.count <= 3 else {
      calls.failAll(NEARError.bridgeTerminated)
      return fail(.bridgeFailed("The wallet page stopped several times. Try again later."))
    }
    load(ending: .bridgeTerminated)
  }

  private var post: @MainActor (String) -> Void { { [host] text in host.post(text) } }

  /// Waits until wallets can be called. If the page has failed, it is loaded once more.
  func ready() async throws {
    // The page may be replaced between the resumption of a waiting caller and its next step.
    while state != .ready {
      if case .failed = state { load() }
      try await readiness.wait()
    }
  }

  /// Calls the page and waits for its answer.
  ///
  /// `wallet` is the wallet; nil for a call to the page itself. `timeLimit` is how long the user may take; nil for a
  /// call that does not need the user.
  ///
  /// - Returns: The page's answer.
  /// - Throws: ``NEAR/NEARError``, a ``WalletFailure`` or `CancellationError`.
  func call(
    _ name: String, _ arguments: JSONObject = [:], of wallet: NEARWallet? = nil, timeLimit: Duration? = nil
  ) async throws -> JSONValue {
    var arguments = arguments
    if let wallet { arguments["walletId"] = .string(wallet.id) }
    do {
      return try await attempt(name, arguments, wallet: wallet, timeLimit: timeLimit)
    } catch is BridgeCalls.NotBegun {
      // Another call blocked the page before the page started this one.
    }
    do {
      return try await attempt(name, arguments, wallet: wallet, timeLimit: timeLimit)
    } catch is BridgeCalls.NotBegun {
      throw NEARError.bridgeTerminated
    }
  }

  private func attempt(
    _ name: String, _ arguments: JSONObject, wallet: NEARWallet?, timeLimit: Duration?
  ) async throws -> JSONValue {
    try await ready()
    if timeLimit != nil { userCalls += 1 }
    // The scripts of an inspected page stop at breakpoints, so the heartbeat is disabled for inspectable pages.
    if start?.page.isInspectable != true { heartbeat.begin(host) { [weak self] in self?.becomeBlocked() } }
    defer { if calls.count == 0 { heartbeat.end() } }
    return try await calls.call(
      name, arguments, of: wallet, asksUser: timeLimit != nil, timeLimit: timeLimit ?? self.timeLimit,
      post: post)
  }

  /// Ends every waiting call and removes its UI from the page.
  func dismiss(_ error: NEARError = .cancelled) {
    if case .failed(let failure) = state {
      readiness.resume(.failure(failure))
    } else {
      readiness.resume(.failure(error))
    }
    calls.withdrawAll(error, post)
    clear()
  }

  /// Removes dialogs and windows if no call waits.
  func clear() {
    guard calls.count == 0 else { return }
    host.closePopups()
    guard state == .ready else { return }
    guard userCalls < Self.maximumUserCalls else { return load() }
    // Posted synchronously, so that it cannot remove the dialogs of the next call.
    host.post(BridgeCall(id: 0, name: "dismiss", arguments: [:]).text)
  }
}
