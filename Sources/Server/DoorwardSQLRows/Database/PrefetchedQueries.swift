/// Queries that a transaction will probably run, which a database can run together before they are needed.
package struct PrefetchedQueries: Sendable {
  /// A query that selects the first value of other queries: one row at most, with one column of bytes.
  package struct Selection: Sendable {
    package let sql: StaticString
    package let values: [SQLValue]

    package init(_ sql: StaticString, _ values: [SQLValue]) {
      self.sql = sql
      self.values = values
    }
  }

  /// One query.
  package struct Query: Sendable {
    /// The text that the transaction will use: the same literal.
    package let sql: StaticString
    /// The values; without the first one if that is selected.
    package let values: [SQLValue]
    package let selection: Selection?
    /// The tables whose change makes the result obsolete.
    package let tables: [String]
    /// A column that the query does not read, although it is one of these tables.
    package let ignoredColumn: String?
    /// Whether the next transaction can only use that there is no row: the row changes without a change of its user.
    package let carriesOnlyAbsence: Bool

    package init(
      _ sql: StaticString, _ values: [SQLValue], of selection: Selection? = nil, reading tables: [String],
      except ignoredColumn: String? = nil, carriesOnlyAbsence: Bool = false
    ) {
      self.sql = sql
      self.values = values
      self.selection = selection
      self.tables = tables
      self.ignoredColumn = ignoredColumn
      self.carriesOnlyAbsence = carriesOnlyAbsence
    }
  }

  /// The query that selects the user; nil if the queries are not about one.
  package let user: Selection?
  package let queries: [Query]
  /// The query of the number that each change of the user increases. With it, the next transaction can use the results.
  package let version: Query?

  init(user: Selection?, queries: [Query], version: Query? = nil) {
    self.user = user
    self.queries = queries
    self.version = version
  }
}
