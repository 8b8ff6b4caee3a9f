extension PostgreSQLConnection {
  /// Adds rows to a table with one `COPY`, the fastest way to add many.
  ///
  /// - Parameters:
  ///   - sql: `COPY … FROM STDIN (FORMAT binary)`. The text must be a literal or made of literals.
  ///   - batch: the rows.
  /// - Throws: ``PostgreSQLError``. Then no row was added.
  public func copy(_ sql: String, from batch: PostgreSQLRowBatch) throws(PostgreSQLError) {
    let failure = try withSettledLibrary { library throws(PostgreSQLError) in
      try library.copyIn(sql, batch, within: answerTimeout)
    }
    if let failure { throw failure }
  }

  /// Reads all rows of a table without keeping them in memory.
  ///
  /// - Parameters:
  ///   - sql: `COPY … TO STDOUT (FORMAT binary)`. The text must be a literal or made of literals.
  ///   - visit: gets the bytes of each row, in the format of ``PostgreSQLRowBatch``. If it throws, the connection is closed.
  /// - Throws: ``PostgreSQLError``, or the error of `visit`.
  public func copy(_ sql: String, to visit: (UnsafeRawBufferPointer) throws -> Void) throws {
    try settle()
    let library = try requireLibrary()
    let failure: PostgreSQLError?
    do {
      failure = try library.copyOut(sql, within: answerTimeout, visit)
    } catch {
      lose(
        error as? PostgreSQLError ?? PostgreSQLError(.connectionLostAfterSending, "the copy was cancelled"))
      throw error
    }
    if let failure { throw failure }
  }
}
