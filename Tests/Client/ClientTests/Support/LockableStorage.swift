import Doorward

/// A keyring that can be locked.
actor LockableStorage: SessionStorage {
  private let inner: InMemorySessionStorage
  private var isLocked = false
  /// The number of calls that were refused.
  private(set) var refusals = 0

  init(_ inner: InMemorySessionStorage) { self.inner = inner }

  func lock() { isLocked = true }
  func unlock() { isLocked = false }

  /// Unlocks the storage with another record in it.
  func unlock(replacing record: [UInt8]?) async throws(StorageError) {
    if let record { try await inner.save(record) }
    isLocked = false
  }

  private func check() throws(StorageError) {
    guard isLocked else { return }
    refusals += 1
    throw StorageError(code: .locked, reason: "The keyring is locked.")
  }

  func load() async throws(StorageError) -> [UInt8]? {
    try check()
    return try await inner.load()
  }

  func save(_ record: [UInt8]) async throws(StorageError) {
    try check()
    try await inner.save(record)
  }

  func remove() async throws(StorageError) {
    try check()
    try await inner.remove()
  }

  func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.exclusively(body) }
}
