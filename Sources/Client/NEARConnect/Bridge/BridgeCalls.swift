internal import Encodings
internal import NEAR

/// The calls that wait for an answer from the page, by id.
///
/// The first of these events ends a call: the answer, the time limit, cancellation by the caller, or the end of
/// the page. Later answers and answers with an unknown id are dropped. If a call ends before its answer, the
/// page is notified, because the page may not yet have started the wallet's code.
@MainActor final class BridgeCalls {
  /// The page was replaced before it started the call, so the call can be repeated on the new page.
  struct NotBegun: Error {}

  private struct Waiting {
    let continuation: CheckedContinuation<JSONValue, any Error>
    let wallet: NEARWallet?
    /// Whether the call needs an answer from the user.
    let asksUser: Bool
    /// The progress of the call; nil until the page has started it.
    var stage: CallStage?
    /// The position of the last stage report among all reports; 0 before the first.
    var reported: UInt64 = 0
    /// The reason why the wallet could not be loaded, while the page offers to retry.
    var failure: NEARError?
  }

  private var waiting: [UInt64: Waiting] = [:]
  private var lastID: UInt64 = 0
  private var lastReport: UInt64 = 0

  /// The number of waiting calls.
  var count: Int { waiting.count }

  /// Posts a call and waits for its answer.
  ///
  /// - Throws: `timed_out`, a ``WalletFailure``, `CancellationError`, or the error given to ``failAll(_:)``.
  func call(
    _ name: String, _ arguments: JSONObject, of wallet: NEARWallet? = nil, asksUser: Bool = false,
    timeLimit: Duration, post: @escaping @MainActor (String) -> Void
  ) async throws -> JSONValue {
    try Task.checkCancellation()
    lastID += 1
    let id = lastID
    // A promise in the page may never settle, for example after a navigation. The time limit is therefore
    // enforced here.
    let timer = Task { [weak self] in
      try await Task.sleep(for: timeLimit)
      self?.withdraw(id, self?.waiting[id]?.failure ?? NEARError.timedOut, post)
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting[id] = Waiting(continuation: continuation, wallet: wallet, asksUser: asksUser)
        if Task.isCancelled {
          end(id, .failure(CancellationError()))
        } else {
          post(BridgeCall(id: id, name: name, arguments: arguments).text)
        }
      }
    } onCancel: {
      Task { @MainActor in self.withdraw(id, CancellationError(), post) }
    }
  }

  /// Ends a waiting call. Does nothing if the call does not wait.
  func end(_ id: UInt64, _ result: Result<JSONValue, any Error>) {
    waiting.removeValue(forKey: id)?.continuation.resume(with: result)
  }

  /// Ends a call and notifies the page, which still exists.
  func withdraw(_ id: UInt64, _ error: any Error, _ post: (String) -> Void) {
    guard waiting[id] != nil else { return }
    post(Self.withdrawal([id]))
    end(id, .failure(error))
  }

  /// Ends every call of a page that no longer exists.
  func failAll(_ error: any Error) { failEach { _ in error } }

  /// Ends every call and notifies the page, which still exists. If the wallet of a call could not be loaded,
  /// the call ends with that reason.
  func withdrawAll(_ error: any Error, _ post: (String) -> Void) {
    guard !waiting.isEmpty else { return }
    post(Self.withdrawal(waiting.keys.sorted()))
    failEach { $0.failure ?? error }
  }

  private func failEach(_ error: (Waiting) -> any Error) {
    let ended = waiting.values
    waiting = [:]
    for call in ended { call.continuation.resume(throwing: error(call)) }
  }

  /// The text that tells the page to drop calls. It needs no answer, so its id is 0.
  private static func withdrawal(_ ids: [UInt64]) -> String {
    BridgeCall(id: 0, name: "withdraw", arguments: ["ids": .array(ids.map { .integer($0) })]).text
  }

  // MARK: Reports of the page

  /// Records the progress of a call.
  ///
  /// - Returns: Whether the call is waiting.
  func advance(_ id: UInt64, to stage: CallStage) -> Bool {
    guard waiting[id] != nil else { return false }
    lastReport += 1
    waiting[id]?.reported = lastReport
    waiting[id]?.stage = stage
    waiting[id]?.failure = nil
    return true
  }

  /// Records that the wallet of a call could not be loaded. The call keeps waiting.
  ///
  /// - Returns: The error that ends the call unless the user retries, and whether a user can retry; nil if the
  ///   call does not wait.
  func notLoaded(_ id: UInt64, because reason: String) -> (error: NEARError, asksUser: Bool)? {
    guard let call = waiting[id] else { return nil }
    let error = NEARError.unavailable(call.wallet?.name ?? "The wallet", reason)
    waiting[id]?.failure = error
    return (error, call.asksUser)
  }

  /// Ends every call of a page that is blocked.
  ///
  /// The call with the last report blocked the page: a wallet that blocks reports nothing more and prevents
  /// reports from other calls. Calls to the same wallet end with an error that names it. Calls to other wallets
  /// end with `bridge_terminated`, and calls that the page has not started end with ``NotBegun``.
  func failBlocked() {
    let last = waiting.values.filter { $0.stage != nil }.max { $0.reported < $1.reported }
    failEach { call in
      guard call.stage != nil else { return NotBegun() }
      guard let wallet = call.wallet, wallet.id == last?.wallet?.id else { return NEARError.bridgeTerminated }
      return NEARError.unresponsive(wallet)
    }
  }
}
