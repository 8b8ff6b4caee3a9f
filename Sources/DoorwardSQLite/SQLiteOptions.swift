/// How a connection is opened.
public struct SQLiteOptions: Sendable {
  /// What the connection may do to the file.
  public enum Access: Sendable {
    /// Reads and writes a file that exists.
    case readWrite
    /// Reads a file that exists; needs to write beside it only where no other process has it open.
    case readOnly
    /// Reads a file that no process has open and that has no log, as if it could not change: no lock is
    /// taken and nothing is put beside it. What is read while somebody writes after all is worthless.
    case frozen
  }

  /// What the connection may do to the file.
  public var access: Access
  /// How long to wait for a lock another connection holds, in milliseconds.
  public var busyTimeout: Int32
  /// Past this many bytes the file does not grow: writes fail as on a full disk. nil: the disk decides.
  public var maximumBytes: Int64?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - access: what the connection may do to the file.
  ///   - busyTimeout: how long to wait for a lock another connection holds, in milliseconds.
  ///   - maximumBytes: the size past which the file does not grow; nil leaves that to the disk.
  public init(access: Access = .readWrite, busyTimeout: Int32 = 5000, maximumBytes: Int64? = nil) {
    self.access = access
    self.busyTimeout = busyTimeout
    self.maximumBytes = maximumBytes
  }
}
