/// Runs `body` `count` times in parallel. The results are in order.
func inParallel<Value: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
  try await withThrowingTaskGroup(of: (Int, Value).self) { group in
    for index in 0..<count {
      group.addTask { (index, try await body(index)) }
    }
    var values: [(Int, Value)] = []
    for try await value in group { values.append(value) }
    return values.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

func inParallel<Value: Sendable>(
  _ count: Int, _ body: @escaping @Sendable () async throws -> Value
) async throws -> [Value] {
  try await inParallel(count) { _ in try await body() }
}
