import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The acts on users, for administrators, programs and the command line. They work on all users of the server.
package struct UserActs: Sendable {
  private var store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let photos: PhotoAddresses
  private let notices: SecurityNotices

  package init(
    store: any Store, clock: WallClock, random: RandomSource, photos: PhotoAddresses, notices: SecurityNotices
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.photos = photos
    self.notices = notices
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> UserActs {
    var acts = self
    acts.store = store
    return acts
  }

  // MARK: Reading

  /// One part of a list of users.
  ///
  /// - Parameters:
  ///   - query: the users.
  ///   - position: the end of the part before; nil for the first part.
  ///   - limit: the most users.
  ///   - view: the application whose data of the users is shown.
  ///   - examined: the most users to examine.
  /// - Returns: the users, and the place where the next part begins; nil at the end.
  /// - Throws: ``StoreError``.
  package func users(
    _ query: UserQuery, after position: UserListPosition?, limit: Int, for view: String,
    examining examined: Int
  ) async throws -> (items: [JSONValue], end: UserListPosition?) {
    let now = clock.now
    return try await store.read { [photos] snapshot in
      let part = try snapshot.users(query, after: position, at: now, limit: limit, examining: examined)
      let entries = try snapshot.entries(of: part.users.map(\.user), for: view)
      return (part.users.compactMap { entries[$0.user]?.adminJSON(at: now, photos) }, part.end)
    }
  }

  /// The user of an identity, if the query accepts the user.
  package func user(
    of name: ProvenIdentity, matching query: UserQuery, for view: String
  ) async throws -> JSONValue? {
    let now = clock.now
    return try await store.read { [photos] snapshot in
      try snapshot.entry(of: name, matching: query, for: view, at: now)?.adminJSON(at: now, photos)
    }
  }

  /// The users that a search finds.
  func users(found search: UserSearch, _ text: String, for view: String) async throws -> [JSONValue] {
    let now = clock.now
    return try await store.read { [photos] snapshot in
      let found = try search.users(text, in: snapshot)
      let entries = try snapshot.entries(of: found, for: view)
      return found.compactMap { entries[$0]?.adminJSON(at: now, photos) }
    }
  }

  /// A user with the user's grants to applications.
  ///
  /// - Parameters:
  ///   - id: the user.
  ///   - view: the application whose data of the user is shown.
  /// - Returns: the user; nil if there is none.
  /// - Throws: ``StoreError``.
  package func user(_ id: User.ID, for view: String) async throws -> JSONValue? {
    let now = clock.now
    return try await store.read { [photos] snapshot in
      try snapshot.record(of: id, for: view, at: now, photos).map { .object($0) }
    }
  }

  /// Everything that an administrator sees of a user: the user with grants, second factors, sessions, messages and invitations.
  ///
  /// - Returns: nil if there is no such user.
  /// - Throws: ``StoreError``.
  package func page(of id: User.ID, for view: String) async throws -> JSONValue? {
    let now = clock.now
    return try await store.read { [photos] snapshot -> JSONValue? in
      guard let entry = try snapshot.entries(of: [id], for: view)[id],
        let json = entry.adminJSON(at: now, photos)
      else { return nil }
      let sessions = try snapshot.liveSessions(
        of: id, at: now, lastingOnly: false, after: nil, limit: Self.mostSessions)
      let invitations = try snapshot.identities(of: id).flatMap { try snapshot.invitations(of: $0.key) }
      return [
        "user": json, "applications": .array(try snapshot.grants(of: id).map(\.json)),
        "second_factors": .array(try snapshot.secondFactors(of: id).map { .object($0.json) }),
        "recovery_codes_left": .integer(Int64(try snapshot.recoveryCodes(of: id).count)),
        "sessions": .array(
          sessions.map { .object($0.json(current: nil, naming: SignInMethods.name)) }),
        "messages": .array(try snapshot.messages(ofUser: id).prefix(Self.mostMessages).map(\.adminJSON)),
        "invitations": .array(
          invitations.map { $0.json(to: $0.applicationID) }),
        "deletion": entry.user.deletion.map {
          ["requested_at": .time($0.requestedAt), "delete_at": .time($0.dueAt)]
        } ?? .null,
        "administrator": .text(try snapshot.administrator(id)?.role.rawValue),
      ]
    }
  }

  private static let mostSessions = 100
  private static let mostMessages = 100

  // MARK: Changes

  /// Makes a user.
  ///
  /// - Parameters:
  ///   - new: the user.
  ///   - invitation: the invitation that the message to the user has; nil for no message.
  ///   - application: the application of the user.
  ///   - invitations: makes the message.
  ///   - origin: the party that acts, and its client.
  /// - Returns: the id and the user.
  /// - Throws: `Problem` as `POST /v1/users`; ``StoreError``.
  package func create(
    _ new: NewUser, inviting invitation: InvitationRequest?, for application: Application,
    _ invitations: Invitations, by origin: EventOrigin
  ) async throws -> (id: User.ID, json: JSONValue?) {
    let now = clock.now
    let ids = try NewUserIDs(for: new, createdAt: now, at: now, random)
    var message: QueuedMessage?
    if let invitation {
      message = try await invitations.row(invitation, to: application, user: ids.user)
    }
    let json = try await store.write { [message, photos] transaction -> JSONValue? in
      let subjects = EventSubjects(user: ids.user, application: application.id)
      try transaction.create(new, ids, for: application.id, createdAt: now, at: now)
      try transaction.record(.userCreated(.registered), about: subjects, by: origin, at: now)
      if let message {
        try transaction.insert(message)
        try transaction.record(.invitationSent(nil), about: subjects, by: origin, at: now)
      }
      return try transaction.entries(of: [ids.user], for: application.id)[ids.user]?.adminJSON(
        at: now, photos)
    }
    if message != nil { invitations.deliver() }
    return (ids.user, json)
  }

  /// Changes the profile, the metadata and the roles of a user.
  ///
  /// - Parameters:
  ///   - id: the user.
  ///   - patch: a JSON Merge Patch.
  ///   - application: the application of `app_metadata` and `roles`.
  ///   - origin: the party that acts, and its client.
  /// - Returns: the user; nil if there is none.
  /// - Throws: `Problem` if a value is not accepted; ``StoreError``, `store_missing` if the user has granted nothing to the
  ///   application.
  package func update(
    _ id: User.ID, _ patch: JSONObject, of application: Application, by origin: EventOrigin
  ) async throws -> JSONValue? {
    let now = clock.now
    let profile = try UserPatch(.object(patch))
    let metadata = try MetadataPatch(WireUser.Members.appMetadata, in: patch)
    let roles = try RolesPatch(in: patch, of: application)
    return try await store.write { [photos] transaction in
      guard var user = try transaction.user(id) else { return nil }
      let before = user
      try profile.apply(to: &user)
      try transaction.update(user)
      if user.profile != before.profile { try transaction.noteProfileChange(of: id, at: now) }
      if metadata != nil || roles != nil {
        guard var grant = try transaction.grant(of: id, to: application.id) else {
          throw StoreError(.missing, "the user has granted nothing to the application \(application.id)")
        }
        if let metadata {
          try metadata.apply(to: &grant.appMetadata)
          try transaction.update(grant, of: id)
        }
        if let roles {
          try transaction.setRoles(roles.roles, of: id, to: application.id)
          try transaction.record(
            .rolesChanged(roles.roles), about: EventSubjects(user: id, application: application.id),
            by: origin,
            at: now)
        }
      }
      let changed = before.changedMembers(to: user) + (metadata == nil ? [] : [WireUser.Members.appMetadata])
      if roles == nil || !changed.isEmpty {
        try transaction.record(
          .userChanged(changed),
          about: EventSubjects(user: id, application: metadata == nil ? nil : application.id), by: origin,
          at: now)
      }
      return try transaction.entries(of: [id], for: application.id)[id]?.adminJSON(at: now, photos)
    }
  }

  /// Bans a user and ends the user's sessions.
  ///
  /// - Returns: false if there is no such user.
  /// - Throws: ``StoreError``, ``StoreError/Code/lastOwner``.
  package func ban(_ id: User.ID, _ ban: UserBan, by origin: EventOrigin) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard try transaction.user(id) != nil else { return false }
      try transaction.ban(id, ban, by: origin, at: now)
      return true
    }
  }

  /// Removes every ban of a user, also of one who was deleted.
  ///
  /// - Returns: false if there is neither a user nor a ban.
  /// - Throws: ``StoreError``.
  package func unban(_ id: User.ID, by origin: EventOrigin) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard try transaction.removeBans(of: id) || transaction.user(id) != nil else { return false }
      try transaction.record(.userUnbanned, about: EventSubjects(user: id), by: origin, at: now)
      return true
    }
  }

  /// Keeps a user whose deletion is scheduled.
  ///
  /// - Returns: false if there is no such user, or no deletion is scheduled.
  /// - Throws: ``StoreError``.
  package func keep(_ id: User.ID, by origin: EventOrigin) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard try transaction.user(id)?.deletion != nil else { return false }
      try transaction.cancelDeletion(of: id)
      try transaction.record(.deletionCanceled, about: EventSubjects(user: id), by: origin, at: now)
      return true
    }
  }

  /// Ends one session of a user, or all of them.
  ///
  /// - Returns: the number of ended sessions; nil if there is no such user.
  /// - Throws: ``StoreError``.
  package func endSessions(
    of id: User.ID, only session: Session.ID? = nil, by origin: EventOrigin
  ) async throws -> Int? {
    let now = clock.now
    return try await store.write { transaction in
      guard try transaction.user(id) != nil else { return nil }
      guard let session else {
        let count = try transaction.endSessions(of: id, except: nil, because: .endedByBackend, at: now)
        try transaction.record(
          .sessionsEnded(.endedByBackend, count: count), about: EventSubjects(user: id), by: origin, at: now)
        return count
      }
      guard let live = try transaction.lockedSession(session), live.userID == id else { return 0 }
      return try transaction.end(live, because: .endedByBackend, by: origin, at: now) ? 1 : 0
    }
  }

  /// Removes all second factors of a user who has lost them, and ends the user's sessions.
  ///
  /// - Returns: false if there is no such user.
  /// - Throws: ``StoreError``.
  package func removeSecondFactors(
    of id: User.ID, for application: Application, by origin: EventOrigin
  ) async throws -> Bool {
    try await SecondFactorReset(store: store, clock: clock, notices: notices)
      .remove(for: application, by: origin) { try $0.user(id)?.id }
  }

  /// Deletes a user at once.
  ///
  /// - Returns: false if there is no such user.
  /// - Throws: ``StoreError``, ``StoreError/Code/lastOwner``.
  package func delete(
    _ id: User.ID, for application: Application, by origin: EventOrigin
  ) async throws -> Bool {
    try await UserDeletion(store: store, clock: clock, notices: notices)
      .delete(for: application, by: origin) { try $0.user(id)?.id }
  }

  /// Deletes a user after a time in which the user can keep the account by a sign-in. Sessions end at once. A user without an
  /// identity could not sign in, and is deleted at once.
  ///
  /// - Returns: the time of the deletion; nil if there is no such user.
  /// - Throws: ``StoreError``, ``StoreError/Code/lastOwner``.
  package func scheduleDeletion(
    of id: User.ID, in seconds: Int64, for application: Application, by origin: EventOrigin
  ) async throws -> Date? {
    let now = clock.now
    let deletion = PendingDeletion(requestedAt: now, dueAt: now.addingTimeInterval(TimeInterval(seconds)))
    return try await notices.messenger.sending(in: store) { [notices] transaction -> Date? in
      guard let user = try transaction.user(id) else { return nil }
      let identities = try transaction.identities(of: id)
      guard seconds > 0, !identities.isEmpty else {
        try transaction.deleteUser(id)
        try transaction.record(.userDeleted, about: EventSubjects(user: id), by: origin, at: now)
        return now
      }
      try transaction.schedule(deletion, of: id)
      try transaction.record(
        .deletionScheduled(due: deletion.dueAt), about: EventSubjects(user: id), by: origin, at: now)
      try transaction.endSessions(of: id, except: nil, because: .accountDeletion, at: now)
      let rows = try notices.rows(
        ofDeletion: deletion, to: identities.noticeRecipients, about: user, application,
        language: user.profile[.locale] ?? "en")
      for row in rows { try transaction.insert(row) }
      return deletion.dueAt
    }
  }
}

extension StoreReading {
  /// The user with all data that every view of the administration has.
  fileprivate func record(
    of id: User.ID, for view: String, at now: Date, _ photos: PhotoAddresses
  ) throws -> JSONObject? {
    guard var object = try entries(of: [id], for: view)[id]?.adminJSON(at: now, photos)?.object else {
      return nil
    }
    object[WireUser.Members.appMetadata] = JSONValue?.none
    object["applications"] = .array(try grants(of: id).map(\.json))
    return object
  }
}

extension UserEntry {
  /// All data of a user, with the `app_metadata` of one application.
  fileprivate func adminJSON(at now: Date, _ photos: PhotoAddresses) -> JSONValue? {
    guard var object = UserView(self).json(within: .whole, photos).object else { return nil }
    if let ban, ban.isInForce(at: now) { object["ban"] = ban.json }
    return .object(object)
  }
}

extension QueuedMessage {
  /// The message without its content, which may have a code, and with the last answer of the mail server or SMS service.
  var adminJSON: JSONValue {
    [
      "application": .string(applicationID), "kind": .string(kind),
      "channel": .string(channel.rawValue), "recipient": .string(recipient), "created_at": .time(createdAt),
      "state": .string(state.rawValue), "ended_at": .time(endedAt), "attempts": .integer(attempts),
      "code": .text(outcome?.code), "detail": .text(outcome?.detail),
    ]
  }
}
