internal import CDoorwardSQLite

extension SQLiteConnection {
  /// The version of the SQLite library in use.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
