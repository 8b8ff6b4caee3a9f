import DoorwardPostgreSQL
import DoorwardSQLRows

/// The results of queries that were sent before they were needed.
///
/// A result is used once, for a query with the same text and the same values. A change of its tables makes it obsolete.
struct PrefetchedResults {
  private var entries: [(query: PrefetchedQueries.Query, answer: PostgreSQLAnswer)] = []
  private var user: PostgreSQLAnswer?
  /// The user whom the transaction has added.
  private var newUser: [UInt8]?

  init() {}

  /// Queues the queries.
  init(_ queries: PrefetchedQueries, in transaction: DatabaseTransaction) throws {
    self = try transaction.attempt { () throws(PostgreSQLError) in
      try PrefetchedResults(queries, on: transaction.exchange)
    }
  }

  private init(_ queries: PrefetchedQueries, on exchange: Exchange) throws(PostgreSQLError) {
    let userValues = queries.userValues.map(PostgreSQLValue.init)
    user = try exchange.queueQuery(queries.user, userValues)
    for query in queries.queries {
      let answer = try exchange.queueQuery(
        query.sql, query.values.map(PostgreSQLValue.init),
        selecting: query.isOfUser ? (sql: queries.user, values: userValues) : nil)
      entries.append((query, answer))
    }
  }

  /// The result of a query; nil if it was not prefetched, or was prefetched for another user.
  mutating func take(
    _ sql: StaticString, _ values: [SQLValue], on exchange: Exchange
  ) throws(PostgreSQLError) -> PostgreSQLResult? {
    guard let index = entries.firstIndex(where: { $0.query.sql.utf8Start == sql.utf8Start }) else {
      return nil
    }
    let (query, answer) = entries.remove(at: index)
    if query.isOfUser {
      // If no user was found, the results are empty, as those of a new user are.
      guard values.dropFirst().elementsEqual(query.values), case .blob(let id)? = values.first,
        id == (try userID(on: exchange) ?? newUser)
      else { return nil }
    } else {
      guard values == query.values else { return nil }
    }
    return try exchange.result(of: answer)
  }

  /// The user whose rows were read; nil if the query has found none.
  func userID(on exchange: Exchange) throws(PostgreSQLError) -> [UInt8]? {
    guard let user else { return nil }
    let result = try exchange.result(of: user)
    return result.count == 0 ? nil : try result.row(0).blob(0)
  }

  /// Forgets the results that a change makes obsolete.
  mutating func forget(changedBy sql: StaticString, _ values: [SQLValue]) {
    guard !entries.isEmpty else { return }
    guard let (isInsertion, table) = Self.change(sql) else {
      entries = []
      return
    }
    entries.removeAll { $0.query.tables.contains(table) }
    if isInsertion, table == "users", case .blob(let id)? = values.first { newUser = id }
  }

  /// The table that an `INSERT` or an `UPDATE` changes; nil for any other statement. A `DELETE` may change other tables too.
  private static func change(_ sql: StaticString) -> (isInsertion: Bool, table: String)? {
    sql.withUTF8Buffer { text in
      let words = text.split(maxSplits: 3, whereSeparator: { $0 == 0x20 || $0 == 0x0A })
        .map { String(decoding: $0, as: UTF8.self) }
      switch words.first {
      case "UPDATE" where words.count > 1: return (false, words[1])
      case "INSERT" where words.count > 2: return (true, words[2])
      default: return nil
      }
    }
  }
}
