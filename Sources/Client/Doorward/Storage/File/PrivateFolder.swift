internal import Encodings
internal import Foundation

/// A folder whose files only this user can access.
///
/// Files are opened relative to the checked folder, because its path may refer to another folder later.
struct PrivateFolder {
  let path: String
  private let folder: OpenFile

  /// Opens the folder.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - isMade: Whether missing folders of the path are created, with mode 0700.
  /// - Returns: The folder; nil if it does not exist and `isMade` is false.
  /// - Throws: ``StorageError`` `storage_exposed` if another user owns the folder or may write to it.
  static func open(_ path: String, isMade: Bool) throws(StorageError) -> PrivateFolder? {
    if isMade { try make(path) }
    guard let folder = OpenFile(Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
      let status = folder.status
    else {
      if errno == ENOENT, !isMade { return nil }
      throw .system("The folder of the session cannot be opened", path: path, number: errno)
    }
    // The files have mode 0600. A user with write access to the folder could still replace them.
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw StorageError(
        code: .exposed,
        reason:
          "Another user owns \(path) or can write to it. Choose a folder that only this user can write to."
      )
    }
    return PrivateFolder(path: path, folder: folder)
  }

  /// Opens the folder, and creates it if it does not exist.
  ///
  /// - Throws: The errors of ``open(_:isMade:)``.
  static func made(_ path: String) throws(StorageError) -> PrivateFolder {
    guard let folder = try open(path, isMade: true) else {
      throw .system("The folder of the session cannot be opened", path: path, number: ENOENT)
    }
    return folder
  }

  private static func make(_ path: String) throws(StorageError) {
    if mkdir(path, 0o700) == 0 {
      // Without this, a power failure could remove the new folder together with an acknowledged record.
      let above = (path as NSString).deletingLastPathComponent
      let parent = OpenFile(Foundation.open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      guard parent?.synchronize() != false || errno == EINVAL else {
        throw .system("The folder of the session cannot be created", path: path, number: errno)
      }
      return
    }
    switch errno {
    case EEXIST: return
    case ENOENT where path.count > 1:
      try make((path as NSString).deletingLastPathComponent)
      // Another process may have created the folder meanwhile.
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw .system("The folder of the session cannot be created", path: path, number: errno)
      }
    default: throw .system("The folder of the session cannot be created", path: path, number: errno)
    }
  }

  /// The path of a file in the folder, for messages.
  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Opens a file in the folder. A new file has mode 0600.
  func open(_ name: String, _ flags: Int32) -> OpenFile? {
    OpenFile(openat(folder.descriptor, name, flags | O_CLOEXEC | O_NOFOLLOW, 0o600))
  }

  /// Whether the folder has an entry of this name.
  func has(_ name: String) throws(StorageError) -> Bool {
    var status = stat()
    if fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return true }
    guard errno == ENOENT else {
      throw .system("The file of the session cannot be examined", path: path(of: name), number: errno)
    }
    return false
  }

  /// The content of a file; nil if the file does not exist.
  ///
  /// If others may read the file, its mode is set to 0600. Refusing the file would only sign the user out.
  ///
  /// - Throws: ``StorageError`` `storage_unreadable` if the entry is not a regular file of at most `limit` bytes,
  ///   and `storage_exposed` if another user owns the file or its mode cannot be changed.
  func read(_ name: String, atMost limit: Int) throws(StorageError) -> [UInt8]? {
    // Opening a pipe without O_NONBLOCK would wait for a writer.
    guard let file = open(name, O_RDONLY | O_NONBLOCK), let status = file.status else {
      switch errno {
      case ENOENT: return nil
      case ELOOP, ENXIO: throw .misplaced(path(of: name))
      default: throw .system("The session cannot be read", path: path(of: name), number: errno)
      }
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .misplaced(path(of: name)) }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 || fchmod(file.descriptor, 0o600) == 0
    else {
      throw StorageError(
        code: .exposed,
        reason:
          "Another user owns \(path(of: name)) or can read it. Change its owner to this user and its mode to 0600."
      )
    }
    guard let bytes = file.read(atMost: limit) else {
      throw .system("The session cannot be read", path: path(of: name), number: errno)
    }
    guard bytes.count <= limit else {
      throw StorageError(
        code: .unreadable,
        reason: "\(path(of: name)) is larger than a session can be. Delete it, then sign in again.")
    }
    return bytes
  }

  /// Replaces the content of a file atomically, and waits until it is on the disk.
  func replace(_ name: String, with bytes: [UInt8]) throws(StorageError) {
    let draft = try Draft(of: name, bytes, in: self)
    // The draft's lock has to be held until the draft is renamed.
    let failure = withExtendedLifetime(draft) {
      renameat(folder.descriptor, draft.name, folder.descriptor, name) == 0 ? 0 : errno
    }
    guard failure == 0 else {
      discard(draft.name)
      if failure == EISDIR { throw .misplaced(path(of: name)) }
      throw .system("The session cannot be stored", path: path(of: name), number: failure)
    }
    try synchronize()
  }

  /// Creates a file atomically, and waits until it is on the disk.
  ///
  /// - Returns: false if the file exists already.
  func create(_ name: String, _ bytes: [UInt8]) throws(StorageError) -> Bool {
    let draft = try Draft(of: name, bytes, in: self)
    let failure = withExtendedLifetime(draft) {
      linkat(folder.descriptor, draft.name, folder.descriptor, name, 0) == 0 ? 0 : errno
    }
    discard(draft.name)
    if failure == EEXIST { return false }
    guard failure == 0 else {
      throw .system("The key of the session cannot be stored", path: path(of: name), number: failure)
    }
    try synchronize()
    return true
  }

  /// Deletes a file, and waits until the deletion is on the disk. A missing file is not an error.
  func remove(_ name: String) throws(StorageError) {
    guard unlinkat(folder.descriptor, name, 0) == 0 else {
      switch errno {
      case ENOENT: return
      // For a folder, POSIX returns EPERM and Linux returns EISDIR.
      case EISDIR, EPERM: throw .misplaced(path(of: name))
      default: throw .system("The session cannot be removed", path: path(of: name), number: errno)
      }
    }
    try synchronize()
  }

  /// Deletes the drafts of dead processes, for files whose names begin with the stem.
  func removeDraftsOfDeadProcesses(of stem: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for other in names where other.hasPrefix("\(stem).") && other.hasSuffix(Draft.suffix) {
      // A process that writes a draft holds its lock, and the system releases the lock when the process dies.
      guard let draft = open(other, O_RDWR | O_NONBLOCK) else { continue }
      withExtendedLifetime(draft) {
        if flock(draft.descriptor, LOCK_EX | LOCK_NB) == 0 { discard(other) }
      }
    }
  }

  /// Deletes a draft, and ignores a failure.
  func discard(_ draft: String) { unlinkat(folder.descriptor, draft, 0) }

  private func synchronize() throws(StorageError) {
    // EINVAL: the file system cannot synchronize folders.
    guard folder.synchronize() || errno == EINVAL else {
      throw .system("The session cannot be written to the disk", path: path, number: errno)
    }
  }
}
