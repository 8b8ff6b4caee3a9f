package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func users(
    _ query: UserQuery, after position: UserListPosition?, at instant: Date, limit: Int,
    examining examined: Int
  ) throws -> UserListPart {
    let now = try StoredTime.milliseconds(instant)
    let created = try UserBounds(query)
    var count = 0
    var last: UserListPosition?
    var users: [UserListPosition] = []
    var end: UserListPosition?
    // One more row than the part can have shows whether the list continues.
    let selectsAll =
      query.kind == nil && query.isBanned == nil && query.createdFrom == nil && query.createdBefore == nil
    let most = min(max(0, selectsAll ? min(limit, examined) : examined), Int(Int32.max))
    try visit(query, created, after: position, limit: Int64(most) + 1) { row in
      guard users.count < limit, count < examined else {
        end = last
        return false
      }
      let user = UserListPosition(user: try row.identifier(0), lastSignIn: try row.integer(1))
      count += 1
      last = user
      let isBanned = try row.optionalInteger(3).map { now < $0 } ?? false
      let kind: User.Kind = try row.choice(2)
      let isListed = try row.integer(4) == 1 && created.contains(user.user.bytes)
      if isListed, query.kind ?? kind == kind, query.isBanned ?? isBanned == isBanned { users.append(user) }
      return true
    }
    return UserListPart(users: users, end: end)
  }

  /// Visits the users in the order of the query, each by a seek in an index. Rows that the query does not select are visited
  /// too, so that the caller can count them. The joins keep SQLite from reading the tables in another order.
  ///
  /// A row has the user's id, last sign-in and kind, the end of the longest ban, and whether the application has a grant.
  private func visit(
    _ query: UserQuery, _ created: UserBounds, after position: UserListPosition?, limit: Int64,
    _ body: (borrowing SQLRow) throws -> Bool
  ) throws {
    let isDescending = query.isDescending
    if let application = query.applicationID, query.order == .lastSignInAt {
      return try visit(
        isDescending ? Self.bySignInDescending : Self.bySignIn,
        [
          .text(application), .integer(position?.lastSignIn ?? (isDescending ? .max : -1)),
          .blob(position?.user.bytes ?? []), .integer(limit),
        ], body)
    }
    let bounds = created.after(position?.user.bytes, isDescending: isDescending)
    if query.isBanned == true {
      // Few users are banned, so the list does not visit the others.
      try visit(
        isDescending ? Self.bannedDescending : Self.banned,
        [.blob(bounds.lowest), .blob(bounds.highest), SQLValue(query.applicationID), .integer(limit)], body)
    } else if let application = query.applicationID {
      try visit(
        isDescending ? Self.byCreationDescending : Self.byCreation,
        [.blob(bounds.lowest), .blob(bounds.highest), .text(application), .integer(limit)], body)
    } else {
      try visit(
        isDescending ? Self.allDescending : Self.all,
        [.blob(bounds.lowest), .blob(bounds.highest), .integer(limit)], body)
    }
  }

  private static var byCreation: StaticString {
    """
    SELECT grants.user_id, signed_in_at, kind,
      (SELECT max(coalesce(ends_at, 9223372036854775807)) FROM user_bans WHERE user_id = grants.user_id), 1
    FROM application_grants AS grants LEFT JOIN users ON users.id = grants.user_id
    WHERE application_id = ?3 AND grants.user_id > ?1 AND grants.user_id < ?2
    ORDER BY grants.user_id LIMIT ?4
    """
  }

  private static var byCreationDescending: StaticString {
    """
    SELECT grants.user_id, signed_in_at, kind,
      (SELECT max(coalesce(ends_at, 9223372036854775807)) FROM user_bans WHERE user_id = grants.user_id), 1
    FROM application_grants AS grants LEFT JOIN users ON users.id = grants.user_id
    WHERE application_id = ?3 AND grants.user_id > ?1 AND grants.user_id < ?2
    ORDER BY grants.user_id DESC LIMIT ?4
    """
  }

  private static var bySignIn: StaticString {
    """
    SELECT grants.user_id, signed_in_at, kind,
      (SELECT max(coalesce(ends_at, 9223372036854775807)) FROM user_bans WHERE user_id = grants.user_id), 1
    FROM application_grants AS grants LEFT JOIN users ON users.id = grants.user_id
    WHERE application_id = ?1 AND (signed_in_at, grants.user_id) > (?2, ?3)
    ORDER BY signed_in_at, grants.user_id LIMIT ?4
    """
  }

  private static var bySignInDescending: StaticString {
    """
    SELECT grants.user_id, signed_in_at, kind,
      (SELECT max(coalesce(ends_at, 9223372036854775807)) FROM user_bans WHERE user_id = grants.user_id), 1
    FROM application_grants AS grants LEFT JOIN users ON users.id = grants.user_id
    WHERE application_id = ?1 AND (signed_in_at, grants.user_id) < (?2, ?3)
    ORDER BY signed_in_at DESC, grants.user_id DESC LIMIT ?4
    """
  }

  private static var all: StaticString {
    """
    SELECT users.id, coalesce(last_sign_in_at, 0), kind,
      (SELECT max(coalesce(ends_at, 9223372036854775807)) FROM user_bans WHERE user_id = users.id), 1
    FROM users
    WHERE users.id > ?1 AND users.id < ?2 ORDER BY users.id LIMIT ?3
    """
  }

  private static var allDescending: StaticString {
    """
    SELECT users.id, coalesce(last_sign_in_at, 0), kind,
      (SELECT max(coalesce(ends_at, 9223372036854775807)) FROM user_bans WHERE user_id = users.id), 1
    FROM users
    WHERE users.id > ?1 AND users.id < ?2 ORDER BY users.id DESC LIMIT ?3
    """
  }

  private static var banned: StaticString {
    """
    SELECT bans.user_id, coalesce(last_sign_in_at, 0), kind,
      (SELECT max(coalesce(ends_at, 9223372036854775807)) FROM user_bans WHERE user_id = bans.user_id),
      CASE WHEN CAST(?3 AS TEXT) IS NULL OR grants.user_id IS NOT NULL THEN 1 ELSE 0 END
    FROM user_bans AS bans CROSS JOIN users LEFT JOIN application_grants AS grants
        ON grants.user_id = bans.user_id AND grants.application_id = ?3
    WHERE bans.user_id > ?1 AND bans.user_id < ?2 AND users.id = bans.user_id
      AND bans.owner = (SELECT min(owner) FROM user_bans WHERE user_id = bans.user_id)
    ORDER BY bans.user_id LIMIT ?4
    """
  }

  private static var bannedDescending: StaticString {
    """
    SELECT bans.user_id, coalesce(last_sign_in_at, 0), kind,
      (SELECT max(coalesce(ends_at, 9223372036854775807)) FROM user_bans WHERE user_id = bans.user_id),
      CASE WHEN CAST(?3 AS TEXT) IS NULL OR grants.user_id IS NOT NULL THEN 1 ELSE 0 END
    FROM user_bans AS bans CROSS JOIN users LEFT JOIN application_grants AS grants
        ON grants.user_id = bans.user_id AND grants.application_id = ?3
    WHERE bans.user_id > ?1 AND bans.user_id < ?2 AND users.id = bans.user_id
      AND bans.owner = (SELECT min(owner) FROM user_bans WHERE user_id = bans.user_id)
    ORDER BY bans.user_id DESC LIMIT ?4
    """
  }
}

/// The bounds of the ids of a list. They are not in the list. An id begins with the time of its creation, in milliseconds.
private struct UserBounds {
  var lowest = [UInt8](repeating: 0, count: 16)
  var highest = [UInt8](repeating: 0xff, count: 16)

  /// The users that a query selects by their creation.
  init(_ query: UserQuery) throws {
    if let from = query.createdFrom { lowest = try Self.before(from) }
    if let before = query.createdBefore { highest = try Self.before(before) }
  }

  /// The bounds of the rest of the list after a user.
  func after(_ user: [UInt8]?, isDescending: Bool) -> UserBounds {
    var rest = self
    guard let user else { return rest }
    if isDescending {
      if user.lexicographicallyPrecedes(highest) { rest.highest = user }
    } else if lowest.lexicographicallyPrecedes(user) {
      rest.lowest = user
    }
    return rest
  }

  func contains(_ user: [UInt8]) -> Bool {
    lowest.lexicographicallyPrecedes(user) && user.lexicographicallyPrecedes(highest)
  }

  /// The bytes before all ids of a moment, and after all ids of earlier moments.
  private static func before(_ moment: Date) throws -> [UInt8] {
    let milliseconds = UInt64(max(0, try StoredTime.milliseconds(moment)))
    return withUnsafeBytes(of: (milliseconds << 16).bigEndian) { Array($0) } + [UInt8](repeating: 0, count: 8)
  }
}
