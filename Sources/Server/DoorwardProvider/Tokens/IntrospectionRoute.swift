package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Introspection (RFC 7662): a backend with an API key asks about a token that it received.
package struct IntrospectionRoute: Sendable {
  private let keys: APIKeyGate
  private let gate: CallerGate
  private let secrets: SessionSecrets
  private let verifier: TokenVerifier
  private let issuer: String

  package init(
    keys: APIKeyGate, gate: CallerGate, secrets: SessionSecrets, verifier: TokenVerifier, issuer: String
  ) {
    self.keys = keys
    self.gate = gate
    self.secrets = secrets
    self.verifier = verifier
    self.issuer = issuer
  }

  package func register(in router: inout Router) {
    router.on(.post, WirePath.introspect, by: .apiKey, limits: [.apiKeyFailure]) { request in
      let record = try await keys.holder(request, for: .introspect)
      let form = try OAuthParameters(request)
      let text = try form.required(TokenRequestMembers.token)
      return .privateJSON(try await describe(text, for: record.applicationID))
    }
  }

  private func describe(_ token: String, for applicationID: String) async throws -> JSONValue {
    let inactive: JSONValue = ["active": false]
    if let claim = secrets.parseRefreshToken(token) {
      guard let caller = try await gate.live(claim.session, ClientDescription()),
        caller.application.id == applicationID,
        try secrets.proves(claim, caller.session), claim.counter == caller.session.refresh.counter,
        caller.allowance.isRefreshable
      else { return inactive }
      return [
        "active": true, "token_type": "refresh_token", "client_id": .string(applicationID),
        "sub": .string(caller.user.id.text), "iss": .string(issuer),
        "exp": .integer(Int64(caller.session.expiresAt.timeIntervalSince1970)),
        "sid": .string(caller.session.id.text),
      ]
    }
    // Only this server accepts account tokens, so they are inactive for a backend.
    guard let claims = try await verifier.claims(of: token, accepting: [.access]),
      claims.clientID == applicationID,
      let admitted = try await gate.admit(claims, ClientDescription(), reading: Self.roles)
    else { return inactive }
    var object = claims.all
    // The session may have changed since the token was issued: the user may have removed a factor.
    let session = admitted.caller.session
    object["acr"] = .string(session.assurance.rawValue)
    object["amr"] = .strings(session.methods.map(\.rawValue))
    object["auth_time"] = .integer(Int64(session.authenticatedAt.timeIntervalSince1970))
    object["scope"] = .string(admitted.scopes.text)
    object[WireUser.Members.roles] = admitted.view
    object["active"] = true
    object["token_type"] = "Bearer"
    return .object(object)
  }

  /// The roles that the user has now. The token may have others, or the application has changed its list.
  private static func roles(of caller: Caller, in snapshot: any StoreReading) throws -> JSONValue? {
    let application = caller.application
    guard !application.roles.isEmpty else { return nil }
    return application.rolesClaim(
      of: try snapshot.grant(of: caller.user.id, to: application.id)?.roles ?? [])
  }
}
