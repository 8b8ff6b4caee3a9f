import Encodings
import HTTPCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Introspection (RFC 7662): a backend with an API key asks about a token it was shown.
struct IntrospectionRoute: Sendable {
  let context: ServerContext

  func register(in router: inout Router) {
    router.on(.post, "/v1/introspect") { request, call in
      let record = try await holder(request, call)
      let form = try OAuthParameters(request)
      guard let text = form["token"] else {
        throw Problem(status: 400, code: "invalid_request", detail: "token is required.")
      }
      return .privateJSON(try await describe(text, for: record.applicationID))
    }
  }

  /// The live API key of the call.
  ///
  /// What is counted is failures alone: a backend whose key is live must not pay for its network's others.
  ///
  /// - Throws: ``Problem`` 401 `invalid_client`, or 429 where the network has failed too often.
  private func holder(_ request: HTTPRequest, _ call: RequestContext) async throws -> APIKeyRecord {
    do {
      guard let key = try request.bearerToken(), key.hasPrefix(APIKey.prefix),
        let record = try await context.store.read({ try $0.apiKey(hash: APIKey.hash(of: key)) }),
        record.revokedAt == nil
      else {
        throw Problem(
          status: 401, code: "invalid_client", detail: "This call needs an API key as bearer.",
          fields: ["WWW-Authenticate": "Bearer"])
      }
      return record
    } catch let problem as Problem {
      try await context.limiter.admit(call.clientAddress, context.apiKeyFailureRule)
      throw problem
    }
  }

  private func describe(_ token: String, for applicationID: String) async throws -> JSONValue {
    let inactive: JSONValue = ["active": false]
    if let claim = context.secrets.parseRefreshToken(token) {
      guard let caller = try await context.gate.live(claim.session), caller.application.id == applicationID,
        try context.secrets.proves(claim, caller.session), claim.counter == caller.session.refresh.counter
      else { return inactive }
      return [
        "active": true, "token_type": "refresh_token", "client_id": .string(applicationID),
        "sub": .string(caller.user.id.text), "iss": .string("\(context.origin)"),
        "exp": .integer(Int64(caller.session.expiresAt.timeIntervalSince1970)),
        "sid": .string(caller.session.id.text),
      ]
    }
    // An account token is for this server alone: to a backend it is nothing.
    guard let claims = try await context.verifier.claims(of: token, accepting: [.access]),
      claims.clientID == applicationID, let caller = try await context.gate.live(claims.session),
      caller.user.id == claims.user
    else { return inactive }
    var object = claims.all
    object["active"] = true
    object["token_type"] = "Bearer"
    return .object(object)
  }
}
