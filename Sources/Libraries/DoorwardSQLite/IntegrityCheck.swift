extension SQLiteConnection {
  /// Reads the whole file and returns its problems, at most one hundred; empty if there are none.
  public func integrityProblems() throws -> [String] {
    var problems = try all("PRAGMA integrity_check(100)") { row in try row.text(0) }
      .filter { $0 != "ok" }
    problems += try all("PRAGMA foreign_key_check") { row in
      "a row of \(try row.text(0)) refers to a row of \(try row.text(2)) that is not there"
    }
    return problems
  }
}
