/// Stores a session between launches, as one record of opaque bytes.
public protocol SessionStorage: Sendable {
  /// The stored record; nil if none was ever stored.
  ///
  /// - Throws: ``StorageError``. A record that cannot be read is not deleted.
  func load() async throws(StorageError) -> [UInt8]?

  /// Stores a record in place of the previous one. The record is on the disk when this returns.
  func save(_ record: [UInt8]) async throws(StorageError)

  /// Deletes the record.
  func remove() async throws(StorageError)

  /// Stores the record of a signed-out device, after ``remove()``: the token with which the server recognizes the device.
  /// It gives no access. The default is ``save(_:)``.
  func keep(_ record: [UInt8]) async throws(StorageError)

  /// Runs a body while no other process runs one on the same storage, such as an app and its extension.
  func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result

  /// A value that changes with every change of the record, also by another process. The SDK reads the value once a
  /// second, and reads the record if the value has changed.
  ///
  /// - Returns: nil if no other process uses the storage, or if the storage does not support this. Then the SDK notices
  ///   changes by other processes when it next renews the tokens.
  func revision() async -> [UInt8]?
}

extension SessionStorage {
  public func keep(_ record: [UInt8]) async throws(StorageError) { try await save(record) }

  public func revision() async -> [UInt8]? { nil }
}

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
