internal import Foundation

/// An exclusive lock between processes. The system releases it when the process dies.
///
/// It is the lock of an open file (flock(2)), so that two storages of one process exclude each other too.
struct ProcessLock {
  private let file: OpenFile

  /// Acquires the lock if it is free.
  ///
  /// - Returns: nil if the lock is held.
  static func take(_ name: String, in folder: PrivateFolder) throws(StorageError) -> ProcessLock? {
    guard let file = folder.open(name, O_RDWR | O_CREAT) else {
      throw .system("The session cannot be locked", folder.path(of: name), errno)
    }
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK || errno == EINTR { return nil }
      throw .system("The session cannot be locked", folder.path(of: name), errno)
    }
    // Another process may have deleted the file meanwhile. Then others lock a new file of the same name.
    guard let mine = file.status, let present = folder.open(name, O_RDONLY | O_NONBLOCK)?.status,
      mine.st_ino == present.st_ino, mine.st_dev == present.st_dev
    else { return nil }
    return ProcessLock(file: file)
  }

  /// Releases the lock.
  func release() { flock(file.descriptor, LOCK_UN) }
}
