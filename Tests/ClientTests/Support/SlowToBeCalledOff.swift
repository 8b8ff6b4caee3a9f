import Dispatch

/// Work whose being called off does not return before the test has gone on, as that of Linux's `URLSession` may.
struct SlowToBeCalledOff: Sendable {
  private let hasGoneOn = DispatchSemaphore(value: 0)
  private let outcomes = AsyncStream<Bool>.makeStream()
  private let beginning = AsyncStream<Void>.makeStream()

  /// Goes on until it is called off.
  func work() async {
    let (end, ending) = AsyncStream<Void>.makeStream()
    beginning.continuation.finish()
    await withTaskCancellationHandler {
      // Waits where being called off wakes nobody: who is woken meanwhile would hold one of the few threads there are.
      await Task { for await _ in end {} }.value
    } onCancel: {
      outcomes.continuation.yield(hasGoneOn.wait(timeout: .now() + 20) == .success)
      hasGoneOn.signal()
      ending.finish()
    }
  }

  /// Waits until it goes on.
  func hasBegun() async { for await _ in beginning.stream {} }

  /// Says that the test has gone on, and whether that was waited for.
  func isCalledOffAfterwards() async -> Bool {
    hasGoneOn.signal()
    for await outcome in outcomes.stream { return outcome }
    return false
  }
}
