/// A point at which a task waits until the test continues it.
struct Stop {
  private let reached = AsyncStream<Never>.makeStream()
  private let left = AsyncStream<Never>.makeStream()

  func wait() async {
    reached.continuation.finish()
    for await _ in left.stream {}
  }

  func isReached() async { for await _ in reached.stream {} }
  func resume() { left.continuation.finish() }
}
