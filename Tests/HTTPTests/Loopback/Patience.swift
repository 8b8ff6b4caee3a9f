/// How long a test waits for what must come: far longer than a machine under any load takes, so that only
/// what would never come fails, and says what that was.
enum Patience {
  static let seconds = 60
  static let limit = Duration.seconds(seconds)
  static let milliseconds = Int32(seconds * 1000)
}

/// What a test waited for in vain.
struct WaitedInVain: Error, CustomStringConvertible {
  let what: String

  var description: String { "waited \(Patience.seconds) seconds in vain for \(what)" }
}

/// Waits until a condition holds that nobody announces.
func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + Patience.limit
  while try await !condition() {
    guard .now < deadline else { throw WaitedInVain(what: what) }
    await Task.yield()
  }
}

/// Waits for work that ends early when it is cancelled.
func within<Value: Sendable>(
  _ what: String, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    defer { group.cancelAll() }
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: Patience.limit)
      throw WaitedInVain(what: what)
    }
    guard let first = try await group.next() else { throw WaitedInVain(what: what) }
    return first
  }
}
