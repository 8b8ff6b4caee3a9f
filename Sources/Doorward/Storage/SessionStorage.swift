/// Stores a session between launches: one record, whose content the storage does not know.
public protocol SessionStorage: Sendable {
  /// The stored record; nil if none was ever stored.
  ///
  /// - Throws: ``StorageError``. A record that cannot be read is not deleted.
  func load() async throws(StorageError) -> [UInt8]?

  /// Stores a record in place of the one before. It is on the disk when this returns.
  func save(_ record: [UInt8]) async throws(StorageError)

  /// Deletes the record.
  func remove() async throws(StorageError)

  /// Runs a body while no other process that uses the same storage runs one: an app and its extension.
  func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result

  /// A value that changes with every change of the record, also by another process. The SDK asks for it once a second,
  /// and reads the record if it has changed.
  ///
  /// - Returns: nil if no other process uses the storage, or if it cannot tell. Then the SDK learns of changes of other
  ///   processes when it next renews the tokens.
  func revision() async -> [UInt8]?
}

extension SessionStorage {
  public func revision() async -> [UInt8]? { nil }
}
