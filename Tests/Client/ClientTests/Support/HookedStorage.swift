import Doorward

/// A storage in memory that runs a test's hook at certain moments.
actor HookedStorage: SessionStorage {
  enum Moment { case beforeLoad, afterLoad, beforeSave, afterSave, beforeRemove, beforeAlone, afterAlone }

  nonisolated let inner: InMemorySessionStorage
  private var hooks: [(moment: Moment, hook: @Sendable () async throws(StorageError) -> Void)] = []

  init(_ inner: InMemorySessionStorage = InMemorySessionStorage()) { self.inner = inner }

  /// The hook that runs once, at the next such moment.
  func next(_ moment: Moment, _ hook: @escaping @Sendable () async throws(StorageError) -> Void) {
    hooks.append((moment, hook))
  }

  /// The next removal fails.
  func failToRemove() {
    next(.beforeRemove) { () throws(StorageError) in
      throw StorageError(code: .unavailable, reason: "The disk cannot be written to.")
    }
  }

  /// From now on the record cannot be removed.
  func refuseRemoval() { refusesRemoval = true }

  private var refusesRemoval = false
  private var refused: String?

  /// From now on records that contain a text cannot be stored; nil ends that.
  func refuse(_ text: String?) { refused = text }

  private func at(_ moment: Moment) async throws(StorageError) {
    guard let place = hooks.firstIndex(where: { $0.moment == moment }) else { return }
    let hook = hooks.remove(at: place).hook
    try await hook()
  }

  func load() async throws(StorageError) -> [UInt8]? {
    try await at(.beforeLoad)
    let record = try await inner.load()
    try await at(.afterLoad)
    return record
  }

  func save(_ record: [UInt8]) async throws(StorageError) {
    try await at(.beforeSave)
    if let refused, String(decoding: record, as: UTF8.self).contains(refused) {
      throw StorageError(code: .unavailable, reason: "The disk is full.")
    }
    try await inner.save(record)
    try await at(.afterSave)
  }

  func remove() async throws(StorageError) {
    try await at(.beforeRemove)
    if refusesRemoval {
      throw StorageError(code: .unavailable, reason: "The disk cannot be written to.")
    }
    try await inner.remove()
  }

  func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    try await at(.beforeAlone)
    let result = try await inner.exclusively(body)
    try await at(.afterAlone)
    return result
  }
}
