#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A query for a list of users.
package struct UserQuery: Sendable, Equatable {
  /// The value by which a list is ordered.
  package enum Order: String, Sendable, CaseIterable {
    case createdAt = "created_at"
    /// Users who have never signed in count as the oldest.
    case lastSignInAt = "last_sign_in_at"
  }

  /// The application that the users have granted something; nil for the users of all applications.
  package var applicationID: String?
  package var order: Order
  package var isDescending: Bool
  package var kind: User.Kind?
  /// Whether a ban is in force.
  package var isBanned: Bool?
  /// The users were created at this time or later.
  package var createdFrom: Date?
  /// The users were created before this time.
  package var createdBefore: Date?

  package init(
    applicationID: String?, order: Order = .createdAt, isDescending: Bool = true, kind: User.Kind? = nil,
    isBanned: Bool? = nil, createdFrom: Date? = nil, createdBefore: Date? = nil
  ) {
    self.applicationID = applicationID
    self.order = order
    self.isDescending = isDescending
    self.kind = kind
    self.isBanned = isBanned
    self.createdFrom = createdFrom
    self.createdBefore = createdBefore
  }
}

/// A place in a list of users. The user may have been deleted.
package struct UserListPosition: Sendable, Equatable {
  package let user: User.ID
  /// Milliseconds since 1970; 0 if the user has never signed in.
  package let lastSignIn: Int64

  package init(user: User.ID, lastSignIn: Int64) {
    self.user = user
    self.lastSignIn = lastSignIn
  }
}

/// One part of a list of users.
package struct UserListPart: Sendable, Equatable {
  /// The users that match the query, in its order.
  package let users: [UserListPosition]
  /// The place where the next part begins; nil at the end of the list.
  package let end: UserListPosition?

  package init(users: [UserListPosition], end: UserListPosition?) {
    self.users = users
    self.end = end
  }
}

/// Queries for lists of users.
package protocol UserListReading {
  /// One part of a list.
  ///
  /// The order by creation is that of the ids, which begin with the time of creation. A user whose last sign-in changes
  /// while the list is read in parts may be skipped or repeated if the list is ordered by it.
  ///
  /// - Parameters:
  ///   - query: the query. A list of all applications is ordered by creation.
  ///   - position: the end of the part before; nil for the first part.
  ///   - instant: the time, which decides which bans are in force.
  ///   - limit: the most users to return.
  ///   - examined: the most users to examine, so that a query that few users match does not take long. The part can then
  ///     have fewer users, also none, and the list continues.
  /// - Returns: the users.
  /// - Throws: ``StoreError``.
  func users(
    _ query: UserQuery, after position: UserListPosition?, at instant: Date, limit: Int,
    examining examined: Int
  ) throws -> UserListPart
}
