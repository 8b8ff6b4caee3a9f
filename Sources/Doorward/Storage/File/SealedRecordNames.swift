internal import Encodings

/// What the record of one storage, its key and its lock are called, in a folder or in a keychain.
struct SealedRecordNames: Sendable {
  let stem: String
  let record: String
  let key: String
  let lock: String

  /// A name may have any character; its hash is what every file system takes.
  init(_ name: String) {
    stem = "session-" + Hex.encode(SHA256.hash(Array(name.utf8)).prefix(16))
    record = "\(stem).sealed"
    key = "\(stem).key"
    lock = "\(stem).lock"
  }
}
