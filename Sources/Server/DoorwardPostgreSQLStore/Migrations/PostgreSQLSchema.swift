package import DoorwardSQLRows

/// The schema for PostgreSQL.
package enum PostgreSQLSchema {
  /// Every step, in order.
  package static let migrations = [initialSchema, sweptChallenges, userChanges]
}
