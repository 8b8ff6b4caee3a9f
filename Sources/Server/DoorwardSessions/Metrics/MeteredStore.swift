package import DoorwardStore

/// Measures the writes of another store.
package struct MeteredStore: Store {
  private let store: any Store
  private let metrics: Metrics

  package init(_ store: any Store, _ metrics: Metrics) {
    self.store = store
    self.metrics = metrics
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value {
    try await counting { try await store.read(body) }
  }

  package func read<Value: Sendable>(
    prefetching reads: PrefetchedReads, _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value {
    try await counting { try await store.read(prefetching: reads, body) }
  }

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try await timing { try await store.write(body) }
  }

  package func write<Value: Sendable>(
    prefetching reads: PrefetchedReads, _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try await timing { try await store.write(prefetching: reads, body) }
  }

  package func writeAtRepeatableRead<Value: Sendable>(
    prefetching reads: PrefetchedReads, continuing ahead: ReadAhead?,
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try await timing {
      try await store.writeAtRepeatableRead(prefetching: reads, continuing: ahead, body)
    }
  }

  package var sharedLimits: (any SharedLimits)? { store.sharedLimits }

  package var waiting: [String: Int] { store.waiting }

  package func awaitChange(atMost time: Duration) async { await store.awaitChange(atMost: time) }

  package func check() async throws { try await store.check() }

  package func close() async { await store.close() }

  private func timing<Value>(_ call: () async throws -> Value) async throws -> Value {
    let start = ContinuousClock.now
    let value = try await counting(call)
    metrics.observe(.writeDuration, duration: ContinuousClock.now - start)
    return value
  }

  private func counting<Value>(_ call: () async throws -> Value) async throws -> Value {
    do {
      return try await call()
    } catch let error as StoreError {
      // The other errors are answers about rows.
      if error.code == .unavailable { metrics.count(.storeFailures) }
      throw error
    }
  }
}
