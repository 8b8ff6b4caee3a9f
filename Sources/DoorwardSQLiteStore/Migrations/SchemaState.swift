import DoorwardStore

/// How far the schema of a database has come, in steps.
package struct SchemaState: Sendable, Equatable {
  /// Steps the database has had.
  package let applied: Int
  /// Steps this server knows; one that has had fewer is brought up to date when the server starts.
  package let known: Int

  package init(applied: Int, known: Int) {
    self.applied = applied
    self.known = known
  }
}
