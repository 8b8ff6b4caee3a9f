#if os(Linux)
  internal import Encodings
  internal import DoorwardSecretService
  internal import Synchronization

  /// A key in the person's keyring, and beside the record a file that says under which identifier.
  ///
  /// That file is what several processes agree by: each keeps a key of its own in the keyring, and the one
  /// whose file comes first is right. It also means that nobody asks the keyring where nothing was ever kept.
  final class SecretServiceRecordKey: RecordKeySource {
    private static let identifierLength = 16

    let file: String
    private let label: String
    // Once read, it goes on to be known: a keyring that locks itself must not cost a session its next token.
    private let known = Mutex<(id: [UInt8], key: [UInt8])?>(nil)

    init(file: String, label: String) {
      self.file = file
      self.label = label
    }

    func key(in folder: PrivateFolder) throws(StorageError) -> [UInt8]? {
      guard let id = try folder.read(file, atMost: 4096) else { return nil }
      if let known = known.withLock({ $0 }), known.id == id { return known.key }
      guard id.count == Self.identifierLength else {
        throw .unreadable("\(folder.path(of: file)) is cut short, or leads to no key")
      }
      let found: [UInt8]?
      do { found = try SecretService().secret(Hex.encode(id)) } catch { throw Self.failure(error) }
      guard let found, found.count == RecordCipher.keyLength else {
        throw .unreadable("The key that \(folder.path(of: file)) leads to is not in the keyring")
      }
      known.withLock { $0 = (id, found) }
      return found
    }

    func madeKey(in folder: PrivateFolder) throws(StorageError) -> [UInt8] {
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
      // Somebody was quicker. What is left of ours harms nobody.
      try? SecretService().forget(Hex.encode(id))
      guard let first = try self.key(in: folder) else {
        throw StorageError(code: .busy, reason: "\(folder.path(of: file)) comes and goes. Try again.")
      }
      return first
    }

    private static func failure(_ error: SecretServiceError) -> StorageError {
      StorageError(code: error.code == .locked ? .locked : .unavailable, reason: error.reason)
    }
  }
#endif
