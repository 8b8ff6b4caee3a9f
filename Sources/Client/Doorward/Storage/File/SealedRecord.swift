/// The format of a record on the disk.
///
/// ```
/// "DOORWARD"  8 bytes
/// version     1 byte
/// nonce      12 bytes
/// ciphertext  as long as the record
/// tag        16 bytes
/// ```
///
/// The header before the nonce is authenticated together with the storage's name. Therefore a record cannot replace a
/// record of another storage, and cannot be read as another version.
struct SealedRecord {
  /// Far above the length of any session, and small compared with the memory of a process.
  static let longestRecord = 1 << 20
  static let longest = longestRecord + head + 12 + 16

  private static let magic = Array("DOORWARD".utf8)
  private static let head = magic.count + 1

  private static let present: UInt8 = 1

  /// The name of the storage, which is authenticated with the record.
  let name: String

  /// The encrypted form of a record.
  func seal(_ record: [UInt8], under key: [UInt8]) throws(StorageError) -> [UInt8] {
    guard record.count <= Self.longestRecord else {
      throw StorageError(
        code: .tooLarge,
        reason: "The record has \(record.count) bytes. The limit is \(Self.longestRecord).")
    }
    let box = try RecordCipher.seal(record, under: key, for: purpose(Self.present))
    return Self.magic + [Self.present] + box
  }

  /// The record in its encrypted form.
  ///
  /// - Throws: ``StorageError`` `storage_unreadable`.
  func open(_ bytes: [UInt8], under key: [UInt8], at path: String) throws(StorageError) -> [UInt8] {
    guard bytes.starts(with: Self.magic), bytes.count > Self.head else {
      throw .unreadable("\(path) is empty, truncated, or not a session of Doorward")
    }
    let version = bytes[Self.magic.count]
    let box = Array(bytes.dropFirst(Self.head))
    let record: [UInt8]?
    // An old version stays readable here. Its records are written in the current version at the next save.
    switch version {
    case 1: record = try RecordCipher.open(box, under: key, for: purpose(version))
    default: throw .unreadable("A newer version of the app wrote \(path)")
    }
    guard let record else {
      throw .unreadable("\(path) is damaged, or was encrypted with another key")
    }
    return record
  }

  private func purpose(_ version: UInt8) -> [UInt8] { Self.magic + [version] + Array(name.utf8) }
}

extension StorageError {
  /// A stored record cannot be read; the reason names the record.
  static func unreadable(_ what: String) -> StorageError {
    StorageError(
      code: .unreadable, reason: "\(what). The stored session was not changed. Sign in again to replace it.")
  }
}
