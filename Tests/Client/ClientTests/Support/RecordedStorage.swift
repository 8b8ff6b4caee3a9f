import Doorward

/// Records everything that is stored, as text.
actor RecordedStorage: SessionStorage {
  private(set) var records: [String] = []
  private let memory = InMemorySessionStorage()

  func load() async throws(StorageError) -> [UInt8]? { try await memory.load() }
  func remove() async throws(StorageError) { try await memory.remove() }

  func save(_ record: [UInt8]) async throws(StorageError) {
    records.append(String(decoding: record, as: UTF8.self))
    try await memory.save(record)
  }

  nonisolated func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await memory.exclusively(body)
  }
}
