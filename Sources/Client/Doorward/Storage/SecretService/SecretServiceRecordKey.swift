#if os(Linux)
  internal import Encodings
  internal import DoorwardSecretService
  internal import Synchronization

  /// A key in the user's keyring. A file beside the record contains the key's identifier.
  ///
  /// The file lets several processes agree on one key. Each process stores its own key in the keyring, and the key of
  /// the process that creates the file first is used. If the file does not exist, the keyring is not asked.
  final class SecretServiceRecordKey: RecordKeySource {
    private static let identifierLength = 16

    let file: String
    private let label: String
    // The key is cached after the first read, so that the next refresh does not fail when the keyring locks itself.
    private let known = Mutex<(id: [UInt8], key: [UInt8])?>(nil)

    init(file: String, label: String) {
      self.file = file
      self.label = label
    }

    func key(in folder: PrivateFolder) throws(StorageError) -> [UInt8]? {
      guard let id = try folder.read(file, atMost: 4096) else { return nil }
      if let known = known.withLock({ $0 }), known.id == id { return known.key }
      guard id.count == Self.identifierLength else {
        throw .unreadable("\(folder.path(of: file)) is damaged: it does not name a key of the keyring")
      }
      let found: [UInt8]?
      do { found = try SecretService().secret(Hex.encode(id)) } catch { throw Self.failure(error) }
      guard let found, found.count == RecordCipher.keyLength else {
        throw .unreadable("The keyring does not have the key that \(folder.path(of: file)) names")
      }
      known.withLock { $0 = (id, found) }
      return found
    }

    func keyOrNewKey(in folder: PrivateFolder) throws(StorageError) -> [UInt8] {
      if let key = try key(in: folder) { return key }
      let key = try RecordCipher.makeKey()
      let id = Array(try RecordCipher.makeKey().prefix(Self.identifierLength))
      do {
        try SecretService().keep(key, as: Hex.encode(id), label: label)
      } catch {
        throw Self.failure(error)
      }
      if try folder.create(file, id) {
        known.withLock { $0 = (id, key) }
        return key
      }
      // Another process created the file first. If the unused key cannot be deleted, it does no harm.
      try? SecretService().forget(Hex.encode(id))
      guard let first = try self.key(in: folder) else {
        throw StorageError(
          code: .busy,
          reason: "Another process creates and deletes \(folder.path(of: file)). Try again.")
      }
      return first
    }

    private static func failure(_ error: SecretServiceError) -> StorageError {
      StorageError(code: error.code == .locked ? .locked : .unavailable, reason: error.reason)
    }
  }
#endif
