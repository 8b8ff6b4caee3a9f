package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
package import DoorwardStore
package import Encodings

/// Exports the data that the server stores about a user, as a JSON file.
package struct AccountExport: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let issuer: String
  private let exportedEvidence: @Sendable (Identity) -> JSONObject

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - issuer: the issuer of the server's tokens.
  ///   - exportedEvidence: returns the part of an identity's evidence that the user receives.
  package init(
    store: any Store, clock: WallClock, issuer: String,
    exportedEvidence: @escaping @Sendable (Identity) -> JSONObject
  ) {
    self.store = store
    self.clock = clock
    self.issuer = issuer
    self.exportedEvidence = exportedEvidence
  }

  /// The file as an attachment.
  ///
  /// - Parameters:
  ///   - caller: the user.
  ///   - withAllGrants: whether to include the grants to every application. If false, the export contains neither the
  ///     grants to other applications nor the data of their backends, because a token of one application must not
  ///     read them.
  /// - Returns: the response.
  /// - Throws: `Problem` 401 `invalid_token` if the user has been deleted; ``StoreError``.
  package func response(to caller: Caller, withAllGrants: Bool) async throws -> HTTPResponse {
    let now = clock.now
    let id = caller.user.id
    let found = try await store.read { snapshot -> JSONValue? in
      guard let user = try snapshot.user(id) else { return nil }
      let identities = try snapshot.identities(of: id).map { identity -> JSONValue in
        var object = identity.jsonObject
        object.set(exportedEvidence(identity))
        return .object(object)
      }
      let grants =
        try withAllGrants
        ? snapshot.grants(of: id) : [snapshot.grant(of: id, to: caller.application.id)].compactMap(\.self)
      let sessions = try snapshot.liveSessions(of: id, at: now, lastingOnly: false, after: nil, limit: .max)
      return [
        "exported_at": .time(now), "issuer": .string(issuer),
        "user": [
          "id": .string(id.text), "kind": .string(user.kind.rawValue), "created_at": .time(user.createdAt),
          "last_sign_in_at": .time(user.lastSignInAt), "name": .text(user.profile.name),
          "first_name": .text(user.profile.firstName), "last_name": .text(user.profile.lastName),
          "locale": .text(user.profile.locale), "metadata": .object(user.metadata),
        ],
        "identities": .array(identities),
        "second_factors": .array(try snapshot.secondFactors(of: id).map { .object($0.json) }),
        "applications": .array(grants.map(\.json)),
        "sessions": .array(sessions.map { .object($0.json(current: caller.session.id)) }),
      ]
    }
    guard let found else { throw Problem.invalidToken }
    var response = HTTPResponse.privateJSON(found)
    response.fields["Content-Disposition"] = "attachment; filename=\"account.json\""
    return response
  }
}

extension ApplicationGrant {
  fileprivate var json: JSONValue {
    [
      "application": .string(applicationID), "scopes": .strings(scopes.names),
      "app_metadata": .object(appMetadata),
    ]
  }
}
