import DoorwardPostgreSQL
import DoorwardSQLRows

/// The results of queries that were sent before they were needed.
///
/// A result is used once, for a query with the same text and the same values. A change of its tables makes it obsolete.
struct PrefetchedResults {
  private var entries: [(query: PrefetchedQueries.Query, answer: PostgreSQLAnswer)] = []
  private var user: PostgreSQLAnswer?

  init() {}

  /// Queues the queries.
  init(_ queries: PrefetchedQueries, on exchange: Exchange) throws(PostgreSQLError) {
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
      guard values.dropFirst().elementsEqual(query.values), let user,
        case .blob(let id)? = values.first, try exchange.result(of: user).isOneRow(with: id)
      else { return nil }
    } else {
      guard values == query.values else { return nil }
    }
    return try exchange.result(of: answer)
  }

  /// Forgets the results that a change makes obsolete.
  mutating func forget(changedBy sql: StaticString) {
    guard !entries.isEmpty else { return }
    guard let table = Self.changedTable(sql) else {
      entries = []
      return
    }
    entries.removeAll { $0.query.tables.contains(table) }
  }

  /// The table that an `INSERT` or an `UPDATE` changes; nil for any other statement. A `DELETE` may change other tables too.
  private static func changedTable(_ sql: StaticString) -> String? {
    let words = sql.description.split(maxSplits: 3, whereSeparator: \.isWhitespace)
    switch words.first {
    case "UPDATE": return words.count > 1 ? String(words[1]) : nil
    case "INSERT": return words.count > 2 ? String(words[2]) : nil
    default: return nil
    }
  }
}

extension PostgreSQLResult {
  fileprivate func isOneRow(with bytes: [UInt8]) throws(PostgreSQLError) -> Bool {
    guard count == 1 else { return false }
    return try row(0).blob(0) == bytes
  }
}
