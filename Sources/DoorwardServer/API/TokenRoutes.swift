import DoorwardHTTP
import Encodings

/// The token endpoint (RFC 6749 §3.2) and revocation (RFC 7009).
struct TokenRoutes: Sendable {
  let context: ServerContext

  static let revocationPath = "/v1/revoke"

  /// The paths that answer errors in OAuth's form.
  static let oauthPaths: Set<String> = [
    "/v1/token", revocationPath, "/v1/introspect", DeviceAuthorizationRoute.path,
  ]

  func register(in router: inout Router) {
    router.on(.post, "/v1/token") { try await exchange($0, $1) }
    router.on(.post, Self.revocationPath) { try await revoke($0, $1) }
  }

  private func exchange(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let form = try OAuthParameters(request)
    let grant = TokenGrants.all.first { $0.name == form["grant_type"] }
    let known = SecurityLog.Details(method: grant?.name)
    return try await context.security.attempt(grant?.event ?? .clientSignIn, call, known) { details in
      let application = try await client(of: request, form, call, asking: grant)
      details.application = application.id
      _ = try form.required("grant_type")
      guard let grant else {
        throw Problem(
          status: 400, code: "unsupported_grant_type",
          detail: "The grants here are \(TokenGrants.names.joined(separator: ", ")).")
      }
      return try await grant.init(context).answer(form, of: application, request, call, noting: &details)
    }
  }

  private func client(
    of request: HTTPRequest, _ form: OAuthParameters, _ call: RequestContext,
    asking grant: (any TokenGrant.Type)?
  ) async throws -> Application {
    let rule = grant?.rule(context) ?? context.refreshRule
    do {
      return try await ClientAuthentication(context: context).client(of: request, form, call, counting: rule)
    } catch var problem as Problem where problem.status == 429 {
      problem.oauthName = grant?.overLimitName
      throw problem
    }
  }

  /// Ends the session a token belongs to. Anything else is answered the same: RFC 7009 §2.2 wants 200 for
  /// a token that is not valid, so that nobody learns which ones are.
  ///
  /// Who names no client is a public one by the token it shows; that of a confidential client takes its secret
  /// (RFC 7009 §2.1).
  private func revoke(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let form = try OAuthParameters(request)
    if try await endsForgotten(request, form, call) { return Self.revoked }
    let client = try await ClientAuthentication(context: context).namedClient(
      of: request, form, call, counting: context.refreshRule)
    let text = try form.required("token")
    if let session = try await session(of: text) {
      let application = context.applications[session.applicationID]
      if client == nil, application?.client.isConfidential == true {
        throw Problem.invalidClient("The client of this token must prove itself with its secret.")
      }
      if client?.id ?? session.applicationID == session.applicationID { try await end(session, call) }
    }
    return Self.revoked
  }

  private static let revoked = HTTPResponse(status: 200, fields: ["Cache-Control": "no-store"])

  /// Ends the session of an application that was taken out of the configuration: apps of it are still there, and
  /// people sign out of them. A backend, whose secret went with it, is refused as any client that is not known.
  private func endsForgotten(
    _ request: HTTPRequest, _ form: OAuthParameters, _ call: RequestContext
  ) async throws -> Bool {
    let header = try request.applicationID()
    guard let name = header ?? form["client_id"], context.applications[name] == nil else { return false }
    try await context.limiter.admit(call.clientAddress, context.refreshRule)
    let text = try form.required("token")
    guard let session = try await session(of: text), session.applicationID == name else { return false }
    try await end(session, call)
    return true
  }

  private func end(_ session: Session, _ call: RequestContext) async throws {
    guard session.isLive(at: context.clock.now) else { return }
    try await context.security.attempt(.signOut, call, SecurityLog.Details(session)) { _ in
      try await context.end(session.id)
    }
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
