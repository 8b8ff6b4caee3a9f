import CSQLite

extension SQLiteConnection {
  /// Copies the whole database, as it is at this moment, over an empty file that exists.
  ///
  /// The copy is one snapshot: other connections go on writing meanwhile. It does not depend on a log of
  /// its own: it is one file, to be moved and opened anywhere.
  public func backup(to path: String) throws {
    let target = try SQLiteConnection(path: path)
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw SQLiteError(failing: target.handle)
    }
    let code = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, finished == SQLITE_OK else {
      throw SQLiteError(
        SQLiteError.Code(rawValue: code == SQLITE_DONE ? finished : code),
        sqlite3_errstr(code).map { String(cString: $0) } ?? "the copy failed")
    }
    let mode = try target.first("PRAGMA journal_mode = DELETE") { row in try row.text(0) }
    guard mode == "delete" else {
      throw SQLiteError(.error, "the copy could not be made independent of its log")
    }
  }
}
