internal import Encodings
internal import NEAR

/// Calls that wait for their answer, each by its id.
///
/// Whatever ends a call first resumes it: the answer, the time limit, the caller's cancellation, or the end
/// of the page. What comes after, or names an id that nobody waits for, is dropped. A page that is not waited
/// for any more is told so, since what drives a wallet may not even have begun.
@MainActor final class BridgeCalls {
  /// The page was replaced before it began the call, so another page can be asked.
  struct NotBegun: Error {}

  private struct Waiting {
    let continuation: CheckedContinuation<JSONValue, any Error>
    let wallet: NEARWallet?
    /// Whether a user answers it.
    let asksUser: Bool
    /// How far the page is with it; nil until the page has begun it.
    var stage: CallStage?
    /// When the page last reported a stage, in the order of its reports.
    var reported: UInt64 = 0
    /// Why the wallet could not be loaded, while the page offers to retry.
    var failure: NEARError?
  }

  private var waiting: [UInt64: Waiting] = [:]
  private var lastID: UInt64 = 0
  private var lastReport: UInt64 = 0

  /// How many wait.
  var count: Int { waiting.count }

  /// Makes a call and waits for its answer.
  ///
  /// - Throws: `timed_out`, a ``WalletFailure``, `CancellationError`, or what ``failAll(_:)`` was given.
  func call(
    _ name: String, _ arguments: JSONObject, of wallet: NEARWallet? = nil, asksUser: Bool = false,
    timeLimit: Duration, post: @escaping @MainActor (String) -> Void
  ) async throws -> JSONValue {
    try Task.checkCancellation()
    lastID += 1
    let id = lastID
    // A promise of a page may never settle, after a navigation for one: the limit is ours.
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

  /// Ends a call that waits; does nothing for one that does not.
  func end(_ id: UInt64, _ result: Result<JSONValue, any Error>) {
    waiting.removeValue(forKey: id)?.continuation.resume(with: result)
  }

  /// Ends a call of a page that is there, which is told.
  func withdraw(_ id: UInt64, _ error: any Error, _ post: (String) -> Void) {
    guard waiting[id] != nil else { return }
    post(Self.withdrawal([id]))
    end(id, .failure(error))
  }

  /// Ends every call of a page that is gone.
  func failAll(_ error: any Error) { failEach { _ in error } }

  /// Ends every call of a page that is there, which is told. A call whose wallet could not be loaded ends with
  /// the reason for that.
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

  /// Nobody waits for the answer to this one, so it has no id of its own.
  private static func withdrawal(_ ids: [UInt64]) -> String {
    BridgeCall(id: 0, name: "withdraw", arguments: ["ids": .array(ids.map { .integer($0) })]).text
  }

  // MARK: What the page reports

  /// Takes a report of how far a call is.
  ///
  /// - Returns: Whether the call waits.
  func advance(_ id: UInt64, to stage: CallStage) -> Bool {
    guard waiting[id] != nil else { return false }
    lastReport += 1
    waiting[id]?.reported = lastReport
    waiting[id]?.stage = stage
    waiting[id]?.failure = nil
    return true
  }

  /// Takes a report that the wallet of a call could not be loaded. The call goes on waiting.
  ///
  /// - Returns: The error that the call ends with unless the user retries, and whether there is a user to do so;
  ///   nil for a call that does not wait.
  func notLoaded(_ id: UInt64, because reason: String) -> (error: NEARError, asksUser: Bool)? {
    guard let call = waiting[id] else { return nil }
    let error = NEARError.unavailable(call.wallet?.name ?? "The wallet", reason)
    waiting[id]?.failure = error
    return (error, call.asksUser)
  }

  /// Ends every call of a page that is blocked.
  ///
  /// The call with the last report is the one that blocked the page: a wallet that blocks reports nothing more,
  /// and keeps the others from it. Its wallet is named. Calls of other wallets end as if the page had died, and a
  /// call that the page has not begun ends with ``NotBegun``.
  func failBlocked() {
    let last = waiting.values.filter { $0.stage != nil }.max { $0.reported < $1.reported }
    failEach { call in
      guard call.stage != nil else { return NotBegun() }
      guard let wallet = call.wallet, wallet.id == last?.wallet?.id else { return NEARError.bridgeTerminated }
      return NEARError.unresponsive(wallet)
    }
  }
}
