/// The state of a database's schema, in steps.
package struct SchemaState: Sendable, Equatable {
  /// Steps that the database has.
  package let applied: Int
  /// Steps that this server knows. A database with fewer steps is migrated when the server starts.
  package let known: Int

  package init(applied: Int, known: Int) {
    self.applied = applied
    self.known = known
  }
}
