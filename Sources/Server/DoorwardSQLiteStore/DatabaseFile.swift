package import DoorwardStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file of a database. Only its owner can read it.
package enum DatabaseFile {
  /// If the file does not exist, makes it empty with mode 0600. Makes missing parent directories with mode 0700.
  ///
  /// SQLite would make the file readable to all users. The log and the index get the permissions of the file.
  ///
  /// - Returns: true if the file was made; false if it already existed.
  @discardableResult
  static func create(at path: String) throws(StoreError) -> Bool {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreError(.unavailable, "the path of the database is empty or holds a NUL")
    }
    let directory = parent(of: path)
    try createDirectory(directory)
    // An existing file must not be opened: closing it would release the locks of every connection in this process
    // (https://sqlite.org/howtocorrupt.html §2.2).
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw failure("make the database file", at: path)
    }
    close(descriptor)
    try synchronize(directory)
    return true
  }

  /// Whether a file or directory exists at a path.
  ///
  /// - Throws: ``StoreError`` if this user cannot know, because a directory above it cannot be entered.
  package static func exists(_ path: String) throws(StoreError) -> Bool {
    if access(path, F_OK) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw StoreError(.unavailable, "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    return false
  }

  /// Whether a database has a log: a process has it open, or did not close it.
  ///
  /// A process that was killed can leave the header of a log alone. It has no page, and SQLite cannot read it on a read-only
  /// medium: it compares the header with that of the pages that it has found, until it gives up (`SQLITE_PROTOCOL`).
  package static func hasLog(_ path: String) throws(StoreError) -> Bool {
    guard try exists("\(path)-wal") else { return false }
    var status = stat()
    return stat("\(path)-wal", &status) != 0 || status.st_size != headerOfLog
  }

  /// The size of the header, in bytes (https://sqlite.org/fileformat2.html §4.1).
  private static let headerOfLog = 32

  /// Writes a file's bytes, or a directory's entries, to the disk.
  static func synchronize(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open the written file", at: path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("write the file to the disk", at: path) }
  }

  /// Refuses an empty file. SQLite would treat it as a new database and delete the log next to it.
  static func requireContent(at path: String) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size == 0 else { return }
    throw StoreError(
      .unavailable,
      """
      the database \(path) is damaged, an empty file (0 bytes): restore a backup, or delete \(path), \(path)-wal and \
      \(path)-shm to begin with a new database
      """)
  }

  /// Refuses a log without its database. SQLite would replay the log into a new database and so restore data that the
  /// operator has deleted.
  static func requireNoLog(at path: String) throws(StoreError) {
    var status = stat()
    guard stat("\(path)-wal", &status) == 0, status.st_size > 0 else { return }
    // Another server that starts at the same time may have just made the database.
    guard try !exists(path) else { return }
    throw StoreError(
      .unavailable,
      """
      the log \(path)-wal of an earlier database exists, but the database \(path) does not: restore the database, or \
      delete \(path)-wal and \(path)-shm to begin with a new one
      """)
  }

  /// Renames a finished file to its final name.
  ///
  /// - Returns: false if a file with that name exists. That file does not change.
  static func publish(_ path: String, as name: String) throws(StoreError) -> Bool {
    try synchronize(path)
    guard link(path, name) == 0 else {
      if errno == EEXIST { return false }
      throw failure("name the finished file", at: name)
    }
    unlink(path)
    try synchronize(parent(of: name))
    return true
  }

  static func remove(_ path: String) { unlink(path) }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func createDirectory(_ path: String) throws(StoreError) {
    var missing: [String] = []
    var directory = path
    while try !exists(directory) {
      missing.append(directory)
      directory = parent(of: directory)
    }
    for directory in missing.reversed() {
      guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
        throw failure("make the directory", at: directory)
      }
      try synchronize(parent(of: directory))
    }
  }

  private static func failure(_ deed: String, at path: String) -> StoreError {
    StoreError(.unavailable, "cannot \(deed) \(path): \(String(cString: strerror(errno)))")
  }
}
