internal import Foundation

extension StorageError {
  /// A failure of a system call on a file, as a sentence.
  ///
  /// - Parameters:
  ///   - what: The attempted action, as in "The session cannot be written".
  ///   - path: The path of the file.
  ///   - number: The system's `errno`.
  /// - Returns: The error, `storage_unavailable`.
  static func system(_ what: String, _ path: String, _ number: Int32) -> StorageError {
    let because =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: "the disk, or this user's share of it, is full"
      case EROFS: "the disk can only be read"
      case EACCES, EPERM: "this user may not"
      case ENOTDIR: "something on the way to it is no folder"
      case EMFILE, ENFILE: "too many files are open"
      case EIO: "the disk does not work"
      case EOPNOTSUPP, ENOTSUP, ENOLCK, ENOSYS:
        "its file system cannot do that; choose a folder on a local disk"
      default: "the system says \(number)"
      }
    return StorageError(code: .unavailable, reason: "\(what): \(because) (\(path)).")
  }

  /// A folder, a link or another entry has the name of a file of the storage.
  static func misplaced(_ path: String) -> StorageError {
    StorageError(
      code: .unreadable,
      reason: "There is no plain file at \(path), where one was expected. It is left as it is; move it away.")
  }
}
