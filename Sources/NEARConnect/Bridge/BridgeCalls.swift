internal import Encodings
internal import NEAR

/// Calls that wait for their answer, each by its id.
///
/// Whatever ends a call first resumes it: the answer, the time limit, the caller's cancellation, or the end
/// of the page. What comes after, or names an id that nobody waits for, is dropped. A page that is not waited
/// for any more is told so, since what drives a wallet may not even have begun.
@MainActor final class BridgeCalls {
  private var waiting: [UInt64: CheckedContinuation<JSONValue, any Error>] = [:]
  private var lastID: UInt64 = 0

  /// How many wait.
  var count: Int { waiting.count }

  /// Makes a call and waits for its answer.
  ///
  /// - Throws: `timed_out`, a ``WalletFailure``, `CancellationError`, or what ``failAll(_:)`` was given.
  func call(
    _ name: String, _ arguments: JSONObject, timeLimit: Duration, post: @escaping @MainActor (String) -> Void
  ) async throws -> JSONValue {
    try Task.checkCancellation()
    lastID += 1
    let id = lastID
    // A promise of a page may never settle, after a navigation for one: the limit is ours.
    let timer = Task { [weak self] in
      try await Task.sleep(for: timeLimit)
      self?.withdraw(id, NEARError.timedOut, post)
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting[id] = continuation
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
    waiting.removeValue(forKey: id)?.resume(with: result)
  }

  private func withdraw(_ id: UInt64, _ error: any Error, _ post: (String) -> Void) {
    guard waiting[id] != nil else { return }
    post(Self.withdrawal([id]))
    end(id, .failure(error))
  }

  /// Ends every call of a page that is gone.
  func failAll(_ error: any Error) {
    let ended = waiting.values
    waiting = [:]
    for continuation in ended { continuation.resume(throwing: error) }
  }

  /// Ends every call of a page that is there, which is told.
  func withdrawAll(_ error: any Error, _ post: (String) -> Void) {
    guard !waiting.isEmpty else { return }
    post(Self.withdrawal(waiting.keys.sorted()))
    failAll(error)
  }

  /// Nobody waits for the answer to this one, so it has no id of its own.
  private static func withdrawal(_ ids: [UInt64]) -> String {
    BridgeCall(id: 0, name: "withdraw", arguments: ["ids": .array(ids.map { .integer($0) })]).text
  }
}
