/// The degree to which a transaction is isolated from others.
enum Isolation {
  /// The transaction has the effect that it would have if it ran alone. It fails if a row that it has read, or would have read,
  /// is changed by another one. Such a collision can be imagined: PostgreSQL notes whole pages of an index.
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
