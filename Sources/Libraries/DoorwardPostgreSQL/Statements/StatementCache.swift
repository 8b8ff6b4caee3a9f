/// The statements of one connection: their texts in PostgreSQL's form and, if the server keeps them, their names there.
///
/// The server prepares a statement only if nothing before it in its batch has failed. So a name can be used by a later batch
/// only if the server has confirmed it.
struct StatementCache {
  /// The limit is higher than the number of statements in this package, so that each is normally prepared once.
  static let limit = 512

  /// The messages that run a statement.
  enum Plan: Equatable {
    /// Runs a text without a name.
    case unnamed(text: [CChar])
    /// Prepares a text, then runs it.
    case prepare(name: String, text: [CChar], evicting: String?)
    /// Runs a statement that the server has.
    case run(name: String)
  }

  /// A query that selects the first parameter of a statement.
  struct Selection {
    let sql: StaticString
    /// The number of parameters of the statement. Those of the query have the numbers after them.
    let offset: Int

    fileprivate func replacingFirstParameter(of statement: StaticString) -> [UInt8] {
      let query = Array("(".utf8) + ParameterSyntax.translated(sql, offset: offset) + Array(")".utf8)
      return ParameterSyntax.translated(statement, replacingFirst: query)
    }
  }

  private struct Entry {
    let text: [CChar]
    var name: String?
    /// The batch that prepares the statement; nil when the server has confirmed it.
    var preparingBatch: UInt64?
    var lastUse: UInt64
  }

  private struct Key: Hashable {
    /// The address of the text, which is a literal and never moves.
    let address: UnsafePointer<UInt8>
    let mustAffectOneRow: Bool
    /// The address of the query that selects the first parameter.
    let selection: UnsafePointer<UInt8>?
  }

  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0
  private var names: UInt64 = 0
  /// Whether the server keeps statements. A transaction pooler gives each transaction another session of the server.
  let usesNames: Bool

  init(usesNames: Bool) { self.usesNames = usesNames }

  /// The messages that run a statement in a batch.
  ///
  /// - Throws: ``PostgreSQLError/Code/misuse`` if the text has one character or none.
  mutating func plan(
    for sql: StaticString, mustAffectOneRow: Bool = false, selecting selection: Selection? = nil,
    batch: UInt64
  ) throws(PostgreSQLError) -> Plan {
    guard sql.hasPointerRepresentation, selection?.sql.hasPointerRepresentation != false else {
      throw PostgreSQLError(.misuse, "a statement is longer than one character")
    }
    let key = Key(
      address: sql.utf8Start, mustAffectOneRow: mustAffectOneRow, selection: selection?.sql.utf8Start)
    uses &+= 1
    var evicted: String?
    var entry: Entry
    if let kept = entries[key] {
      entry = kept
    } else {
      evicted = makePlace()
      let text = selection.map { $0.replacingFirstParameter(of: sql) } ?? ParameterSyntax.translated(sql)
      entry = Entry(text: Self.terminated(mustAffectOneRow ? Self.checked(text) : text), lastUse: uses)
    }
    entry.lastUse = uses
    defer { entries[key] = entry }
    guard usesNames else { return .unnamed(text: entry.text) }
    if let name = entry.name, entry.preparingBatch == nil || entry.preparingBatch == batch {
      return .run(name: name)
    }
    names &+= 1
    let name = "d\(names)"
    entry.name = name
    entry.preparingBatch = batch
    return .prepare(name: name, text: entry.text, evicting: evicted)
  }

  /// A statement that fails with 22012, a division by zero, unless it finds or changes exactly one row. So the server itself
  /// skips the rest of the batch, which may contain the `COMMIT`.
  private static func checked(_ text: [UInt8]) -> [UInt8] {
    let isQuery = text.starts(with: "SELECT ".utf8)
    return Array("WITH affected AS (".utf8) + text
      + Array((isQuery ? ")" : " RETURNING 1)").utf8)
      + Array(" SELECT 1 / CASE count(*) WHEN 1 THEN 1 ELSE 0 END FROM affected".utf8)
  }

  private static func terminated(_ text: [UInt8]) -> [CChar] { text.map { CChar(bitPattern: $0) } + [0] }

  /// Removes the least recently used statement if there is no place for another one.
  ///
  /// - Returns: its name on the server, which can be forgotten there.
  private mutating func makePlace() -> String? {
    guard entries.count >= Self.limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return nil }
    return entries.removeValue(forKey: oldest.key)?.name
  }

  /// The server has prepared a statement, or has not.
  mutating func finish(_ name: String, isPrepared: Bool) {
    guard let key = entries.first(where: { $0.value.name == name })?.key else { return }
    entries[key]?.preparingBatch = nil
    if !isPrepared { entries[key]?.name = nil }
  }

  /// Forgets all names. The texts stay.
  mutating func forgetNames() {
    for key in entries.keys { entries[key]?.name = nil }
  }
}
