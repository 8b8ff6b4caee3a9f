import DoorwardSQLRows

extension Migration {
  /// The number of changes of each user.
  static let userChanges = Migration(
    number: 3, name: "user changes",
    sql: """
      -- The number increases with each change on which a sign-in of the user depends. So a transaction can use what an earlier
      -- one has read of the user.
      ALTER TABLE users ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
      """)
}
