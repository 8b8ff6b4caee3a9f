import DoorwardStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The state of a file or directory. Reading it changes nothing.
package struct PathInspection: Sendable {
  package let path: String
  package let exists: Bool
  /// The system's error code (errno(3)) that hides whether the path exists, for example because a directory above it cannot
  /// be entered; nil if it exists or certainly does not exist.
  package let obstacle: Int32?
  package let isDirectory: Bool
  /// The permission bits.
  package let mode: UInt32
  /// The size of a file, in bytes.
  package let size: Int64
  /// Whether this process may change the permissions: its user owns the path or is root.
  package let isOwned: Bool
  /// The user id of the owner.
  package let owner: UInt32
  /// Whether this process may read and write the path and, if it is a directory, enter it.
  package let isUsable: Bool

  package init(_ path: String) {
    self.path = path
    var status = stat()
    exists = stat(path, &status) == 0
    obstacle = exists || errno == ENOENT || errno == ENOTDIR ? nil : errno
    isDirectory = exists && UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFDIR)
    mode = exists ? UInt32(status.st_mode) & 0o7777 : 0
    size = exists ? Int64(status.st_size) : 0
    owner = UInt32(status.st_uid)
    isOwned = exists && [0, status.st_uid].contains(geteuid())
    isUsable = access(path, isDirectory ? R_OK | W_OK | X_OK : R_OK | W_OK) == 0
  }

  /// The reason why this user cannot know whether the path exists; nil if there is none.
  package var obstacleReason: String? { obstacle.map { String(cString: strerror($0)) } }

  /// Whether any user except the owner has a permission on the path.
  package var isShared: Bool { mode & 0o077 != 0 }

  /// Whether the file system of the path, or of its nearest existing parent, is mounted read-only.
  package var isOnReadOnlyFileSystem: Bool {
    var status = statvfs()
    guard statvfs(exists ? path : nearestParent.path, &status) == 0 else { return false }
    // ST_RDONLY of statvfs(3).
    return status.f_flag & 1 != 0
  }

  /// Advice on how to remove the permissions of all users except the owner.
  ///
  /// - Parameter mode: the new permission bits, in octal digits.
  /// - Returns: advice that also works on a read-only file system.
  package func closing(_ mode: String) -> String {
    if isOnReadOnlyFileSystem {
      return "its file system is mounted read-only: change the permissions where it is mounted for writing"
    }
    return isOwned ? "chmod \(mode) \(path)" : "run chmod \(mode) \(path) as its owner (user id \(owner))"
  }

  /// Advice on how to make the path writable for this user.
  ///
  /// - Parameter otherwise: the setting that names another path.
  /// - Returns: advice that also works on a read-only file system.
  package func opening(otherwise: String) -> String {
    if isOnReadOnlyFileSystem {
      return
        "its file system is mounted read-only: mount it for writing, or choose another path (\(otherwise))"
    }
    return isOwned
      ? "chmod u+rw\(isDirectory ? "x" : "") \(path)"
      : "run as its owner (user id \(owner)), or change its owner to this user (chown)"
  }

  /// The directory that contains the path.
  package var parent: PathInspection {
    guard let slash = path.lastIndex(of: "/") else { return PathInspection(".") }
    return PathInspection(slash == path.startIndex ? "/" : String(path[..<slash]))
  }

  /// The nearest parent directory that exists.
  package var nearestParent: PathInspection {
    var parts = path.split(separator: "/").dropLast()
    let root = path.hasPrefix("/") ? "/" : ""
    while !parts.isEmpty {
      let parent = PathInspection(root + parts.joined(separator: "/"))
      if parent.exists { return parent }
      parts = parts.dropLast()
    }
    return PathInspection(root.isEmpty ? "." : root)
  }

  /// The free bytes that this user may use on the path's file system.
  package var freeBytes: UInt64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) &* UInt64(status.f_frsize)
  }
}
