internal import Encodings
internal import NEAR

/// The bridge page over its life: loaded, started, used, and brought back when its process dies.
@MainActor final class WalletBridge {
  /// What a page is started with.
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
  private var clock: Task<Void, Never>?
  private var start: Start?
  private let readers = BridgeReaders()
  /// When the page's process died, of late: one that dies again and again is not started for ever.
  private var deaths: [ContinuousClock.Instant] = []
  /// How much the page has been asked for people.
  private var served = 0
  /// Frames that wallets ran in are not given back wholly by web views, nor is what wallets leave behind. A page
  /// that has served this often is loaded anew when nobody waits for it, which takes a fraction of a second.
  private static let lifetime = 128

  private(set) var state: BridgeState = .loading {
    didSet { if state != oldValue { onStateChange(state) } }
  }
  var onStateChange: @MainActor (BridgeState) -> Void = { _ in }
  /// A call needs the user: to answer the wallet, or to decide about a failure.
  var onUserNeeded: @MainActor (NEARError?) -> Void = { _ in }
  /// How long a user who waits may take to retry what has failed, or not to; nil without such a user.
  var retryTimeLimit: @MainActor () -> Duration? = { nil }

  /// Makes a bridge. The page has the time limit to be ready, and to answer what asks no person; what it is
  /// started with is asked for again at each load.
  init(
    host: any BridgeHost, timeLimit: Duration,
    prepare: @escaping @MainActor () async throws(NEARError) -> Start
  ) {
    self.host = host
    self.timeLimit = timeLimit
    self.prepare = prepare
    host.onEvent = { [weak self] event in self?.receive(event) }
  }

  /// Loads the page, in place of one that is there. What that one had pending ends with this error.
  func load(ending error: NEARError = .cancelled) {
    endLoading()
    heartbeat.end()
    start = nil
    served = 0
    // The page before is there until this one is.
    calls.withdrawAll(error, post)
    host.closePopups()
    state = .loading
    loading = Task { [weak self] in await self?.show() }
    // Begins with the load, whose first step may be to fetch the list of wallets.
    clock = Task { [weak self, timeLimit] in
      try? await Task.sleep(for: timeLimit)
      guard !Task.isCancelled, let self, state == .loading else { return }
      fail(.bridgeFailed("The wallet page was not ready in time. Check the connection and try again."))
    }
  }

  private func endLoading() {
    loading?.cancel()
    clock?.cancel()
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
    case .loadFailed(let reason): fail(.bridgeFailed(reason))
    case .terminated: comeBack()
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
      end(id, .failure(NEARError.malformedAnswer("it is too long, or no JSON that is sound")))
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

  /// The page may have asked for a window before it heard that nobody waits. The host is about to show it.
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
        // Of a page that is gone; the one after it has its own.
      }
    }
  }

  private func succeed() {
    guard state == .loading else { return }
    endLoading()
    state = .ready
    readers.resume(.success(()))
  }

  private func fail(_ error: NEARError) {
    endLoading()
    heartbeat.end()
    state = .failed(error)
    calls.failAll(error)
    guard let limit = retryTimeLimit() else { return readers.resume(.failure(error)) }
    // The window shows the failure. To load the page again lets those go on who wait for it.
    clock = Task { [weak self] in
      try? await Task.sleep(for: limit)
      if !Task.isCancelled { self?.readers.resume(.failure(error)) }
    }
    onUserNeeded(error)
  }

  /// A wallet does not let the page run its scripts. Nothing but the end of the process stops it.
  private func becomeBlocked() {
    calls.failBlocked()
    comeBack()
  }

  private func comeBack() {
    let now = ContinuousClock.now
    deaths = deaths.filter { now - $0 < .seconds(60) } + [now]
    guard deaths.count <= 3 else {
      calls.failAll(NEARError.bridgeTerminated)
      return fail(.bridgeFailed("The wallet page stopped again and again. Try again later."))
    }
    load(ending: .bridgeTerminated)
  }

  private var post: @MainActor (String) -> Void { { [host] text in host.post(text) } }

  /// Waits until wallets can be asked; a page that failed is tried once more.
  func ready() async throws {
    // A page that was ready when they were let go may be gone when they go.
    while state != .ready {
      if case .failed = state { load() }
      try await readers.wait()
    }
  }

  /// Calls the page and waits for its answer.
  ///
  /// - Parameters:
  ///   - name: The call.
  ///   - arguments: What the page is given.
  ///   - wallet: The wallet that is asked; nil for a call to the page itself.
  ///   - timeLimit: How long the user may take; nil for a call that asks no user.
  /// - Returns: What the page answered.
  /// - Throws: ``NEAR/NEARError``, a ``WalletFailure`` or `CancellationError`.
  func call(
    _ name: String, _ arguments: JSONObject = [:], of wallet: NEARWallet? = nil, timeLimit: Duration? = nil
  ) async throws -> JSONValue {
    var arguments = arguments
    if let wallet { arguments["walletId"] = .string(wallet.id) }
    do {
      return try await attempt(name, arguments, wallet, timeLimit)
    } catch is BridgeCalls.NotBegun {
      // Another call blocked the page before the page began this one.
    }
    do {
      return try await attempt(name, arguments, wallet, timeLimit)
    } catch is BridgeCalls.NotBegun {
      throw NEARError.bridgeTerminated
    }
  }

  private func attempt(
    _ name: String, _ arguments: JSONObject, _ wallet: NEARWallet?, _ timeLimit: Duration?
  ) async throws -> JSONValue {
    try await ready()
    if timeLimit != nil { served += 1 }
    // The scripts of a page that is being inspected stop at breakpoints.
    if start?.page.isInspectable != true { heartbeat.begin(host) { [weak self] in self?.becomeBlocked() } }
    defer { if calls.count == 0 { heartbeat.end() } }
    return try await calls.call(
      name, arguments, of: wallet, asksUser: timeLimit != nil, timeLimit: timeLimit ?? self.timeLimit,
      post: post)
  }

  /// Ends every call that waits, and what the page shows for them.
  func dismiss(_ error: NEARError = .cancelled) {
    if case .failed(let failure) = state {
      readers.resume(.failure(failure))
    } else {
      readers.resume(.failure(error))
    }
    calls.withdrawAll(error, post)
    clear()
  }

  /// Takes dialogs and windows away when no call waits any more.
  func clear() {
    guard calls.count == 0 else { return }
    host.closePopups()
    guard state == .ready else { return }
    guard served < Self.lifetime else { return load() }
    // Posted here and now, so that it is not taken for the dialogs of what is asked next.
    host.post(BridgeCall(id: 0, name: "dismiss", arguments: [:]).text)
  }
}
