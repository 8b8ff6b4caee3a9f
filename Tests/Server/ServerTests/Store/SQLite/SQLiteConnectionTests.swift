import DoorwardSQLite
import Foundation
import Testing

@Suite("SQLite: one connection")
struct SQLiteConnectionTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("a.sqlite3")
    try Data().write(to: URL(fileURLWithPath: path))
  }

  @Test func `every kind of value is read as it was bound`() throws {
    let connection = try SQLiteConnection(path: path)
    try connection.script("CREATE TABLE t (i INTEGER, t TEXT, b BLOB) STRICT")
    let rows: [(Int64?, String?, [UInt8]?)] = [
      (nil, nil, nil), (.min, "", []), (.max, awkwardText, Array(0...255)), (0, "\0", [0]),
    ]
    for row in rows {
      let changed = try connection.run(
        "INSERT INTO t VALUES (?1, ?2, ?3)", [SQLiteValue(row.0), SQLiteValue(row.1), SQLiteValue(row.2)])
      #expect(changed == 1)
    }
    let read = try connection.all("SELECT i, t, b FROM t ORDER BY rowid") { row in
      (try row.optionalInteger(0), try row.optionalText(1), try row.optionalBlob(2))
    }
    try #require(read.count == rows.count)
    for (found, wanted) in zip(read, rows) {
      #expect(found.0 == wanted.0)
      #expect(isSame(found.1, wanted.1))
      #expect(found.2 == wanted.2)
    }
  }

  @Test func `a column of another type, or an unknown column, is an error`() throws {
    let connection = try SQLiteConnection(path: path)
    func reading(_ read: (borrowing SQLiteRow) throws -> Void) throws {
      _ = try connection.first("SELECT 1, 'a', x'ff', NULL, CAST(x'ff' AS TEXT)", [], read)
    }
    for column: Int32 in [1, 2, 3, 4] {
      #expect(throws: SQLiteError(.mismatch, "")) { try reading { row in _ = try row.integer(column) } }
    }
    // Column 4 is text, but not UTF-8.
    for column: Int32 in [0, 2, 3, 4] {
      #expect(throws: SQLiteError(.mismatch, "")) { try reading { row in _ = try row.text(column) } }
    }
    for column: Int32 in [0, 1, 3, 4] {
      #expect(throws: SQLiteError(.mismatch, "")) { try reading { row in _ = try row.blob(column) } }
    }
    for column: Int32 in [-1, 5, .max, .min] {
      #expect(throws: SQLiteError(.misuse, "")) { try reading { row in _ = try row.isNull(column) } }
    }
  }

  @Test func `too few and too many values are refused`() throws {
    let connection = try SQLiteConnection(path: path)
    for values in [[], [SQLiteValue.integer(1), .integer(2)]] {
      #expect(throws: SQLiteError(.misuse, "")) {
        _ = try connection.first("SELECT ?1", values) { row in try row.integer(0) }
      }
    }
    #expect(try connection.first("SELECT ?1", [.integer(7)]) { row in try row.integer(0) } == 7)
  }

  @Test func `a text of more than one statement is refused completely`() throws {
    let connection = try SQLiteConnection(path: path)
    try connection.script("CREATE TABLE t (i INTEGER) STRICT; INSERT INTO t VALUES (1)")
    for text: StaticString in [
      "INSERT INTO t VALUES (2); DELETE FROM t", "DELETE FROM t;\nno SQL at all", "DELETE FROM t; -- done",
    ] {
      let refusal = #expect(throws: SQLiteError(.misuse, "")) { try connection.run(text) }
      #expect(refusal?.reason == "there is text after the statement")
    }
    for text: StaticString in ["", " ", ";", "-- nothing"] {
      #expect(throws: SQLiteError(.misuse, "")) { try connection.run(text) }
    }
    // No part of a refused text ran.
    #expect(try connection.all("SELECT i FROM t") { row in try row.integer(0) } == [1])
    #expect(try connection.run("  INSERT INTO t VALUES (3) ;\n\t; ") == 1)
    #expect(try connection.all("SELECT i FROM t;") { row in try row.integer(0) } == [1, 3])
  }

  @Test func `a statement can run again while its rows are read`() throws {
    let connection = try SQLiteConnection(path: path)
    func numbers(_ depth: Int) throws -> [Int64] {
      try connection.all("VALUES (1), (2), (3)") { row in
        let number = try row.integer(0)
        return depth == 0 ? number : try number * numbers(depth - 1).reduce(0, +)
      }
    }
    #expect(try numbers(2) == [36, 72, 108])
  }

  @Test func `an error in the closure of a row does not break the statement`() throws {
    struct Stop: Error {}
    let connection = try SQLiteConnection(path: path)
    func sum(stopping: Bool) throws -> Int64 {
      try connection.all("VALUES (1), (2), (3)") { row in
        if stopping { throw Stop() }
        return try row.integer(0)
      }.reduce(0, +)
    }
    #expect(throws: Stop.self) { try sum(stopping: true) }
    #expect(try sum(stopping: false) == 6)
  }

  @Test func `failures carry SQLite's extended code`() throws {
    let connection = try SQLiteConnection(path: path)
    try connection.script(
      """
      CREATE TABLE p (id INTEGER NOT NULL PRIMARY KEY, u TEXT UNIQUE) STRICT;
      CREATE TABLE c (p INTEGER REFERENCES p (id)) STRICT;
      INSERT INTO p VALUES (1, 'a');
      """)
    #expect(throws: SQLiteError(.uniqueConstraint, "")) {
      try connection.run("INSERT INTO p VALUES (2, 'a')")
    }
    #expect(throws: SQLiteError(.primaryKeyConstraint, "")) {
      try connection.run("INSERT INTO p VALUES (1, 'b')")
    }
    #expect(throws: SQLiteError(.foreignKeyConstraint, "")) { try connection.run("INSERT INTO c VALUES (9)") }
    #expect(throws: SQLiteError(.error, "")) { try connection.run("SELECT nothing FROM nowhere") }
    // A double-quoted word is a name, never a string.
    #expect(throws: SQLiteError(.error, "")) { try connection.run("SELECT \"word\"") }
  }

  @Test func `commits are forced to the disk, and deletions overwrite`() throws {
    let connection = try SQLiteConnection(path: path)
    // FULL, https://sqlite.org/pragma.html#pragma_synchronous
    #expect(try connection.first("PRAGMA synchronous") { row in try row.integer(0) } == 2)
    #expect(try connection.first("PRAGMA secure_delete") { row in try row.integer(0) } == 1)
    #expect(try connection.first("PRAGMA foreign_keys") { row in try row.integer(0) } == 1)
    #expect(try connection.first("PRAGMA trusted_schema") { row in try row.integer(0) } == 0)
    #expect(try connection.first("PRAGMA temp_store") { row in try row.integer(0) } == 2)
  }

  @Test func `a path is used literally, and the file must exist`() throws {
    for path in [":memory:", "file::memory:?mode=memory", "file:\(path)?mode=rwc", "", "a\0b"] {
      #expect(throws: SQLiteError(.cannotOpen, "")) { _ = try SQLiteConnection(path: path) }
    }
    #expect(throws: SQLiteError(.cannotOpen, "")) {
      _ = try SQLiteConnection(path: directory.file("nothing.sqlite3"))
    }
    #expect(throws: SQLiteError(.cannotOpen, "")) { _ = try SQLiteConnection(path: directory.path) }
  }

  @Test func `a read-only connection refuses writes`() throws {
    let writing = try SQLiteConnection(path: path)
    try writing.script("CREATE TABLE t (i INTEGER) STRICT")
    let reading = try SQLiteConnection(path: path, options: SQLiteOptions(access: .readOnly))
    #expect(throws: SQLiteError(.readOnly, "")) { try reading.run("INSERT INTO t VALUES (1)") }
    try writing.refuseWrites()
    #expect(throws: SQLiteError(.readOnly, "")) { try writing.run("INSERT INTO t VALUES (1)") }
  }

  @Test func `a lock of another connection is waited for, and then reported`() throws {
    let holder = try SQLiteConnection(path: path)
    let other = try SQLiteConnection(path: path, options: SQLiteOptions(busyTimeout: 1))
    try holder.run("BEGIN IMMEDIATE")
    #expect(throws: SQLiteError(.busy, "")) { try other.run("BEGIN IMMEDIATE") }
    #expect(holder.isInTransaction)
    #expect(!other.isInTransaction)
    try holder.run("COMMIT")
    try other.run("BEGIN IMMEDIATE")
  }
}
