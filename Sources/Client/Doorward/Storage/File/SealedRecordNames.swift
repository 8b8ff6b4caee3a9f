internal import Encodings

/// The names of a storage's record, key and lock, in a folder or in a keychain.
struct SealedRecordNames: Sendable {
  let stem: String
  let record: String
  let key: String
  let lock: String

  /// The name is hashed, because it may contain characters that a file system rejects.
  init(_ name: String) {
    stem = "session-" + Hex.encode(SHA256.hash(Array(name.utf8)).prefix(16))
    record = "\(stem).sealed"
    key = "\(stem).key"
    lock = "\(stem).lock"
  }
}
