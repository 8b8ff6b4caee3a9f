/// Queries that a transaction will probably run, which a database can run together before they are needed.
package struct PrefetchedQueries: Sendable {
  /// One query.
  package struct Query: Sendable {
    /// The text that the transaction will use: the same literal.
    package let sql: StaticString
    /// The values; without the first one if that is the user.
    package let values: [SQLValue]
    package let isOfUser: Bool
    /// The tables whose change makes the result obsolete.
    package let tables: [String]

    static func of(_ sql: StaticString, _ values: [SQLValue], reading tables: [String]) -> Query {
      Query(sql: sql, values: values, isOfUser: false, tables: tables)
    }

    /// A query whose first value is the user, who is not known yet.
    static func ofUser(
      _ sql: StaticString, _ values: [SQLValue] = [], reading tables: [String]
    ) -> Query {
      Query(sql: sql, values: values, isOfUser: true, tables: tables)
    }
  }

  /// The query that selects the user: one row at most.
  package let user: StaticString
  package let userValues: [SQLValue]
  package let queries: [Query]
}
