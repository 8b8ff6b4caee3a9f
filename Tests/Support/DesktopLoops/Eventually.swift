/// Waits until a condition is true, and fails if it does not become true.
@MainActor package func eventually(
  _ what: String, within limit: Duration = .seconds(15), _ isSo: @MainActor () async -> Bool
) async throws {
  let start = ContinuousClock.now
  while await !isSo() {
    guard ContinuousClock.now - start < limit else { throw Late(what: what) }
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// A condition did not become true.
package struct Late: Error, CustomStringConvertible {
  let what: String
  package var description: String { "the condition did not become true: \(what)" }

  package init(what: String) { self.what = what }
}
