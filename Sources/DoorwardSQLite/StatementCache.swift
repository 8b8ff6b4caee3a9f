/// The prepared statements of one connection, bounded: past the limit the one unused longest goes.
struct StatementCache {
  /// More than this package has statements, so that nothing is prepared twice in ordinary service.
  static let limit = 128

  /// Keyed by the address of the text: it is part of the program and never moves.
  private var statements: [UnsafePointer<UInt8>: SQLiteStatement] = [:]
  private var uses: UInt64 = 0

  /// A statement that nobody is stepping, prepared now if need be.
  mutating func statement(
    for sql: StaticString, on connection: OpaquePointer
  ) throws(SQLiteError) -> SQLiteStatement {
    guard sql.hasPointerRepresentation else {
      throw SQLiteError(.misuse, "a statement is longer than one character")
    }
    uses &+= 1
    let text = UnsafeBufferPointer(start: sql.utf8Start, count: sql.utf8CodeUnitCount)
    if let kept = statements[sql.utf8Start] {
      guard kept.isRunning else {
        kept.lastUse = uses
        return kept
      }
      return try SQLiteStatement(text, on: connection)
    }
    let prepared = try SQLiteStatement(text, on: connection)
    prepared.lastUse = uses
    if statements.count >= Self.limit,
      let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      statements[oldest.key] = nil
    }
    statements[sql.utf8Start] = prepared
    return prepared
  }

  /// Finalizes all of them; a connection closes only after.
  mutating func removeAll() { statements.removeAll() }
}
