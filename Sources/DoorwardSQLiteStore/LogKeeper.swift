import DoorwardSQLite
import DoorwardStore

/// Keeps the write-ahead log short.
struct LogKeeper {
  /// 4 MiB of pages, as SQLite itself would.
  private static let step = 1000
  /// 16 MiB: readers that overlap without a gap let the log grow for ever, so they are waited for.
  private static let limit = 4096
  /// How long writers may stand still for that, in milliseconds.
  private static let patience: Int32 = 100

  private var next = LogKeeper.step

  /// Copies the log into the database file where it has grown.
  ///
  /// - Returns: nil where nothing was done, otherwise whether the disk let it be done.
  mutating func tend(_ connection: SQLiteConnection) -> Bool? {
    let frames = connection.writeAheadFrames
    // Having been copied whole, the log has started over.
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
