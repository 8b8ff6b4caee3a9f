internal import Encodings
internal import Foundation

/// A folder whose files are this user's alone.
///
/// Files are opened below the folder that was looked at, never by a path that may lead elsewhere since.
struct PrivateFolder {
  let path: String
  private let folder: OpenFile

  /// Opens the folder.
  ///
  /// - Parameters:
  ///   - path: where.
  ///   - isMade: whether it, and folders above it, are made where they are missing, for this user alone.
  /// - Returns: nil when it is not there and is not to be made.
  /// - Throws: ``StorageError`` `storage_exposed` when somebody else owns it or may write to it.
  static func open(_ path: String, isMade: Bool) throws(StorageError) -> PrivateFolder? {
    if isMade { try make(path) }
    guard let folder = OpenFile(Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
      let status = folder.status
    else {
      if errno == ENOENT, !isMade { return nil }
      throw .system("The folder of the session cannot be opened", path, errno)
    }
    // Files are closed to others by themselves; who may write here, though, could put others in their place.
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw StorageError(
        code: .exposed,
        reason: "Other users own \(path) or may write to it. Keep the session in a folder of this user alone."
      )
    }
    return PrivateFolder(path: path, folder: folder)
  }

  /// Opens the folder, made where it is missing.
  ///
  /// - Throws: as ``open(_:isMade:)``.
  static func made(_ path: String) throws(StorageError) -> PrivateFolder {
    guard let folder = try open(path, isMade: true) else {
      throw .system("The folder of the session cannot be opened", path, ENOENT)
    }
    return folder
  }

  private static func make(_ path: String) throws(StorageError) {
    if mkdir(path, 0o700) == 0 {
      // Or a power cut could take the folder away with what was acknowledged in it.
      let above = (path as NSString).deletingLastPathComponent
      let parent = OpenFile(Foundation.open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      guard parent?.synchronize() != false || errno == EINVAL else {
        throw .system("The folder of the session cannot be made", path, errno)
      }
      return
    }
    switch errno {
    case EEXIST: return
    case ENOENT where path.count > 1:
      try make((path as NSString).deletingLastPathComponent)
      // Another process may have been quicker.
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw .system("The folder of the session cannot be made", path, errno)
      }
    default: throw .system("The folder of the session cannot be made", path, errno)
    }
  }

  /// The path of a file of it, for people.
  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Opens a file of it; its mode is that of a new one.
  func open(_ name: String, _ flags: Int32) -> OpenFile? {
    OpenFile(openat(folder.descriptor, name, flags | O_CLOEXEC | O_NOFOLLOW, 0o600))
  }

  /// Whether anything has a name in it.
  func has(_ name: String) throws(StorageError) -> Bool {
    var status = stat()
    if fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return true }
    guard errno == ENOENT else {
      throw .system("The session cannot be looked for", path(of: name), errno)
    }
    return false
  }

  /// What a file holds; nil when there is none.
  ///
  /// A file that others may read is closed to them: refusing it would sign a person out, and help nobody.
  ///
  /// - Throws: ``StorageError`` `storage_unreadable` for what is no file of at most `limit` bytes,
  ///   `storage_exposed` for one of another user, or one that cannot be closed.
  func read(_ name: String, atMost limit: Int) throws(StorageError) -> [UInt8]? {
    // Opening a pipe would wait for somebody to write to it.
    guard let file = open(name, O_RDONLY | O_NONBLOCK), let status = file.status else {
      switch errno {
      case ENOENT: return nil
      case ELOOP, ENXIO: throw .misplaced(path(of: name))
      default: throw .system("The session cannot be read", path(of: name), errno)
      }
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .misplaced(path(of: name)) }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 || fchmod(file.descriptor, 0o600) == 0
    else {
      throw StorageError(
        code: .exposed, reason: "Other users own \(path(of: name)) or may read it. Make it this user's alone."
      )
    }
    guard let bytes = file.read(atMost: limit) else {
      throw .system("The session cannot be read", path(of: name), errno)
    }
    guard bytes.count <= limit else {
      throw StorageError(
        code: .unreadable, reason: "\(path(of: name)) is longer than what is kept there. It is left as it is."
      )
    }
    return bytes
  }

  /// Puts bytes in the place of what a file held, all of them or none, and on the disk.
  func replace(_ name: String, with bytes: [UInt8]) throws(StorageError) {
    let draft = try Draft(of: name, bytes, in: self)
    // Its lock has to last until its name is another.
    let failure = withExtendedLifetime(draft) {
      renameat(folder.descriptor, draft.name, folder.descriptor, name) == 0 ? 0 : errno
    }
    guard failure == 0 else {
      discard(draft.name)
      if failure == EISDIR { throw .misplaced(path(of: name)) }
      throw .system("The session cannot be kept", path(of: name), failure)
    }
    try synchronize()
  }

  /// Puts bytes where no file is, all of them or none, and on the disk.
  ///
  /// - Returns: false when there is one by now.
  func create(_ name: String, _ bytes: [UInt8]) throws(StorageError) -> Bool {
    let draft = try Draft(of: name, bytes, in: self)
    let failure = withExtendedLifetime(draft) {
      linkat(folder.descriptor, draft.name, folder.descriptor, name, 0) == 0 ? 0 : errno
    }
    discard(draft.name)
    if failure == EEXIST { return false }
    guard failure == 0 else {
      throw .system("The key of the session cannot be kept", path(of: name), failure)
    }
    try synchronize()
    return true
  }

  /// Takes a file away, and that on the disk; nothing happens when there is none.
  func remove(_ name: String) throws(StorageError) {
    guard unlinkat(folder.descriptor, name, 0) == 0 else {
      switch errno {
      case ENOENT: return
      // EPERM is what POSIX has for a folder, and EISDIR what Linux has.
      case EISDIR, EPERM: throw .misplaced(path(of: name))
      default: throw .system("The session cannot be removed", path(of: name), errno)
      }
    }
    try synchronize()
  }

  /// Takes away the drafts, of files whose names begin so, of processes that died over them.
  func removeAbandonedDrafts(of stem: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for other in names where other.hasPrefix("\(stem).") && other.hasSuffix(Draft.suffix) {
      // Who writes a draft has it locked, and the system unlocks it when they die.
      guard let draft = open(other, O_RDWR | O_NONBLOCK) else { continue }
      withExtendedLifetime(draft) {
        if flock(draft.descriptor, LOCK_EX | LOCK_NB) == 0 { discard(other) }
      }
    }
  }

  /// Takes a draft away, as far as it can be.
  func discard(_ draft: String) { unlinkat(folder.descriptor, draft, 0) }

  private func synchronize() throws(StorageError) {
    // EINVAL: a file system that has no such thing for folders.
    guard folder.synchronize() || errno == EINVAL else {
      throw .system("The session cannot be brought to the disk", path, errno)
    }
  }
}
