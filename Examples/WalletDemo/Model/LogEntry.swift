/// One line of the demo's log: what was asked of a wallet, and what came of it.
struct LogEntry: Identifiable, Sendable, Hashable {
  let id: Int
  /// The operation, as it is called in code.
  let action: String
  /// What it was given.
  let parameters: String
  /// What came of it.
  let output: String
  /// Whether it failed.
  let isError: Bool
}
