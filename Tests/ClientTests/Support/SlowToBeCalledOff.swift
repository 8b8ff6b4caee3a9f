import Dispatch

/// An operation whose cancellation handler blocks until the test goes on, as that of Linux's `URLSession` may.
struct SlowToBeCalledOff: Sendable {
  private let hasGoneOn = DispatchSemaphore(value: 0)
  private let outcomes = AsyncStream<Bool>.makeStream()
  private let beginning = AsyncStream<Void>.makeStream()

  /// Runs until it is cancelled.
  func work() async {
    let (end, ending) = AsyncStream<Void>.makeStream()
    beginning.continuation.finish()
    await withTaskCancellationHandler {
      // Waits in another task, which the cancellation does not wake: it would block one of the few threads.
      await Task { for await _ in end {} }.value
    } onCancel: {
      outcomes.continuation.yield(hasGoneOn.wait(timeout: .now() + 20) == .success)
      hasGoneOn.signal()
      ending.finish()
    }
  }

  /// Waits until it has begun.
  func hasBegun() async { for await _ in beginning.stream {} }

  /// Lets the handler return, and tells whether it was waiting for that.
  func isCalledOffAfterwards() async -> Bool {
    hasGoneOn.signal()
    for await outcome in outcomes.stream { return outcome }
    return false
  }
}
