import DoorwardAdministration
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

  func userActs() throws -> UserActs {
    UserActs(
      store: store, clock: clock, random: .system,
      photos: PhotoAddresses(origin: "\(configuration.derivedOrigin)"), notices: try notices())
  }

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
    let acts = try userActs()
    switch request.selection {
    case .holder(let name, let query):
      if let found = try await acts.user(of: name, matching: query, for: view) { body(found) }
    case .users(let query):
      var (position, left) = (UserListPosition?.none, limit)
      while left > 0 {
        let part = try await acts.users(
          query, after: position, limit: min(left, 100), for: view, examining: 10_000)
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
    let view = try await application(nil).id
    guard let id = try await store.read({ try $0.userID(name) }) else { return nil }
    return try await userActs().user(id, for: view)
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
    var invitation: InvitationRequest?
    if body["invite"] == .bool(true) {
      guard let recipient = new.recipient else {
        throw ConfigurationError(.invalidValue, key: "--invite", "needs --email or --phone-number")
      }
      invitation = try InvitationRequest(reader, to: recipient)
    }
    return try await userActs().create(
      new, inviting: invitation, for: application, invitations(), by: origin
    ).json
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
    let application = try await self.application(application)
    return try await actOnUser(name, .userChange) { id in
      try await userActs().update(id, patch, of: application, by: origin)
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
    return try await actOnUser(name, .userExport) { id in
      guard let content = try await export.content(of: id) else { return nil }
      // The operator does not get the data without the event.
      try await record(.userExported, about: EventSubjects(user: id))
      return content
    }
  }

  /// Deletes a user with all data; false if there is none. A running server sends the last message to the user.
  package func deleteUser(_ name: String) async throws -> Bool {
    try await actOnUser(name, .userDeletion) { id -> Bool in
      try await userActs().delete(id, for: application(nil), by: origin)
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
      try await userActs().ban(id, UserBan(reason: reason, end: end, at: now), by: origin)
    }
  }

  /// Removes every ban of a user, also of one who was deleted; false if there is neither a user nor a ban.
  package func unbanUser(_ name: String) async throws -> Bool {
    let now = clock.now
    let found = try await store.read { try $0.userID(name) ?? $0.formerUserID(name, at: now) }
    return try await actIfFound(.userUnban) { details -> Bool in
      guard let found else { return false }
      details.user = found.text
      return try await userActs().unban(found, by: origin)
    }
  }

  /// Keeps a user whose deletion is scheduled; false if there is none.
  package func keepUser(_ name: String) async throws -> Bool {
    try await actOnUser(name, .userKeeping) { id -> Bool in try await userActs().keep(id, by: origin) }
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
}

extension Administration {
  /// Removes all second factors of a user who has lost them, and ends the user's sessions. A running server sends the notice.
  ///
  /// - Parameter name: the user.
  /// - Returns: false if there is no such user.
  /// - Throws: ``ConfigurationError``; ``StoreError``.
  package func removeSecondFactors(of name: String) async throws -> Bool {
    try await actOnUser(name, .secondFactorsRemoval) { id -> Bool in
      try await userActs().removeSecondFactors(of: id, for: application(nil), by: origin)
    }
  }
}
