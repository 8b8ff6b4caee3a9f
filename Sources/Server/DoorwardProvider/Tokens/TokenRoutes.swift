package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// The token endpoint (RFC 6749 §3.2) and revocation (RFC 7009).
package struct TokenRoutes: Sendable {
  private let grants: [any TokenGrant]
  private let clients: ClientAuthentication
  private let applications: ApplicationDirectory
  private let store: any Store
  private let clock: WallClock
  private let secrets: SessionSecrets
  private let verifier: TokenVerifier
  private let limits: RequestLimits
  private let security: SecurityLog

  package init(
    grants: [any TokenGrant], clients: ClientAuthentication, applications: ApplicationDirectory,
    store: any Store, clock: WallClock, secrets: SessionSecrets, verifier: TokenVerifier,
    limits: RequestLimits,
    security: SecurityLog
  ) {
    self.grants = grants
    self.clients = clients
    self.applications = applications
    self.store = store
    self.clock = clock
    self.secrets = secrets
    self.verifier = verifier
    self.limits = limits
    self.security = security
  }

  package func register(in router: inout Router) {
    router.on(.post, WirePath.token, by: .client, limits: [.refresh, .devicePoll, .apiKeyFailure]) {
      try await exchange($0)
    }
    router.on(.post, WirePath.revoke, by: .client, limits: [.refresh, .apiKeyFailure]) {
      try await revoke($0)
    }
  }

  private func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
    let form = try OAuthParameters(request)
    let grant = grants.first { type(of: $0).name == form[TokenRequestMembers.grantType] }
    let kind = grant.map { type(of: $0) }
    let known = SecurityLog.Details(method: kind?.name)
    return try await security.attempt(kind?.event ?? .clientSignIn, request, known) { details in
      let application = try await client(of: request, form, asking: kind)
      details.application = application.id
      _ = try form.required(TokenRequestMembers.grantType)
      guard let grant else { throw Problem.unsupportedGrantType }
      return try await grant.answer(form, of: application, request, noting: &details)
    }
  }

  private func client(
    of request: HTTPRequest, _ form: OAuthParameters,
    asking grant: (any TokenGrant.Type)?
  ) async throws -> Application {
    do {
      return try await clients.client(of: request, form, counting: grant?.limit ?? .refresh)
    } catch var problem as Problem where problem.status == 429 {
      problem.oauthName = grant?.overLimitName
      throw problem
    }
  }

  /// Ends the session that a token belongs to. An invalid token also gets 200 (RFC 7009 §2.2), so that the answer
  /// does not reveal valid tokens.
  ///
  /// A request without a client may revoke a token of a public client. A token of a confidential client needs the
  /// client's secret, and no client revokes a token of another one (RFC 7009 §2.1).
  private func revoke(_ request: HTTPRequest) async throws -> HTTPResponse {
    let form = try OAuthParameters(request)
    if try await endsSessionOfRemovedApplication(request, form) { return Self.revoked }
    let client = try await clients.namedClient(of: request, form, counting: .refresh)
    let text = try form.required(TokenRequestMembers.token)
    if let session = try await session(of: text) {
      let application = applications[session.applicationID]
      if client == nil, application?.client.isConfidential == true {
        throw Problem.invalidClient("The client of this token must authenticate with its secret.")
      }
      guard client?.id ?? session.applicationID == session.applicationID else { throw Problem.foreignToken }
      try await end(session, request)
    }
    return Self.revoked
  }

  private static let revoked = HTTPResponse(status: 200, fields: ["Cache-Control": "no-store"])

  /// Ends the session of an application that is no longer configured, because its users still sign out in its apps.
  /// A backend that authenticates with Basic is refused like any unknown client.
  private func endsSessionOfRemovedApplication(
    _ request: HTTPRequest, _ form: OAuthParameters
  ) async throws -> Bool {
    let header = try request.applicationID()
    guard let name = header ?? form[TokenRequestMembers.clientID], applications[name] == nil else {
      return false
    }
    try await limits.admit(.refresh, request)
    let text = try form.required(TokenRequestMembers.token)
    guard let session = try await session(of: text), session.applicationID == name else { return false }
    try await end(session, request)
    return true
  }

  private func end(_ session: Session, _ request: HTTPRequest) async throws {
    let now = clock.now
    guard session.isLive(at: now) else { return }
    try await security.attempt(.signOut, request, SecurityLog.Details(session)) { _ in
      let origin = EventOrigin(.user(session.userID), request.clientDescription)
      _ = try await store.write { try $0.end(session, because: .signedOut, by: origin, at: now) }
    }
  }

  /// The session of a token of this server, expired tokens included; nil if the text is not such a token.
  private func session(of token: String) async throws -> Session? {
    if let claim = secrets.parseRefreshToken(token) {
      guard let session = try await store.read({ try $0.session(claim.session) }),
        try secrets.proves(claim, session)
      else { return nil }
      return session
    }
    guard
      let claims = try await verifier.claims(
        of: token, accepting: [.access, .account], ignoringExpiry: true)
    else { return nil }
    return try await store.read { try $0.session(claims.session) }
  }
}

extension Problem {
  /// Only a holder of the token learns that it is valid.
  fileprivate static var foreignToken: Problem {
    Problem(
      status: 400, code: WireCode.invalidGrant, detail: "The token was issued to another client.")
  }
}
