import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardIdentifiers
import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The operator's commands on users. They work on all users of the server, and have the same effects as the calls of
/// backends.
extension Administration {
  private var store: any Store { installation.store }
  private var photos: PhotoAddresses { PhotoAddresses(origin: "\(configuration.derivedOrigin)") }

  /// Reads the users that match a query, and calls `body` with each.
  ///
  /// - Parameters:
  ///   - filters: the values of the parameters of `GET /v1/users`.
  ///   - application: the application that the users have granted something; nil for all users.
  ///   - limit: the most users.
  ///   - body: gets each user as JSON.
  /// - Throws: `Problem` if a filter is wrong; ``StoreError``.
  package func users(
    _ filters: [UserListRequest.Parameter: String], of application: String?, limit: Int,
    _ body: (JSONValue) -> Void
  ) async throws {
    let view = try await self.application(application).id
    let request = try UserListRequest(filters, limit: 100, of: application)
    let now = clock.now
    switch request.selection {
    case .holder(let name, let query):
      let found = try await store.read { snapshot in
        try snapshot.entry(of: name, matching: query, for: view, at: now)?.adminJSON(at: now, photos)
      }
      if let found { body(found) }
    case .users(let query):
      var (position, left) = (UserListPosition?.none, limit)
      while left > 0 {
        let part = try await store.read { [position, left] snapshot in
          let part = try snapshot.users(
            query, after: position, at: now, limit: min(left, 100), examining: 10_000)
          let entries = try snapshot.entries(of: part.users.map(\.user), for: view)
          return (
            items: part.users.compactMap { entries[$0.user]?.adminJSON(at: now, photos) }, end: part.end
          )
        }
        part.items.forEach(body)
        left -= part.items.count
        guard let end = part.end else { return }
        position = end
      }
    }
  }

  /// A user with the user's grants to applications.
  ///
  /// - Parameter name: the id, or an email address, a phone number or a user name.
  /// - Returns: the user; nil if there is none.
  /// - Throws: ``ConfigurationError``, ``StoreError``.
  package func user(_ name: String) async throws -> JSONValue? {
    let (view, now) = (try await application(nil).id, clock.now)
    return try await store.read { snapshot in
      guard let id = try snapshot.userID(name) else { return nil }
      let grants = try snapshot.grants(of: id)
      guard var object = try snapshot.adminJSON(of: id, for: view, at: now, photos)?.object else {
        return nil
      }
      object["app_metadata"] = JSONValue?.none
      object["applications"] = .array(grants.map(\.json))
      return .object(object)
    }
  }

  /// Creates a user for an application.
  ///
  /// - Parameters:
  ///   - body: the members of `POST /v1/users`.
  ///   - application: the application; nil for the first.
  /// - Returns: the user.
  /// - Throws: `Problem` as the call, also 403 `browser_sign_in_required`; ``ConfigurationError``, ``StoreError``.
  package func createUser(_ body: JSONObject, for application: String?) async throws -> JSONValue? {
    let application = try await self.application(application)
    return try await act(.userCreation, SecurityLog.Details(application: application.id)) { details in
      let user = try await create(body, for: application)
      details.user = user?["id"]?.string
      return user
    }
  }

  private func create(_ body: JSONObject, for application: Application) async throws -> JSONValue? {
    try application.requireDirectSignIn()
    let reader = JSONObjectReader(body)
    let new = try await NewUserForm(reader).user(
      passwords(), for: application, client: .loopback)
    let now = clock.now
    let ids = try NewUserIDs(for: new, createdAt: now, at: now, .system)
    var message: QueuedMessage?
    if body["invite"] == .bool(true) {
      guard let recipient = new.recipient else {
        throw ConfigurationError(.invalidValue, key: "--invite", "needs --email or --phone-number")
      }
      message = try await invitations().row(
        InvitationRequest(reader, to: recipient), to: application, user: ids.user)
    }
    return try await store.write { [message] transaction in
      try transaction.create(new, ids, for: application.id, createdAt: now, at: now)
      if let message { try transaction.insert(message) }
      return try transaction.adminJSON(of: ids.user, for: application.id, at: now, photos)
    }
  }

  /// Changes the profile and the metadata of a user.
  ///
  /// - Parameters:
  ///   - name: the user.
  ///   - patch: a JSON Merge Patch of the profile, `metadata` and `app_metadata`.
  ///   - application: the application of `app_metadata`; nil for the first.
  /// - Returns: the user; nil if there is none.
  /// - Throws: `Problem` if a value is not accepted; ``StoreError``.
  package func updateUser(
    _ name: String, _ patch: JSONObject, of application: String?
  ) async throws -> JSONValue? {
    let (application, now) = (try await self.application(application).id, clock.now)
    return try await actOnUser(name, .userChange) { id in
      let profile = try UserPatch(.object(patch))
      let metadata = try MetadataPatch("app_metadata", in: patch)
      return try await store.write { transaction in
        guard var user = try transaction.user(id) else { return nil }
        let before = user.profile
        try profile.apply(to: &user)
        try transaction.update(user)
        if user.profile != before { try transaction.noteProfileChange(of: id, at: now) }
        if let metadata {
          guard var grant = try transaction.grant(of: id, to: application) else {
            throw StoreError(.missing, "the user has granted nothing to the application \(application)")
          }
          try metadata.apply(to: &grant.appMetadata)
          try transaction.update(grant, of: id)
        }
        return try transaction.adminJSON(of: id, for: application, at: now, photos)
      }
    }
  }

  /// The data that the server stores about a user, as in the user's own export with all applications.
  ///
  /// - Parameter name: the user.
  /// - Returns: the content of the file; nil if there is no such user.
  /// - Throws: ``StoreError``.
  package func exportUser(_ name: String) async throws -> JSONValue? {
    let export = AccountExport(
      store: store, clock: clock, issuer: "\(configuration.derivedOrigin)",
      exportedEvidence: SignInMethods.exportedEvidence, methodName: SignInMethods.name)
    return try await actOnUser(name, .userExport) { try await export.content(of: $0) }
  }

  /// Deletes a user with all data; false if there is none. A running server sends the last message to the user.
  package func deleteUser(_ name: String) async throws -> Bool {
    try await actOnUser(name, .userDeletion) { id -> Bool in
      try await UserDeletion(store: store, clock: clock, notices: notices())
        .delete(for: application(nil)) { try $0.user(id)?.id }
    }
  }

  /// Bans a user and ends the user's sessions.
  ///
  /// - Parameters:
  ///   - name: the user.
  ///   - reason: a note; nil for none.
  ///   - end: the end of the ban in RFC 3339 form; nil for none.
  /// - Returns: false if there is no such user.
  /// - Throws: `Problem` `invalid_ban`; ``StoreError``.
  package func banUser(_ name: String, reason: String?, end: String?) async throws -> Bool {
    let now = clock.now
    return try await actOnUser(name, .userBan) { id -> Bool in
      let ban = try UserBan(reason: reason, end: end, at: now)
      return try await store.write { transaction in
        guard try transaction.user(id) != nil else { return false }
        try transaction.ban(id, ban, at: now)
        return true
      }
    }
  }

  /// Removes every ban of a user, also of one who was deleted; false if there is neither a user nor a ban.
  package func unbanUser(_ name: String) async throws -> Bool {
    let now = clock.now
    let found = try await store.read { try $0.userID(name) ?? $0.formerUserID(name, at: now) }
    return try await actIfFound(.userUnban) { details -> Bool in
      guard let found else { return false }
      details.user = found.text
      return try await store.write { try $0.removeBans(of: found) || $0.user(found) != nil }
    }
  }

  /// Performs an act on the user that the operator names. The log has the id of the user.
  ///
  /// - Returns: false if there is no such user.
  func actOnUser(
    _ name: String, _ event: SecurityLog.Event, _ body: (User.ID) async throws -> Bool
  ) async throws -> Bool {
    let isDone: Void? = try await actOnUser(name, event) { (id: User.ID) -> Void? in
      try await body(id) ? () : nil
    }
    return isDone != nil
  }

  /// Performs an act with a result on the user that the operator names.
  ///
  /// - Returns: the result of `body`; nil if there is no such user.
  func actOnUser<Value: Sendable>(
    _ name: String, _ event: SecurityLog.Event, _ details: SecurityLog.Details = SecurityLog.Details(),
    _ body: (User.ID) async throws -> Value?
  ) async throws -> Value? {
    try await actIfFound(event, details) { details in
      guard let id = try await store.read({ try $0.userID(name) }) else { return nil }
      details.user = id.text
      return try await body(id)
    }
  }
}

extension StoreReading {
  /// The user with an id, an email address, a phone number or a user name.
  func userID(_ name: String) throws -> User.ID? {
    if let id = User.ID(name) { return try user(id)?.id }
    guard let identifier = try? SignInIdentifier(name) else { return nil }
    return try identity(named: identifier.identity)?.userID
  }

  /// The deleted user with an id, or the banned user who had an address.
  fileprivate func formerUserID(_ name: String, at now: Date) throws -> User.ID? {
    if let id = User.ID(name) { return id }
    guard let identifier = try? SignInIdentifier(name) else { return nil }
    return try userBanned(with: identifier.identity.key, at: now)
  }

  fileprivate func adminJSON(
    of id: User.ID, for applicationID: String, at now: Date, _ photos: PhotoAddresses
  ) throws -> JSONValue? {
    try entries(of: [id], for: applicationID)[id]?.adminJSON(at: now, photos)
  }
}

extension UserEntry {
  /// All data of a user, for the operator, with the `app_metadata` of one application.
  fileprivate func adminJSON(at now: Date, _ photos: PhotoAddresses) -> JSONValue? {
    guard var object = UserView(self).json(within: .whole, photos).object else { return nil }
    if let ban, ban.isInForce(at: now) { object["ban"] = ban.json }
    return .object(object)
  }
}

extension Administration {
  /// Removes all second factors of a user who has lost them, and ends the user's sessions. A running server sends the notice.
  ///
  /// - Parameter name: the user.
  /// - Returns: false if there is no such user.
  /// - Throws: ``ConfigurationError``; ``StoreError``.
  package func removeSecondFactors(of name: String) async throws -> Bool {
    try await actOnUser(name, .secondFactorsRemoval) { id -> Bool in
      let reset = SecondFactorReset(store: installation.store, clock: clock, notices: try notices())
      return try await reset.remove(for: application(nil)) { try $0.user(id)?.id }
    }
  }
}
