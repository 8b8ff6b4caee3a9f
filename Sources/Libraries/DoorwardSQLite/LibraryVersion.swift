internal import CDoorwardSQLite

extension SQLiteConnection {
  /// The version of the SQLite library that the process has loaded.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
