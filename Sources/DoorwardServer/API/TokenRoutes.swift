import Encodings
import HTTPCore

/// Refresh (RFC 6749 §6) and revocation (RFC 7009).
struct TokenRoutes: Sendable {
  let context: ServerContext

  /// The paths that answer errors in OAuth's form.
  static let oauthPaths: Set<String> = ["/v1/token", "/v1/revoke", "/v1/introspect"]

  func register(in router: inout Router) {
    router.on(.post, "/v1/token") { try await refresh($0, $1) }
    router.on(.post, "/v1/revoke") { try await revoke($0, $1) }
  }

  private func refresh(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    try await context.limiter.admit(call.clientAddress, context.refreshRule)
    let form = try OAuthParameters(request)
    guard let grant = form["grant_type"] else {
      throw Problem(status: 400, code: "invalid_request", detail: "grant_type is required.")
    }
    guard grant == "refresh_token" else {
      throw Problem(
        status: 400, code: "unsupported_grant_type", detail: "Only refresh_token is a grant here.")
    }
    guard let text = form["refresh_token"] else {
      throw Problem(status: 400, code: "invalid_request", detail: "refresh_token is required.")
    }
    let application = try client(of: request, form)
    guard let claim = context.secrets.parseRefreshToken(text) else { throw Problem.invalidGrant }
    let nearKey = try await context.near.confirmKey(
      behind: claim, store: context.store, secrets: context.secrets)
    let outcome = try await context.refresh.rotate(
      claim, for: application, idempotencyKey: try request.idempotencyKey(), nearKey: nearKey)
    return try await SessionAnswer(context: context).response(
      for: outcome.session, of: outcome.user, application: application, isNewUser: false)
  }

  /// Ends the session a token belongs to. Anything else is answered the same: RFC 7009 §2.2 wants 200 for
  /// a token that is not valid, so that nobody learns which ones are.
  private func revoke(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    try await context.limiter.admit(call.clientAddress, context.refreshRule)
    let form = try OAuthParameters(request)
    guard let text = form["token"] else {
      throw Problem(status: 400, code: "invalid_request", detail: "token is required.")
    }
    let named = try form["client_id"] ?? request.applicationID()
    if let session = try await session(of: text), named ?? session.applicationID == session.applicationID {
      try await context.end(session.id)
    }
    return HTTPResponse(status: 200, fields: ["Cache-Control": "no-store"])
  }

  /// The session of a token of ours, expired ones included; nil for anything else.
  private func session(of token: String) async throws -> Session? {
    if let claim = context.secrets.parseRefreshToken(token) {
      guard let session = try await context.store.read({ try $0.session(claim.session) }),
        try context.secrets.proves(claim, session)
      else { return nil }
      return session
    }
    guard
      let claims = try await context.verifier.claims(
        of: token, accepting: [.access, .account], ignoringExpiry: true)
    else { return nil }
    return try await context.store.read { try $0.session(claims.session) }
  }

  private func client(of request: HTTPRequest, _ form: OAuthParameters) throws -> Application {
    let header = try request.applicationID()
    guard let id = form["client_id"] ?? header, header ?? id == id else {
      if header == nil, form["client_id"] == nil { return context.applications.standard }
      throw Problem(
        status: 400, code: "invalid_request", detail: "client_id and Doorward-Application differ.")
    }
    guard let application = context.applications[id] else {
      throw Problem(
        status: 401, code: "invalid_client", detail: "No application has this client_id.",
        fields: ["WWW-Authenticate": "Doorward"])
    }
    return application
  }
}

extension HTTPRequest {
  /// The client's own name for one use of a token.
  func idempotencyKey() throws(Problem) -> String? {
    let values = fields.values(for: "Idempotency-Key")
    guard let value = values.first else { return nil }
    guard values.count == 1, (1...255).contains(value.utf8.count) else {
      throw Problem(
        status: 400, code: "invalid_request", detail: "Idempotency-Key must be one value of up to 255 bytes.")
    }
    return value
  }
}
