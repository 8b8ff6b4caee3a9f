internal import CDoorwardPQ

extension LibraryConnection {
  /// Sends rows with `COPY … FROM STDIN`. The pipeline must be empty.
  ///
  /// - Returns: the error of the statement.
  /// - Throws: ``PostgreSQLError`` if the connection is lost.
  func copyIn(
    _ sql: String, _ batch: PostgreSQLRowBatch, within patience: Duration
  ) throws(PostgreSQLError) -> PostgreSQLError? {
    var failure = try beginCopy(sql, PGRES_COPY_IN, within: patience)
    if failure == nil {
      for bytes in [batch.bytes, PostgreSQLRowBatch.end] {
        let result = bytes.withUnsafeBytes { bytes in
          let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
          return PQputCopyData(pointer, start, Int32(clamping: bytes.count))
        }
        guard result == 1 else { throw lost }
      }
      guard PQputCopyEnd(pointer, nil) == 1 else { throw lost }
      // The server reads the rows and checks them meanwhile. It reports an error after the last one.
      try flush(until: .now + patience)
    }
    try endCopy(&failure, within: patience)
    return failure
  }

  /// Reads rows with `COPY … TO STDOUT`, and calls `visit` with the bytes of each row. The pipeline must be empty.
  ///
  /// - Returns: the error of the statement.
  /// - Throws: ``PostgreSQLError`` if the connection is lost; otherwise the error of `visit`. The connection cannot be used then.
  func copyOut(
    _ sql: String, within patience: Duration, _ visit: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> PostgreSQLError? {
    var failure = try beginCopy(sql, PGRES_COPY_OUT, within: patience)
    // The header comes with the first row, and every other message is one row
    // (https://www.postgresql.org/docs/current/protocol-message-formats.html, CopyData).
    var headerLength = PostgreSQLRowBatch.header.count
    while failure == nil, let message = try copyMessage(within: patience) {
      defer { PQfreemem(message.baseAddress) }
      let row = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(message).dropFirst(headerLength))
      headerLength = 0
      if row.count > PostgreSQLRowBatch.end.count { try visit(row) }
    }
    try endCopy(&failure, within: patience)
    return failure
  }

  private func beginCopy(
    _ sql: String, _ direction: ExecStatusType, within patience: Duration
  ) throws(PostgreSQLError) -> PostgreSQLError? {
    guard PQexitPipelineMode(pointer) == 1, PQsendQuery(pointer, sql) == 1 else { throw lost }
    try flush(until: .now + patience)
    guard let result = try next(until: .now + patience) else { throw lost }
    defer { PQclear(result) }
    guard PQresultStatus(result) != direction else { return nil }
    return PostgreSQLError(failing: result) ?? PostgreSQLError(.misuse, "the statement is not a COPY")
  }

  /// Reads the results until there are no more.
  private func endCopy(_ failure: inout PostgreSQLError?, within patience: Duration) throws(PostgreSQLError) {
    while let result = try next(until: .now + patience) {
      defer { PQclear(result) }
      if failure == nil { failure = PostgreSQLError(failing: result) }
      try requireOpen()
    }
    try requireOpen()
    guard PQenterPipelineMode(pointer) == 1 else { throw lost }
  }

  /// The next message, which the caller must free; nil after the last one.
  private func copyMessage(
    within patience: Duration
  ) throws(PostgreSQLError) -> UnsafeMutableBufferPointer<CChar>? {
    let deadline = ContinuousClock.now + patience
    while true {
      var start: UnsafeMutablePointer<CChar>?
      let length = PQgetCopyData(pointer, &start, 1)
      switch length {
      case 0: try wait(.reading, until: deadline)
      case -1: return nil
      case -2: throw lost
      default: return UnsafeMutableBufferPointer(start: start, count: Int(length))
      }
    }
  }
}
