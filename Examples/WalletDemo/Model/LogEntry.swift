/// An entry of the demo's log: an operation and its result.
struct LogEntry: Identifiable, Sendable, Hashable {
  let id: Int
  /// The name of the function.
  let action: String
  /// The parameters.
  let parameters: String
  /// The result or the error.
  let output: String
  /// Whether the operation failed.
  let isError: Bool
}
