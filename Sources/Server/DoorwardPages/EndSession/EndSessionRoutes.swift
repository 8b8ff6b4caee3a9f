package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
package import DoorwardTexts
import DoorwardWire
import Encodings

/// Signs out of the hosted page for a client (OpenID Connect RP-Initiated Logout §2): the endpoint that a client sends
/// the browser to, and the requests of its page.
package struct EndSessionRoutes: Sendable {
  private let page: EndSessionPage
  private let gate: PageGate
  private let cookies: SessionCookies
  private let states: PageStates
  private let key: DerivedKey
  private let verifier: TokenVerifier
  private let applications: ApplicationDirectory
  private let store: any Store
  private let clock: WallClock
  private let limits: RequestLimits
  private let security: SecurityLog

  /// - Parameters:
  ///   - page: the page that the routes open.
  ///   - gate: identifies the user.
  ///   - cookies: the cookies.
  ///   - states: the state of the page.
  ///   - key: seals the request of the client.
  ///   - verifier: verifies the client's hint.
  ///   - applications: the applications.
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - limits: counts the requests.
  ///   - security: the log of sign-outs.
  package init(
    page: AccountPage, gate: PageGate, cookies: SessionCookies, states: PageStates, key: DerivedKey,
    verifier: TokenVerifier, applications: ApplicationDirectory, store: any Store, clock: WallClock,
    limits: RequestLimits, security: SecurityLog
  ) {
    self.page = EndSessionPage(page)
    self.gate = gate
    self.cookies = cookies
    self.states = states
    self.key = key
    self.verifier = verifier
    self.applications = applications
    self.store = store
    self.clock = clock
    self.limits = limits
    self.security = security
  }

  package func register(in router: inout Router) {
    for method in [HTTPMethod.get, .post] {
      router.on(method, WirePath.endSession, by: .browser, limits: [.navigation]) { try await open($0) }
    }
    router.on(.post, PagePath.end, by: .page, limits: [.pageStep]) {
      try await next($0, isConfirmed: false)
    }
    router.on(.post, PagePath.endConfirm, by: .page, limits: [.pageStep]) {
      try await next($0, isConfirmed: true)
    }
  }

  private func open(_ request: HTTPRequest) async throws -> HTTPResponse {
    if let elsewhere = page.account.redirect(request, to: WirePath.endSession) { return elsewhere }
    try request.requireNavigation()
    try await limits.admit(request)
    var language = PageLanguage.choose(for: request, fixed: page.account.language)
    do {
      let parameters = try AuthorizationParameters(readable: request)
      // An unverified hint names only the client that claims to ask, so the page asks the user.
      var hint: TokenVerifier.IDTokenHint?
      var claimed: Application?
      if let text = parameters["id_token_hint"] {
        hint = try await verifier.hint(text)
        if hint == nil { claimed = verifier.claimedApplication(in: text) }
      }
      let signOut = try EndSessionRequest(
        parameters, hint: hint, claimed: claimed, applications, at: clock.now)
      language = PageLanguage.choose(
        for: request, asked: parameters["ui_locales"],
        fixed: signOut.applicationID.flatMap { applications[$0] }?.language ?? page.account.language)
      return page.question(try signOut.sealed(under: key), language)
    } catch let refusal as EndSessionRefusal {
      return page.refusal(refusal, language)
    } catch is AuthorizationParameters.Unreadable {
      return page.refusal(.unreadable, language)
    }
  }

  /// Ends the session if the client's hint names it or the user has confirmed. Otherwise the page asks the user.
  private func next(
    _ request: HTTPRequest, isConfirmed: Bool
  ) async throws -> HTTPResponse {
    let text = try request.jsonObject().ticket()
    try await limits.admit(request)
    guard let signOut = EndSessionRequest(text, under: key, at: clock.now) else {
      throw Problem.invalidTicket
    }
    let caller = try await gate.holder(request)
    if let caller, !isConfirmed, signOut.session != caller.session.id {
      let state = try await states.json(of: caller, for: applications.standard)
      return answer("confirm", to: signOut, state: state)
    }
    if let caller {
      try await security.attempt(.signOut, request, .init(caller)) { _ in
        let now = clock.now
        _ = try await store.write {
          try $0.end(caller.session, because: .signedOut, by: caller.origin, at: now)
        }
      }
    }
    var response = answer("ended", to: signOut, state: nil)
    if caller != nil { response.setCookie(try cookies.endedSession()) }
    return response
  }

  private func answer(_ next: String, to signOut: EndSessionRequest, state: JSONValue) -> HTTPResponse {
    let application = signOut.applicationID.flatMap { applications[$0] }
    return .privateJSON([
      "next": .string(next), "redirect_to": .text(next == "ended" ? signOut.address : nil),
      // A user that stays signed in can also return to the client.
      "return_to": .text(next == "ended" ? nil : signOut.address), "client": .text(application?.name),
      "state": state,
    ])
  }
}

/// The page that signs out for a client, and the page that offers to sign out if the client's link is refused.
package struct EndSessionPage: Sendable {
  package let account: AccountPage

  package init(_ account: AccountPage) { self.account = account }

  /// The page that signs out or asks the user first. Its script sends the ticket, the sealed request, back.
  package func question(_ ticket: String, _ language: Language) -> HTTPResponse {
    account.unkept(HostedPage.endSession.filled(language, account.look(), ticket: ticket), language)
  }

  /// The user can still sign out. The link opens the same page without the refused parameters.
  package func refusal(_ refusal: EndSessionRefusal, _ language: Language) -> HTTPResponse {
    let path = WirePath.endSession
    return RefusalPage(account).response(
      PageTexts(refusal, .ofPages(language)), language,
      link: refusal.clientID.map { path.appendingQuery([("client_id", $0)]) } ?? path, status: 400,
      code: refusal.code)
  }
}
