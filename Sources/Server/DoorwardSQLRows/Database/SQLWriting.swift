package import DoorwardStore

/// Changes within a transaction of a database that understands SQL.
package protocol SQLWriting: SQLReading, StoreWriting {
  /// Runs one change.
  ///
  /// A conforming type may return the expected number before it knows the result, so that the caller does not wait for the
  /// database. If the result then differs, it rolls back the transaction and runs the whole body again.
  ///
  /// `expectation` is the result that the caller expects.
  ///
  /// - Returns: the number of changed rows.
  /// - Throws: ``StoreError``. After ``StoreError/Code/conflict`` and ``StoreError/Code/missing``, the transaction continues
  ///   as if the call had not been made.
  func run(_ sql: StaticString, _ values: [SQLValue], expecting expectation: ExpectedChange) throws -> Int

  /// Tells all processes, after the commit, that an application or a signing key has changed. A database that cannot do so
  /// does nothing: the processes also look for changes by themselves.
  func announceChange()
}

/// The result of a change that the caller expects.
package enum ExpectedChange: Sendable {
  /// An `INSERT` adds one row, or it fails.
  case insertedRow
  /// An `UPDATE` or `DELETE` changes one row.
  case changedRow
  /// The statement succeeds. The caller does not use the number of rows.
  case success
  /// Nothing: the caller needs the number of rows.
  case nothing
}

extension SQLWriting {
  /// Runs one change and returns the number of changed rows.
  func run(_ sql: StaticString, _ values: [SQLValue]) throws -> Int {
    try run(sql, values, expecting: .nothing)
  }

  /// Runs a change of any number of rows.
  func apply(_ sql: StaticString, _ values: [SQLValue]) throws {
    _ = try run(sql, values, expecting: .success)
  }

  /// Inserts one row.
  func insert(_ sql: StaticString, _ values: [SQLValue]) throws {
    _ = try run(sql, values, expecting: .insertedRow)
  }

  /// Runs a change of one row that normally exists, and returns whether it did.
  func changesRow(_ sql: StaticString, _ values: [SQLValue]) throws -> Bool {
    try run(sql, values, expecting: .changedRow) == 1
  }

  /// Runs a change of one row that must exist.
  package func change(_ kind: String, _ sql: StaticString, values: [SQLValue]) throws {
    guard try changesRow(sql, values) else {
      throw StoreError(.missing, "the \(kind) to change is not there")
    }
  }
}
