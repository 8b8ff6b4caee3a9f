import DoorwardHTTP

/// The authorization endpoint (RFC 6749 §3.1): reads a request and opens the page that asks the person.
///
/// The cookie is not looked at here: it is `SameSite=Strict`, so a browser that comes from a client's site
/// does not send it. The page asks again from its own origin (``PageAuthorizationRoutes``).
struct AuthorizeRoutes: Sendable {
  let context: ServerContext
  let page: AuthorizePage

  static let path = "/authorize"

  init(context: ServerContext) {
    self.context = context
    page = AuthorizePage(context.accountPage)
  }

  func register(in router: inout Router) {
    router.on(.get, Self.path) { try await authorize($0, $1) }
    router.on(.post, Self.path) { try await authorize($0, $1) }
  }

  private func authorize(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    if let elsewhere = page.account.redirect(request, to: Self.path) { return elsewhere }
    try request.requireNavigation()
    try await context.limiter.admit(call.clientAddress, context.navigationRule)
    do {
      let parameters = try AuthorizationParameters(readable: request)
      return try await answer(parameters)
    } catch let refusal as AuthorizationRefusal {
      return page.refusal(refusal)
    } catch is AuthorizationParameters.Unreadable {
      return page.refusal(.unreadable)
    }
  }

  private func answer(_ parameters: AuthorizationParameters) async throws -> HTTPResponse {
    let back = try AuthorizationReturn(parameters, context.applications)
    do {
      let user = try await expectedUser(parameters)
      let request = try AuthorizationRequest(parameters, back, expectedUser: user)
      let ticket = AuthorizationTicket(
        id: try ChallengeID(random: context.random), request: request, issuedAt: context.clock.now)
      return page.question(try ticket.sealed(under: context.ticketKey))
    } catch let error as AuthorizationError {
      var response = HTTPResponse.redirect(back.address(error, issuer: "\(context.origin)"))
      response.fields["Cache-Control"] = "no-store"
      return response
    }
  }

  /// Whom the client means, by an ID token that it has shown.
  private func expectedUser(_ parameters: AuthorizationParameters) async throws -> User.ID? {
    guard let text = parameters["id_token_hint"] else { return nil }
    guard let hint = try await context.verifier.hint(text) else {
      throw AuthorizationError(.invalidRequest, "id_token_hint is no ID token of this server.")
    }
    return hint.user
  }
}
