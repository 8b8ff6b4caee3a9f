/// The source of a record's encryption key.
protocol RecordKeySource: Sendable {
  /// The file that contains the key, or an identifier of the key.
  var file: String { get }

  /// The key; nil if there is none.
  ///
  /// - Throws: ``StorageError`` `storage_unreadable` if the file does not hold a key.
  func key(in folder: PrivateFolder) throws(StorageError) -> [UInt8]?

  /// The key, or a new key if there is none. Concurrent processes all get the same key.
  func keyOrNewKey(in folder: PrivateFolder) throws(StorageError) -> [UInt8]
}

extension RecordKeySource {
  /// Deletes a key file that cannot be read. Other failures are ignored, because they do not concern the removal of
  /// a record.
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
      throw .unreadable("The key file \(folder.path(of: file)) is damaged")
    }
    return key
  }

  func keyOrNewKey(in folder: PrivateFolder) throws(StorageError) -> [UInt8] {
    if let key = try key(in: folder) { return key }
    let key = try RecordCipher.makeKey()
    if try folder.create(file, key) { return key }
    guard let first = try self.key(in: folder) else {
      throw StorageError(
        code: .busy,
        reason: "Another process creates and deletes the key file \(folder.path(of: file)). Try again.")
    }
    return first
  }
}
