import Testing

/// Waits until something holds.
///
/// - Throws: where it has not come to hold after a time that no machine needs.
func wait(until what: String, _ holds: () async -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(30)
  while await !holds() {
    try #require(.now < deadline, "waited in vain until \(what)")
    await Task.yield()
  }
}
