import Dispatch

/// An operation whose cancellation handler blocks until the test continues, as that of Linux's `URLSession` may.
struct SlowCancellation: Sendable {
  private let isReleased = DispatchSemaphore(value: 0)
  private let outcomes = AsyncStream<Bool>.makeStream()
  private let beginning = AsyncStream<Void>.makeStream()

  /// Runs until it is cancelled.
  func work() async {
    let (end, ending) = AsyncStream<Void>.makeStream()
    beginning.continuation.finish()
    await withTaskCancellationHandler {
      // Waits in another task, which is not cancelled: otherwise it would block one of the few threads.
      await Task { for await _ in end {} }.value
    } onCancel: {
      outcomes.continuation.yield(isReleased.wait(timeout: .now() + 20) == .success)
      isReleased.signal()
      ending.finish()
    }
  }

  /// Waits until it has begun.
  func hasBegun() async { for await _ in beginning.stream {} }

  /// Lets the handler return.
  ///
  /// - Returns: whether the handler has waited for that.
  func isCancelledAfterwards() async -> Bool {
    isReleased.signal()
    for await outcome in outcomes.stream { return outcome }
    return false
  }
}
