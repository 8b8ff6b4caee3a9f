import DoorwardStore

/// How an SQLite store is opened.
package struct SQLiteStoreOptions: Sendable {
  /// What the store may do to the file.
  package enum Access: Sendable {
    /// Makes the file where there is none, brings its schema up to date, reads and writes.
    case readWrite
    /// Reads a file that exists and is up to date; writes are refused.
    case readOnly
    /// As `readOnly`, and takes the schema of an older server too: to look at a file, or to copy it.
    case inspection
    /// As `inspection`, of a file that nobody has open: nothing is put beside it.
    case frozen
  }

  package var access: Access
  /// Connections that read, each on a thread of its own.
  package var readers: Int
  /// Requests that may wait, readers and writers counted apart; one more is refused at once.
  package var queueLimit: Int
  /// The most requests committed together.
  package var groupLimit: Int
  /// How long to wait for another process that writes, in milliseconds.
  package var busyTimeout: Int32
  /// Past this many bytes the file does not grow: writes fail as on a full disk. nil: the disk decides.
  package var maximumBytes: Int64?

  package init(
    access: Access = .readWrite, readers: Int = 4, queueLimit: Int = 4096, groupLimit: Int = 256,
    busyTimeout: Int32 = 5000, maximumBytes: Int64? = nil
  ) {
    self.access = access
    self.readers = max(1, readers)
    self.queueLimit = max(1, queueLimit)
    self.groupLimit = max(1, groupLimit)
    self.busyTimeout = max(0, busyTimeout)
    self.maximumBytes = maximumBytes
  }
}
