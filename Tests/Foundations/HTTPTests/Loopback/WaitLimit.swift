/// The time limit of a test's waits. It is much longer than a loaded machine needs, so a wait that exceeds it is a
/// failure. The error names the missing event.
enum WaitLimit {
  static let seconds = 60
  static let limit = Duration.seconds(seconds)
  static let milliseconds = Int32(seconds * 1000)
}

/// An event did not happen within the time limit.
struct WaitTimeout: Error, CustomStringConvertible {
  let what: String

  var description: String { "waited \(WaitLimit.seconds) seconds for \(what)" }
}

/// Polls until a condition holds.
func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + WaitLimit.limit
  while try await !condition() {
    guard .now < deadline else { throw WaitTimeout(what: what) }
    // A task that only yields would take the processor from those that it waits for.
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// Runs work with the time limit. The work must end early when it is cancelled.
func within<Value: Sendable>(
  _ what: String, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    defer { group.cancelAll() }
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: WaitLimit.limit)
      throw WaitTimeout(what: what)
    }
    guard let first = try await group.next() else { throw WaitTimeout(what: what) }
    return first
  }
}
