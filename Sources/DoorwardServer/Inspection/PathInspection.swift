#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is at a path, looked at without touching it.
package struct PathInspection: Sendable {
  package let path: String
  package let exists: Bool
  package let isDirectory: Bool
  /// The permission bits.
  package let mode: UInt32
  /// Whether this process may read, write and, of a directory, enter it.
  package let isUsable: Bool

  package init(_ path: String) {
    self.path = path
    var status = stat()
    exists = stat(path, &status) == 0
    isDirectory = exists && UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFDIR)
    mode = exists ? UInt32(status.st_mode) & 0o7777 : 0
    isUsable = access(path, isDirectory ? R_OK | W_OK | X_OK : R_OK | W_OK) == 0
  }

  /// Whether anybody but the owner has any right to it.
  package var isShared: Bool { mode & 0o077 != 0 }

  /// The nearest directory above that exists.
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

  /// Bytes free to this user on the disk below it.
  package var freeBytes: UInt64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) &* UInt64(status.f_frsize)
  }
}
