/// The degree to which a transaction is isolated from others.
enum Isolation {
  /// The transaction has the effect that it would have if it ran alone. It can fail if another transaction changes rows that it
  /// has read. PostgreSQL tracks whole pages of an index, so it also reports false collisions.
  case serializable
  /// All reads see the rows of one instant. The transaction fails if another one has changed a row that it changes.
  case snapshot
  /// As `snapshot`, without changes.
  case readOnlySnapshot

  /// The statement that begins the transaction.
  var begin: StaticString {
    switch self {
    case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
    case .snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ"
    case .readOnlySnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }
  }
}
