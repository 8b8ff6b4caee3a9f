/// Where the key of a record is.
protocol RecordKeySource: Sendable {
  /// The file that is, or leads to, the key.
  var file: String { get }

  /// The key; nil when there is none.
  ///
  /// - Throws: ``StorageError`` `storage_unreadable` for what is no key.
  func key(in folder: PrivateFolder) throws(StorageError) -> [UInt8]?

  /// The key, made when there is none. Of any number of processes that ask at once, all get the same.
  func madeKey(in folder: PrivateFolder) throws(StorageError) -> [UInt8]
}

extension RecordKeySource {
  /// Takes away what is there and is no key. Whether another can be made is no matter of forgetting a record.
  func removeBroken(in folder: PrivateFolder) throws(StorageError) {
    do {
      _ = try key(in: folder)
    } catch  where error.code == .unreadable {
      try folder.remove(file)
    } catch {}
  }
}

/// A key in a file beside the record.
struct FileRecordKey: RecordKeySource {
  let file: String

  func key(in folder: PrivateFolder) throws(StorageError) -> [UInt8]? {
    guard let key = try folder.read(file, atMost: 4096) else { return nil }
    guard key.count == RecordCipher.keyLength else {
      throw .unreadable("The key \(folder.path(of: file)) is cut short, or no key")
    }
    return key
  }

  func madeKey(in folder: PrivateFolder) throws(StorageError) -> [UInt8] {
    if let key = try key(in: folder) { return key }
    let key = try RecordCipher.makeKey()
    if try folder.create(file, key) { return key }
    guard let first = try self.key(in: folder) else {
      throw StorageError(code: .busy, reason: "The key \(folder.path(of: file)) comes and goes. Try again.")
    }
    return first
  }
}
