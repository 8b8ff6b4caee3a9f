internal import Foundation

extension StorageError {
  /// What the system said of a file, as a sentence.
  ///
  /// - Parameters:
  ///   - what: what was being done, as in "the session cannot be written".
  ///   - path: to which file.
  ///   - number: the system's `errno`.
  /// - Returns: the error, `storage_unavailable`.
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

  /// Something that was never put there has the place of a file.
  static func misplaced(_ path: String) -> StorageError {
    StorageError(
      code: .unreadable,
      reason: "There is no plain file at \(path), where one was expected. It is left as it is; move it away.")
  }
}
