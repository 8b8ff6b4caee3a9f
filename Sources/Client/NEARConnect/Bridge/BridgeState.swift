public import NEAR

/// The state of the bridge to the wallets.
public enum BridgeState: Sendable, Equatable {
  /// The page is loading. Calls wait for it.
  case loading
  /// Wallets can be called.
  case ready
  /// The page cannot be used; the error contains the reason. ``NEARWalletManager/retry()`` loads the page
  /// again.
  case failed(NEARError)
}

/// Callers that wait until the page is ready.
@MainActor final class BridgeReadiness {
  private var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
  private var lastID: UInt64 = 0

  /// Waits for ``resume(_:)``. Throws if the caller's task is cancelled.
  func wait() async throws {
    lastID += 1
    let id = lastID
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting[id] = continuation
        if Task.isCancelled { end(id) }
      }
    } onCancel: {
      Task { @MainActor in self.end(id) }
    }
  }

  private func end(_ id: UInt64) { waiting.removeValue(forKey: id)?.resume(throwing: CancellationError()) }

  /// Resumes every waiting caller with a result.
  func resume(_ result: Result<Void, any Error>) {
    let ended = waiting.values
    waiting = [:]
    for continuation in ended { continuation.resume(with: result) }
  }
}
