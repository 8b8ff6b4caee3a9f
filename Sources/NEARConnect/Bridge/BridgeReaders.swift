/// Callers that wait for the page to be ready.
@MainActor final class BridgeReaders {
  private var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
  private var lastID: UInt64 = 0

  /// Waits for ``resume(_:)``, or for the caller's cancellation.
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

  /// Lets every caller go on, or fail.
  func resume(_ result: Result<Void, any Error>) {
    let ended = waiting.values
    waiting = [:]
    for continuation in ended { continuation.resume(with: result) }
  }
}
