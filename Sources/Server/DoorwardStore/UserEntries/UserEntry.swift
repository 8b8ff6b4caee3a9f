/// A user with the rows that an application can read.
package struct UserEntry: Sendable, Equatable {
  package let user: User
  /// The user's identities, oldest first.
  package let identities: [Identity]
  /// The grant of the user to the application; nil if there is none, as before the first sign-in.
  package let grant: ApplicationGrant?
  package let ban: UserBan?

  package init(user: User, identities: [Identity], grant: ApplicationGrant?, ban: UserBan?) {
    self.user = user
    self.identities = identities
    self.grant = grant
    self.ban = ban
  }
}

/// Queries for users together with their other rows.
package protocol UserEntryReading {
  /// Users, with what an application can read of them: one query for each table, whatever the number of users.
  ///
  /// - Returns: the users that exist.
  /// - Throws: ``StoreError``.
  func entries(of users: [User.ID], for applicationID: String) throws -> [User.ID: UserEntry]
}
