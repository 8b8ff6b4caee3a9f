/// The prepared statements of one connection. Above the limit, the least recently used one is evicted.
struct StatementCache {
  /// The limit is higher than the number of statements in this package, so that each is normally prepared once.
  static let limit = 128

  /// The key is the address of the text, which is a literal and never moves.
  private var statements: [UnsafePointer<UInt8>: SQLiteStatement] = [:]
  private var uses: UInt64 = 0

  /// A statement that is not running. It is prepared if necessary.
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

  /// Finalizes all statements. This must happen before the connection closes.
  mutating func removeAll() { statements.removeAll() }
}
