internal import Foundation

extension StorageError {
  /// A failure of a system call on a file, as a sentence.
  ///
  /// `what` is the attempted action, as in "The session cannot be written". `number` is the system's `errno`.
  ///
  /// - Returns: The error, `storage_unavailable`.
  static func system(_ what: String, path: String, number: Int32) -> StorageError {
    let because =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: "the disk or the user's quota is full"
      case EROFS: "the disk is read-only"
      case EACCES, EPERM: "this user does not have the permission"
      case ENOTDIR: "a part of the path is not a folder"
      case EMFILE, ENFILE: "too many files are open"
      case EIO: "the disk reported an input/output error"
      case EOPNOTSUPP, ENOTSUP, ENOLCK, ENOSYS:
        "the file system does not support this; choose a folder on a local disk"
      default: "the system reported error \(number)"
      }
    return StorageError(code: .unavailable, reason: "\(what): \(because) (\(path)).")
  }

  /// A folder, a link or another entry has the name of a file of the storage.
  static func misplaced(_ path: String) -> StorageError {
    StorageError(
      code: .unreadable, reason: "\(path) is not a regular file. Move it to another place, then try again.")
  }
}
