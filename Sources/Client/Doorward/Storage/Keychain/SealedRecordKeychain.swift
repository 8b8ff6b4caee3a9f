/// An encrypted record in a keychain, with its key in a second keychain item.
///
/// The keychain replaces each item atomically. Several processes agree on one key, because an item can be added
/// only once.
struct SealedRecordKeychain: Sendable {
  private let keychain: any KeychainItems
  private let names: SealedRecordNames
  private let format: SealedRecord
  private let installation: Installation
  private let exclusion: ProcessExclusion
  private let queue = StorageQueue()

  /// `keychain` is the keychain that holds the items. `folder` is the folder of the lock file and of the mark of this
  /// installation. `isKeptOverReinstall` says whether a record of an earlier installation is kept. `patience` is the
  /// time ``exclusively(_:)`` waits.
  init(
    name: String, keychain: any KeychainItems, folder: String, isKeptOverReinstall: Bool, patience: Duration
  ) {
    self.keychain = keychain
    // The prefix keeps these records apart from those of a file storage of the same name.
    names = SealedRecordNames("keychain \(name)")
    format = SealedRecord(name: "keychain \(name)")
    installation = Installation(
      folder: folder, stem: names.stem, keepsEarlierSession: isKeptOverReinstall, queue: queue)
    exclusion = ProcessExclusion(folder: folder, lock: names.lock, patience: patience, queue: queue)
  }

  /// The encrypted record, which differs each time it is stored; empty if there is none, nil if it cannot be read.
  func revision() async -> [UInt8]? {
    try? await queue.run { () throws(StorageError) in try read(names.record) ?? [] }
  }

  func load() async throws(StorageError) -> [UInt8]? {
    guard try await isReadable() else { return nil }
    if !installation.keepsEarlierSession { try await forgetEarlierInstallation() }
    return try await queue.run { () throws(StorageError) in
      guard let bytes = try read(names.record) else { return nil }
      guard let key = try key() else {
        throw .unreadable("The keychain does not have the key of the session")
      }
      return try format.open(bytes, under: key, at: "The session in the keychain")
    }
  }

  func save(_ record: [UInt8]) async throws(StorageError) {
    _ = try await isReadable()
    try await forgetEarlierInstallation()
    try await queue.run { () throws(StorageError) in
      try replace(names.record, with: format.seal(record, under: keyOrNewKey()))
    }
  }

  func remove() async throws(StorageError) {
    try await queue.run { () throws(StorageError) in
      try delete(names.record)
      // A valid key stays, because another process may be about to save a record under it.
      do throws(StorageError) {
        _ = try key()
      } catch  where error.code == .unreadable {
        try delete(names.key)
      } catch {}
    }
  }

  /// Runs a body while this storage holds the lock of the session.
  func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    // Before the first unlock, the lock file cannot be opened either. This read makes the error `storage_locked`.
    _ = try await isReadable()
    return try await exclusion.run(body)
  }

  /// Whether the program is signed for a keychain.
  func isOpenToThisProgram() async -> Bool {
    await queue.answer { keychain.read(names.record).answer != .notEntitled }
  }

  // MARK: Items

  /// Whether a record exists. Throws if the keychain cannot be read now.
  private func isReadable() async throws(StorageError) -> Bool {
    try await queue.run { () throws(StorageError) in try read(names.record) != nil }
  }

  private func forgetEarlierInstallation() async throws(StorageError) {
    try await installation.begin { () throws(StorageError) in try delete(names.record) }
  }

  private func read(_ item: String) throws(StorageError) -> [UInt8]? {
    let found = keychain.read(item)
    switch found.answer {
    case .done: return found.bytes
    case .missing: return nil
    default: throw .keychain(found.answer)
    }
  }

  private func key() throws(StorageError) -> [UInt8]? {
    guard let key = try read(names.key) else { return nil }
    guard key.count == RecordCipher.keyLength else {
      throw .unreadable("The key of the session in the keychain is damaged")
    }
    return key
  }

  private func keyOrNewKey() throws(StorageError) -> [UInt8] {
    if let key = try key() { return key }
    let new = try RecordCipher.makeKey()
    let answer = keychain.add(names.key, new)
    if answer == .done { return new }
    // Another process added its key first, and that key is used.
    guard answer == .duplicate, let first = try key() else { throw .keychain(answer) }
    return first
  }

  private func replace(_ item: String, with bytes: [UInt8]) throws(StorageError) {
    var answer = KeychainAnswer.missing
    // An item may disappear before an update, and may appear before an add, while other processes change it.
    for _ in 0..<10 {
      answer = keychain.update(item, bytes)
      if answer == .missing { answer = keychain.add(item, bytes) }
      guard answer == .duplicate else { break }
    }
    guard answer == .done else { throw .keychain(answer) }
  }

  private func delete(_ item: String) throws(StorageError) {
    let answer = keychain.delete(item)
    guard answer == .done || answer == .missing else { throw .keychain(answer) }
  }
}
