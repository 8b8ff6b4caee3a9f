import DoorwardPostgreSQL
import DoorwardSQLRows

/// The results of queries that were sent before they were needed.
///
/// A result serves queries with the same text and the same values, until a change of its tables makes it obsolete.
struct PrefetchedResults {
  private enum Source {
    case awaited(PostgreSQLAnswer)
    case carried(PostgreSQLResult)

    func result(on exchange: Exchange) throws(PostgreSQLError) -> PostgreSQLResult {
      switch self {
      case .awaited(let answer): try exchange.result(of: answer)
      case .carried(let result): result
      }
    }
  }

  private typealias Query = PrefetchedQueries.Query
  private typealias Selection = PrefetchedQueries.Selection

  private var entries: [(query: Query, source: Source)] = []
  private var selections: [(selection: Selection, source: Source)] = []
  private var user: Selection?
  private var version: Source?
  /// The user whom the transaction has added.
  private var newUser: [UInt8]?

  init() {}

  /// Queues the queries, or the check that the results of the transaction before are still valid.
  init(_ prefetching: Prefetching, in transaction: DatabaseTransaction) throws {
    self = try transaction.attempt { () throws(PostgreSQLError) in
      if let carried = prefetching.carried {
        try PrefetchedResults(carried, on: transaction.exchange)
      } else {
        try PrefetchedResults(prefetching.queries, on: transaction.exchange)
      }
    }
  }

  private init(_ queries: PrefetchedQueries, on exchange: Exchange) throws(PostgreSQLError) {
    user = queries.user
    if let user { try select(by: user, on: exchange) }
    for query in queries.queries { try add(query, on: exchange) }
    version = try queries.version.map { query throws(PostgreSQLError) in try queue(query, on: exchange) }
  }

  private init(_ carried: CarriedResults, on exchange: Exchange) throws(PostgreSQLError) {
    if let user = carried.user {
      try exchange.queue(
        "SELECT 1 FROM users WHERE id = ?1 AND changes = ?2", [.blob(user.id), .integer(user.version)],
        mustAffectOneRow: true)
    }
    user = carried.selection
    entries = carried.entries.map { ($0.query, .carried($0.result)) }
    selections = carried.selections.map { ($0.selection, .carried($0.result)) }
  }

  /// Queues a query.
  mutating func add(_ query: PrefetchedQueries.Query, on exchange: Exchange) throws(PostgreSQLError) {
    if let selection = query.selection, !selections.contains(where: { $0.selection == selection }) {
      try select(by: selection, on: exchange)
    }
    entries.append((query, try queue(query, on: exchange)))
  }

  private mutating func select(by selection: Selection, on exchange: Exchange) throws(PostgreSQLError) {
    let answer = try exchange.queueQuery(selection.sql, selection.values.map(PostgreSQLValue.init))
    selections.append((selection, .awaited(answer)))
  }

  private func queue(_ query: Query, on exchange: Exchange) throws(PostgreSQLError) -> Source {
    .awaited(
      try exchange.queueQuery(
        query.sql, query.values.map(PostgreSQLValue.init),
        selecting: query.selection.map { (sql: $0.sql, values: $0.values.map(PostgreSQLValue.init)) }))
  }

  /// The result of a query; nil if it was not prefetched, or was prefetched for another user.
  func result(
    of sql: StaticString, _ values: [SQLValue], on exchange: Exchange
  ) throws(PostgreSQLError) -> PostgreSQLResult? {
    for (query, source) in entries where query.sql.utf8Start == sql.utf8Start {
      if try matches(query, values, on: exchange) { return try source.result(on: exchange) }
    }
    return nil
  }

  private func matches(
    _ query: Query, _ values: [SQLValue], on exchange: Exchange
  ) throws(PostgreSQLError) -> Bool {
    guard let selection = query.selection else { return values == query.values }
    guard values.dropFirst().elementsEqual(query.values), case .blob(let id)? = values.first else {
      return false
    }
    // If no user was found, the results are empty, as those of a new user are.
    if let known = try selected(by: selection, on: exchange) { return id == known }
    guard let user, user == selection else { return false }
    return id == newUser
  }

  private func selected(
    by selection: Selection, on exchange: Exchange
  ) throws(PostgreSQLError) -> [UInt8]? {
    guard let source = selections.first(where: { $0.selection == selection })?.source else { return nil }
    let result = try source.result(on: exchange)
    return result.count == 0 ? nil : try result.row(0).blob(0)
  }

  /// The user whose rows were read; nil if the query has found none.
  func userID(on exchange: Exchange) throws(PostgreSQLError) -> [UInt8]? {
    guard let user else { return nil }
    return try selected(by: user, on: exchange)
  }

  /// The results for the next transaction, except those that this kind of transaction changes; nil if they have no version.
  func carried(on exchange: Exchange) throws(PostgreSQLError) -> CarriedResults? {
    guard let version else { return nil }
    let row = try version.result(on: exchange).first
    var carried = CarriedResults(selection: user)
    if let id = try userID(on: exchange) {
      guard let row else { return nil }
      carried.user = (id, try row.integer(0))
    }
    for (query, source) in entries where !query.tables.contains("guesses") {
      let result = try source.result(on: exchange)
      if result.count == 0 || !query.carriesOnlyAbsence { carried.entries.append((query, result)) }
    }
    for (selection, source) in selections {
      carried.selections.append((selection, try source.result(on: exchange)))
    }
    return carried
  }

  /// Forgets the results that a change makes obsolete.
  mutating func forget(changedBy sql: StaticString, _ values: [SQLValue]) {
    guard !entries.isEmpty else { return }
    guard let change = Change(sql) else {
      entries = []
      return
    }
    entries.removeAll { entry in
      entry.query.tables.contains(change.table)
        && (entry.query.ignoredColumn == nil || entry.query.ignoredColumn != change.column)
    }
    if change.isInsertion, change.table == "users", case .blob(let id)? = values.first { newUser = id }
  }

  /// The change of an `INSERT` or an `UPDATE`.
  private struct Change {
    let isInsertion: Bool
    let table: String
    /// The first column that an `UPDATE` changes.
    let column: String?

    /// - Returns: nil for any other statement. A `DELETE` may change other tables too.
    init?(_ sql: StaticString) {
      let words = sql.withUTF8Buffer { text in
        text.split(maxSplits: 4, whereSeparator: { $0 == 0x20 || $0 == 0x0A })
          .map { String(decoding: $0, as: UTF8.self) }
      }
      switch words.first {
      case "UPDATE" where words.count > 1:
        (isInsertion, table, column) = (false, words[1], words.count > 3 ? words[3] : nil)
      case "INSERT" where words.count > 2: (isInsertion, table, column) = (true, words[2], nil)
      default: return nil
      }
    }
  }
}

/// The reads of a transaction that are made ahead.
struct Prefetching: Sendable {
  let queries: PrefetchedQueries
  /// The results of the transaction before; nil to run the queries.
  var carried: CarriedResults?

  /// The same reads from the database.
  var fresh: Prefetching { Prefetching(queries: queries) }
}

/// The results of one transaction, for the next one.
struct CarriedResults: Sendable {
  /// The selection of the user.
  let selection: PrefetchedQueries.Selection?
  /// The user whose rows were read, and the number of changes of the user; nil if there was no user.
  var user: (id: [UInt8], version: Int64)?
  var entries: [(query: PrefetchedQueries.Query, result: PostgreSQLResult)] = []
  var selections: [(selection: PrefetchedQueries.Selection, result: PostgreSQLResult)] = []
}

extension PrefetchedQueries.Selection {
  /// The texts are literals, and equal if they have the same address.
  static func == (one: Self, other: Self) -> Bool {
    one.sql.utf8Start == other.sql.utf8Start && one.values == other.values
  }
}
