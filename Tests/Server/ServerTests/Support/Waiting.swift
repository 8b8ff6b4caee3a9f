import Testing

/// Waits until a condition holds.
///
/// - Throws: if the condition does not hold after a generous time limit.
func wait(until what: String, _ holds: () async -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(30)
  while await !holds() {
    try #require(.now < deadline, "waited too long until \(what)")
    // A task that only yields would take the processor from those that it waits for.
    try await Task.sleep(for: .milliseconds(2))
  }
}
