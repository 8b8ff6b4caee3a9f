/// Where a session is kept between launches: one record, opaque to the storage.
public protocol SessionStorage: Sendable {
  /// The record that is kept; nil when none was ever kept.
  ///
  /// - Throws: ``StorageError``. Nothing is deleted because it could not be read.
  func load() async throws(StorageError) -> [UInt8]?

  /// Keeps a record in place of the one before. It is on the disk when this returns.
  func save(_ record: [UInt8]) async throws(StorageError)

  /// Forgets the record.
  func remove() async throws(StorageError)

  /// Runs a body while no other process that uses the same storage runs one: an app and its extension.
  func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result
}
