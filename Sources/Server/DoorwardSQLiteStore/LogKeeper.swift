import DoorwardSQLite
import DoorwardStore

/// Keeps the write-ahead log short.
struct LogKeeper {
  /// 4 MiB of pages, the default of SQLite.
  private static let step = 1000
  /// 16 MiB. Readers that overlap without a pause let the log grow without limit, so above this size the copy waits
  /// for them.
  private static let limit = 4096
  /// The time for which that wait may block writers, in milliseconds.
  private static let patience: Int32 = 100

  private var next = LogKeeper.step

  /// Copies the log into the database file if the log has grown.
  ///
  /// - Returns: nil if no copy was due; otherwise whether the copy succeeded without an error.
  mutating func tend(_ connection: SQLiteConnection) -> Bool? {
    let frames = connection.writeAheadFrames
    // The whole log was copied, so it has started again.
    if frames < next - Self.step { next = Self.step }
    guard frames >= next else { return nil }
    next = frames + Self.step
    do {
      if frames < Self.limit {
        try connection.checkpoint(.passive)
      } else {
        try connection.checkpoint(.restart, patience: Self.patience)
      }
      return true
    } catch {
      return false
    }
  }
}
