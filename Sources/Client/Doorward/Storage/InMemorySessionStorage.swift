/// Stores a session as long as the object lives; for tests and previews.
public actor InMemorySessionStorage: SessionStorage {
  private var record: [UInt8]?
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a storage that holds a record, or none.
  public init(_ record: [UInt8]? = nil) { self.record = record }

  public func load() throws(StorageError) -> [UInt8]? { record }
  public func save(_ record: [UInt8]) throws(StorageError) { self.record = record }
  public func remove() throws(StorageError) { record = nil }
  public func revision() -> [UInt8]? { record ?? [] }

  public func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    if isLocked { await withCheckedContinuation { waiting.append($0) } }
    isLocked = true
    defer {
      isLocked = !waiting.isEmpty
      if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
    return try await body()
  }
}
