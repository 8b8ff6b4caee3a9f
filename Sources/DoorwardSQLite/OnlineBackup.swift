import CDoorwardSQLite

extension SQLiteConnection {
  /// Copies the whole database, as it is at this moment, over an empty file that exists.
  ///
  /// The copy is one snapshot: other connections go on writing meanwhile. It does not depend on a log of
  /// its own: it is one file, to be moved and opened anywhere.
  ///
  /// - Parameter path: the empty file.
  /// - Throws: ``SQLiteError``; what is in the file then is no copy.
  public func backup(to path: String) throws {
    let target = try SQLiteConnection(path: path)
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw SQLiteError(failing: target.handle)
    }
    let step = sqlite3_backup_step(backup, -1)
    let finish = sqlite3_backup_finish(backup)
    // SQLITE_DONE is what a step says that copied everything, and no failure to be told of.
    let code = step == SQLITE_DONE ? finish : step
    guard code == SQLITE_OK else { throw SQLiteError(backupFailedWith: code) }
    let mode = try target.first("PRAGMA journal_mode = DELETE") { row in try row.text(0) }
    guard mode == "delete" else {
      throw SQLiteError(.error, "the copy could not be made independent of its log")
    }
  }
}

extension SQLiteError {
  /// A failure that belongs to no statement and so to neither connection: SQLite's general words for the code.
  fileprivate init(backupFailedWith code: Int32) {
    let reason = sqlite3_errstr(code).map { String(cString: $0) }
    self.init(Code(rawValue: code), reason ?? "the copy failed")
  }
}
