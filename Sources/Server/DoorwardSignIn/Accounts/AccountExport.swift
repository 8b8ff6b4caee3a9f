package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPhotos
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Exports the data that the server stores about a user, as a JSON file.
///
/// It omits secrets, which no user can use: hashes, keys of authenticators, and the content of messages. It also omits the
/// note of a ban.
package struct AccountExport: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let issuer: String
  private let exportedEvidence: @Sendable (Identity) -> JSONObject
  private let methodName: @Sendable (SessionProof) -> SignInMethodName

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - issuer: the issuer of the server's tokens.
  ///   - exportedEvidence: returns the part of an identity's evidence that the user receives.
  ///   - methodName: names the method of a proof as offers do.
  package init(
    store: any Store, clock: WallClock, issuer: String,
    exportedEvidence: @escaping @Sendable (Identity) -> JSONObject,
    methodName: @escaping @Sendable (SessionProof) -> SignInMethodName
  ) {
    self.store = store
    self.clock = clock
    self.issuer = issuer
    self.exportedEvidence = exportedEvidence
    self.methodName = methodName
  }

  /// The file as an attachment.
  ///
  /// - Parameters:
  ///   - caller: the user.
  ///   - withAllGrants: whether to include the grants to every application. If false, the export contains neither the
  ///     grants to other applications, nor the data of their backends, nor their messages and invitations, because a
  ///     token of one application must not read them.
  /// - Returns: the response.
  /// - Throws: `Problem` 401 `invalid_token` if the user has been deleted; ``StoreError``.
  package func response(to caller: Caller, withAllGrants: Bool) async throws -> HTTPResponse {
    let content = try await content(
      of: caller.user.id, onlyFor: withAllGrants ? nil : caller.application.id, current: caller.session.id)
    guard let content else { throw Problem.invalidToken }
    var response = HTTPResponse.privateJSON(content)
    response.fields["Content-Disposition"] = "attachment; filename=\"account.json\""
    return response
  }

  /// The content of the file.
  ///
  /// - Parameters:
  ///   - id: the user.
  ///   - application: the only application whose grants, messages and invitations it has; nil for all of them.
  ///   - current: the session that reads it; nil for none.
  /// - Returns: the content; nil if there is no such user.
  /// - Throws: ``StoreError``.
  package func content(
    of id: User.ID, onlyFor application: String? = nil, current: Session.ID? = nil
  ) async throws -> JSONValue? {
    let now = clock.now
    return try await store.read { snapshot -> JSONValue? in
      guard let user = try snapshot.user(id) else { return nil }
      let stored = try snapshot.identities(of: id)
      let identities = stored.map { identity -> JSONValue in
        var object = identity.jsonObject
        object.set(exportedEvidence(identity))
        return .object(object)
      }
      let grants =
        if let application {
          [try snapshot.grant(of: id, to: application)].compactMap(\.self)
        } else {
          try snapshot.grants(of: id)
        }
      let messages = try snapshot.messages(ofUser: id).filter {
        [nil, $0.applicationID].contains(application)
      }
      let invitations = try stored.flatMap { try snapshot.invitations(of: $0.key) }.filter {
        [nil, $0.applicationID].contains(application)
      }
      let activity = try snapshot.events(of: id, since: .distantPast, after: nil, limit: .max).filter {
        [nil, $0.subjects.application].contains(application) || $0.subjects.application == nil
      }
      let sessions = try snapshot.liveSessions(of: id, at: now, lastingOnly: false, after: nil, limit: .max)
      return [
        "exported_at": .time(now), "issuer": .string(issuer), "user": .object(user.exported),
        "deletion": user.deletion?.json ?? .null,
        "ban": try snapshot.ban(of: id)?.exported ?? .null,
        "administrator": try snapshot.administrator(id)?.exported(in: snapshot) ?? .null,
        "photo": try snapshot.photo(of: id)?.json ?? .null,
        "identities": .array(identities),
        "second_factors": .array(try snapshot.secondFactors(of: id).map { .object($0.json) }),
        "recovery_codes_left": .integer(Int64(try snapshot.recoveryCodes(of: id).count)),
        "applications": .array(grants.map(\.json)),
        "sessions": .array(sessions.map { .object($0.json(current: current, naming: methodName)) }),
        "messages": .array(messages.map(\.exported)),
        "invitations": .array(invitations.map(\.exported)),
        "activity": .array(activity.map { .object($0.activity(for: current).json) }),
      ]
    }
  }
}

extension User {
  fileprivate var exported: JSONObject {
    var object: JSONObject = [
      "id": .string(id.text), "kind": .string(kind.rawValue), "created_at": .time(createdAt),
      "last_sign_in_at": .time(lastSignInAt),
    ]
    for text in ProfileText.allCases { object[text.rawValue] = .text(profile[text]) }
    object.set([
      "metadata": .object(metadata), "has_password": .bool(hasPassword), "secured_at": .time(securedAt),
    ])
    return object
  }
}

extension Administrator {
  fileprivate func exported(in snapshot: any StoreReading) throws -> JSONValue {
    let keys = try snapshot.administrationKeys().filter { $0.creator == user }.map { key -> JSONValue in
      ["name": .string(key.name), "created_at": .time(key.createdAt), "expires_at": .time(key.expiresAt)]
    }
    return ["role": .string(role.rawValue), "added_at": .time(addedAt), "keys": .array(keys)]
  }
}

extension UserBan {
  /// The times of the ban. Its note is the operator's, about the user and not for the user.
  fileprivate var exported: JSONValue { ["banned_at": .time(bannedAt), "ends_at": .time(endsAt)] }
}

extension Invitation {
  /// The invitation with its application, which the list of an application does not repeat.
  fileprivate var exported: JSONValue {
    var object: JSONObject = ["application": .string(applicationID)]
    object.set(json.object ?? JSONObject())
    return .object(object)
  }
}

extension PendingDeletion {
  fileprivate var json: JSONValue { ["requested_at": .time(requestedAt), "delete_at": .time(dueAt)] }
}

extension PhotoRecord {
  /// The largest size. The smaller sizes are made from it.
  fileprivate var json: JSONValue {
    [
      "created_at": .time(createdAt), "media_type": .string(Photo.mediaType),
      "content": .string(Base64.encode(renditions.last?.bytes ?? [])),
    ]
  }
}

extension QueuedMessage {
  /// The message without its content, which may have a code.
  fileprivate var exported: JSONValue {
    [
      "application": .string(applicationID), "kind": .string(kind), "channel": .string(channel.rawValue),
      "recipient": .string(recipient), "created_at": .time(createdAt), "state": .string(state.rawValue),
      "ended_at": .time(endedAt),
    ]
  }
}
