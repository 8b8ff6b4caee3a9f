import DoorwardStore

/// The options of an SQLite store.
package struct SQLiteStoreOptions: Sendable {
  /// The store's access to the file.
  package enum Access: Sendable {
    /// Makes the file if it does not exist, migrates its schema, reads and writes.
    case readWrite
    /// Reads a file that exists and has the current schema. Writes are refused.
    case readOnly
    /// Like `readOnly`, and also accepts the schema of an older server. It serves to inspect or copy a file.
    case inspection
  }

  package var access: Access
  /// Whether a file that is only read has no log, so that it can be read as if it could not change. No file is created next to
  /// it. If a process writes to it meanwhile, the results are invalid.
  package var isFrozen: Bool
  /// The number of reading connections. Each has its own thread.
  package var readers: Int
  /// The number of requests that may wait; readers and writers are counted separately. Further requests are refused.
  package var queueLimit: Int
  /// The most requests that are committed together.
  package var groupLimit: Int
  /// The time to wait for another writing process, in milliseconds.
  package var busyTimeout: Int32
  /// The maximum size of the file. Above it, writes fail as on a full disk. If nil, only the disk limits the size.
  package var maximumBytes: Int64?

  package init(
    access: Access = .readWrite, isFrozen: Bool = false, readers: Int = 4, queueLimit: Int = 4096,
    groupLimit: Int = 256,
    busyTimeout: Int32 = 5000, maximumBytes: Int64? = nil
  ) {
    self.access = access
    self.isFrozen = isFrozen
    self.readers = max(1, readers)
    self.queueLimit = max(1, queueLimit)
    self.groupLimit = max(1, groupLimit)
    self.busyTimeout = max(0, busyTimeout)
    self.maximumBytes = maximumBytes
  }
}
