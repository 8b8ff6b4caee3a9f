import DoorwardHTTP
import Encodings

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
      let record = try await APIKeyGate(context: context).holder(request, call, for: .introspect)
      let form = try OAuthParameters(request)
      let text = try form.required("token")
      return .privateJSON(try await describe(text, for: record.applicationID))
    }
  }

  private func describe(_ token: String, for applicationID: String) async throws -> JSONValue {
    let inactive: JSONValue = ["active": false]
    if let claim = context.secrets.parseRefreshToken(token) {
      guard let caller = try await context.gate.live(claim.session), caller.application.id == applicationID,
        try context.secrets.proves(claim, caller.session), claim.counter == caller.session.refresh.counter,
        caller.allowance.isRefreshable
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
      claims.clientID == applicationID, let (_, opened) = try await context.gate.standing(of: claims)
    else { return inactive }
    var object = claims.all
    object["scope"] = .string(opened.text)
    object["active"] = true
    object["token_type"] = "Bearer"
    return .object(object)
  }
}
