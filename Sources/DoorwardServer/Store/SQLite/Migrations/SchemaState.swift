/// How far the schema of a database has come, in steps.
public struct SchemaState: Sendable, Equatable {
  /// Steps the database has had.
  public let applied: Int
  /// Steps this server knows; one that has had fewer is brought up to date when the server starts.
  public let known: Int

  package init(applied: Int, known: Int) {
    self.applied = applied
    self.known = known
  }
}
