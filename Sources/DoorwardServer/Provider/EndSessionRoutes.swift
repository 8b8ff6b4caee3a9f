import DoorwardHTTP
import Encodings

/// Signing out of the hosted page for a client (OpenID Connect RP-Initiated Logout §2): the address a client
/// sends the browser to, and what the page behind it asks by cookie.
struct EndSessionRoutes: Sendable {
  let context: ServerContext
  let cookies: SessionCookies
  let page: EndSessionPage

  static let path = "/end-session"

  init(context: ServerContext, cookies: SessionCookies) {
    self.context = context
    self.cookies = cookies
    page = EndSessionPage(context.accountPage)
  }

  func register(in router: inout Router) {
    for method in [HTTPMethod.get, .post] {
      router.on(method, Self.path) { try await open($0, $1) }
    }
    router.on(.post, "/session/end") { try await next($0, $1, isConfirmed: false) }
    router.on(.post, "/session/end/confirm") { try await next($0, $1, isConfirmed: true) }
  }

  private func open(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    if let elsewhere = page.account.redirect(request, to: Self.path) { return elsewhere }
    try request.requireNavigation()
    try await context.limiter.admit(call.clientAddress, context.navigationRule)
    do {
      let parameters = try AuthorizationParameters(readable: request)
      // What cannot be verified says no more than who claims to ask: then the person is asked.
      var hint: TokenVerifier.IDTokenHint?
      var claimed: Application?
      if let text = parameters["id_token_hint"] {
        hint = try await context.verifier.hint(text)
        if hint == nil { claimed = context.verifier.claimedApplication(in: text) }
      }
      let wish = try EndSessionRequest(
        parameters, hint: hint, claimed: claimed, context.applications, at: context.clock.now)
      return page.question(try wish.sealed(under: context.ticketKey))
    } catch let refusal as EndSessionRefusal {
      return page.refusal(refusal)
    } catch is AuthorizationParameters.Unreadable {
      return page.refusal(.unreadable)
    }
  }

  /// Ends the session where the client has shown that it means it, or the person has said so; asks else.
  private func next(
    _ request: HTTPRequest, _ call: RequestContext, isConfirmed: Bool
  ) async throws -> HTTPResponse {
    let text = try request.jsonObject().ticket()
    try await context.limiter.admit(call.clientAddress, context.pageStepRule)
    guard let wish = EndSessionRequest(text, under: context.ticketKey, at: context.clock.now) else {
      throw Problem.invalidTicket
    }
    let caller = try await PageGate(context: context, cookies: cookies).holder(request)
    if let caller, !isConfirmed, wish.session != caller.session.id {
      let state = try await PageState(context: context, application: context.applications.standard)
        .json(of: caller)
      return answer("confirm", wish, state)
    }
    if let caller {
      try await context.security.attempt(.signOut, call, .init(caller)) { _ in
        try await context.end(caller.session.id)
      }
    }
    var response = answer("ended", wish, nil)
    if caller != nil { response.setCookie(try cookies.endedSession()) }
    return response
  }

  private func answer(_ next: String, _ wish: EndSessionRequest, _ state: JSONValue) -> HTTPResponse {
    let application = wish.applicationID.flatMap { context.applications[$0] }
    return .privateJSON([
      "next": .string(next), "redirect_to": .text(next == "ended" ? wish.address : nil),
      // Whoever stays signed in has come from somewhere too.
      "return_to": .text(next == "ended" ? nil : wish.address), "client": .text(application?.name),
      "state": state,
    ])
  }
}
