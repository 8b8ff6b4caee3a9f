/// The options of a connection.
public struct SQLiteOptions: Sendable {
  /// The connection's access to the file.
  public enum Access: Sendable {
    /// Reads and writes a file that exists.
    case readWrite
    /// Reads a file that exists. If no other process has it open, the connection must be able to write next to it.
    case readOnly
    /// Reads a file that no process has open and that has no log, as if it could not change. No lock is acquired and
    /// no file is created next to it. If another process writes to the file meanwhile, the results are invalid.
    case frozen
  }

  /// The connection's access to the file.
  public var access: Access
  /// The time to wait for a lock of another connection, in milliseconds.
  public var busyTimeout: Int32
  /// The maximum size of the file. Above it, writes fail as on a full disk. If nil, only the disk limits the size.
  public var maximumBytes: Int64?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - access: the connection's access to the file.
  ///   - busyTimeout: the time to wait for a lock of another connection, in milliseconds.
  ///   - maximumBytes: the maximum size of the file; nil for no limit except the disk.
  public init(access: Access = .readWrite, busyTimeout: Int32 = 5000, maximumBytes: Int64? = nil) {
    self.access = access
    self.busyTimeout = busyTimeout
    self.maximumBytes = maximumBytes
  }
}
