import Encodings
import HTTPCore

/// What anyone may ask: is the server well, what does it offer, which keys sign its tokens.
struct DiscoveryRoutes: Sendable {
  let context: ServerContext

  func register(in router: inout Router) {
    router.on(.get, "/healthz") { _, _ in .json(["status": "ok"]) }
    router.on(.get, "/readyz") { _, call in
      do {
        try await context.store.check()
        return .privateJSON(["status": "ready"])
      } catch {
        context.logger.log(.error, "the store does not answer", traceID: call.traceID)
        throw Problem(
          status: 503, code: "store_unavailable", detail: "The store does not answer.",
          fields: ["Retry-After": "5"])
      }
    }
    router.on(.get, "/.well-known/jwks.json") { _, _ in
      var response = HTTPResponse.json(try await context.signingKeys.published())
      response.fields["Cache-Control"] = "public, max-age=\(SigningKeySchedule.publishedMaxAge)"
      response.fields["Content-Type"] = "application/jwk-set+json"
      return response
    }
    router.on(.get, "/.well-known/oauth-authorization-server") { _, _ in
      var response = HTTPResponse.json(metadata)
      response.fields["Cache-Control"] = "public, max-age=300"
      return response
    }
    router.on(.get, "/v1/config") { request, _ in
      .json(offer(try context.applications.named(request.applicationID())))
    }
  }

  /// Authorization server metadata (RFC 8414 §2). There is no authorization endpoint: sign-in is this
  /// server's own API, and the grant that remains is the refresh.
  private var metadata: JSONValue {
    let origin = "\(context.origin)"
    return [
      "issuer": .string(origin), "jwks_uri": .string("\(origin)/.well-known/jwks.json"),
      "token_endpoint": .string("\(origin)/v1/token"), "revocation_endpoint": .string("\(origin)/v1/revoke"),
      "introspection_endpoint": .string("\(origin)/v1/introspect"),
      "grant_types_supported": ["refresh_token"], "response_types_supported": [],
      "token_endpoint_auth_methods_supported": ["none"],
      "revocation_endpoint_auth_methods_supported": ["none"],
      // RFC 8414 registers no name for a bearer API key, which is what introspection takes.
      "introspection_endpoint_auth_methods_supported": ["bearer"],
      "scopes_supported": .strings([TokenUse.access.scope, TokenUse.account.scope]),
      "service_documentation": .string("\(origin)/openapi.json"),
    ]
  }

  private func offer(_ application: Application) -> JSONValue {
    let names = context.configuration.chainNames
    return [
      "application": .string(application.id), "name": .string(application.name),
      "methods": .strings(SignInMethodName.all.filter(application.methods.contains).map(\.rawValue)),
      "password_rules": nil, "code_length": nil,
      "chains": .array(
        application.ethereum.chains.map { ["id": .integer($0), "name": .string(names[$0] ?? "Chain \($0)")] }),
      "networks": .strings(application.near.networks),
      "terms": [
        "terms_url": .text(application.terms.termsURL), "privacy_url": .text(application.terms.privacyURL),
      ],
    ]
  }
}
