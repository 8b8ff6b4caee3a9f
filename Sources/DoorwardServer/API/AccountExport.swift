import DoorwardHTTP
import Encodings

extension ServerContext {
  /// What the server stores of the caller, as a JSON file to keep.
  ///
  /// - Parameters:
  ///   - caller: the user.
  ///   - onPage: whether the user asks on the hosted page. An application's token exports what that application may
  ///     see: of other applications it gets neither the grants nor what their backends keep.
  /// - Returns: the file as an attachment.
  /// - Throws: ``Problem`` 401 `invalid_token` if the user has been deleted; ``StoreError``.
  func export(of caller: Caller, onPage: Bool) async throws -> HTTPResponse {
    let now = clock.now
    let id = caller.user.id
    let found = try await store.read { snapshot -> JSONValue? in
      guard let user = try snapshot.user(id) else { return nil }
      let identities = try snapshot.identities(of: id).map { identity -> JSONValue in
        var object = identity.jsonObject
        let keys = try snapshot.nearKeys(of: identity.id)
        if !keys.isEmpty { object["near_keys"] = .array(keys.map(\.json)) }
        return .object(object)
      }
      let grants =
        try onPage
        ? snapshot.grants(of: id) : [snapshot.grant(of: id, to: caller.application.id)].compactMap(\.self)
      let sessions = try snapshot.liveSessions(of: id, at: now, lastingOnly: false, after: nil, limit: .max)
      return [
        "exported_at": .time(now), "issuer": .string("\(origin)"),
        "user": [
          "id": .string(id.text), "kind": .string(user.kind.rawValue), "created_at": .time(user.createdAt),
          "last_sign_in_at": .time(user.lastSignInAt), "name": .text(user.profile.name),
          "first_name": .text(user.profile.firstName), "last_name": .text(user.profile.lastName),
          "locale": .text(user.profile.locale), "metadata": .object(user.metadata),
        ],
        "identities": .array(identities),
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

extension ProvenNEARKey {
  fileprivate var json: JSONValue {
    ["public_key": .string(publicKey), "proven_at": .time(provenAt)]
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
