import DoorwardSQLRows

extension PostgreSQLSchema {
  /// The number of changes of each user.
  static let userChanges = Migration(
    number: 3, name: "user changes",
    sql: """
      -- The number increases with each sign-in of the user, and with each change that could refuse or restrict one. So a sign-in
      -- can use what was read when its proof was checked.
      ALTER TABLE users ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;
      """)
}
