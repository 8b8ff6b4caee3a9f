package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
package import DoorwardTexts
import DoorwardWire

/// The authorization endpoint (RFC 6749 §3.1): reads a request and opens the page that asks the user.
///
/// The routes do not read the session cookie. It is `SameSite=Strict`, so a browser that arrives from a client's site
/// does not send it. The page sends the cookie from its own origin (``PageAuthorizationRoutes``).
package struct AuthorizeRoutes: Sendable {
  private let page: AuthorizePage
  private let applications: ApplicationDirectory
  private let tickets: AuthorizationTickets
  private let verifier: TokenVerifier
  private let limits: RequestLimits
  private let clock: WallClock
  private let random: RandomSource
  private let issuer: String

  package init(
    page: AccountPage, applications: ApplicationDirectory, tickets: AuthorizationTickets,
    verifier: TokenVerifier,
    limits: RequestLimits, clock: WallClock, random: RandomSource
  ) {
    self.page = AuthorizePage(page)
    self.applications = applications
    self.tickets = tickets
    self.verifier = verifier
    self.limits = limits
    self.clock = clock
    self.random = random
    issuer = "\(page.origin)"
  }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.authorize, by: .browser, limits: [.navigation]) { try await authorize($0) }
    router.on(.post, WirePath.authorize, by: .browser, limits: [.navigation]) { try await authorize($0) }
  }

  private func authorize(_ request: HTTPRequest) async throws -> HTTPResponse {
    if let elsewhere = page.account.redirect(request, to: WirePath.authorize) { return elsewhere }
    try request.requireNavigation()
    try await limits.admit(request)
    var language = PageLanguage.choose(for: request, fixed: page.account.language)
    do {
      let parameters = try AuthorizationParameters(readable: request)
      language = PageLanguage.choose(
        for: request, asked: parameters["ui_locales"],
        fixed: parameters["client_id"].flatMap { applications[$0] }?.language)
      return try await answer(parameters, language)
    } catch let refusal as AuthorizationRefusal {
      return page.refusal(refusal, language)
    } catch is AuthorizationParameters.Unreadable {
      return page.refusal(.unreadable, language)
    }
  }

  private func answer(
    _ parameters: AuthorizationParameters, _ language: Language
  ) async throws -> HTTPResponse {
    let back = try AuthorizationReturn(parameters, applications)
    do {
      let user = try await expectedUser(parameters)
      let request = try AuthorizationRequest(parameters, back, expectedUser: user)
      let now = clock.now
      let ticket = AuthorizationTicket(
        id: try ChallengeID(at: now, random: random), request: request, issuedAt: now)
      let client = parameters["client_id"].flatMap { applications[$0] }
      return page.question(try ticket.sealed(under: tickets.key), for: client, language)
    } catch let error as AuthorizationError {
      var response = HTTPResponse.redirect(back.address(error, issuer: issuer))
      response.fields["Cache-Control"] = "no-store"
      return response
    }
  }

  /// The user that the client's ID token hint names.
  private func expectedUser(_ parameters: AuthorizationParameters) async throws -> User.ID? {
    guard let text = parameters["id_token_hint"] else { return nil }
    guard let hint = try await verifier.hint(text) else {
      throw AuthorizationError(.invalidRequest, "id_token_hint is no ID token of this server.")
    }
    return hint.user
  }
}

/// The page of the authorization endpoint, and the page that explains a refused request.
package struct AuthorizePage: Sendable {
  package let account: AccountPage

  package init(_ account: AccountPage) { self.account = account }

  /// The page that asks the user. Its script sends the ticket, the sealed request, back.
  package func question(_ ticket: String, for client: Application?, _ language: Language) -> HTTPResponse {
    account.unkept(
      HostedPage.authorize.filled(
        language, account.look(for: client), ticket: ticket, isFixed: client?.language != nil), language)
  }

  package func refusal(_ refusal: AuthorizationRefusal, _ language: Language) -> HTTPResponse {
    RefusalPage(account).response(
      PageTexts(refusal, .ofPages(language)), language, status: 400, code: refusal.code)
  }
}
