package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardProvider
import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// The requests of the page while it signs a user in for a client: the next step, and the user's decision.
package struct PageAuthorizationRoutes: Sendable {
  private let gate: PageGate
  private let cookies: SessionCookies
  private let states: PageStates
  private let tickets: AuthorizationTickets
  private let codes: CodeExchange
  private let applications: ApplicationDirectory
  private let limits: RequestLimits
  private let security: SecurityLog
  private let clock: WallClock
  private let random: RandomSource
  private let issuer: String

  package init(
    gate: PageGate, cookies: SessionCookies, states: PageStates, tickets: AuthorizationTickets,
    codes: CodeExchange,
    applications: ApplicationDirectory, limits: RequestLimits, security: SecurityLog, clock: WallClock,
    random: RandomSource, issuer: String
  ) {
    self.gate = gate
    self.cookies = cookies
    self.states = states
    self.tickets = tickets
    self.codes = codes
    self.applications = applications
    self.limits = limits
    self.security = security
    self.clock = clock
    self.random = random
    self.issuer = issuer
  }

  package func register(in router: inout Router) {
    router.on(.post, PagePath.authorization, by: .page, limits: [.pageStep]) { try await next($0) }
    router.on(.post, PagePath.authorizationAllow, by: .pageSession, limits: [.pageStep]) {
      try await allow($0)
    }
    router.on(.post, PagePath.authorizationDeny, by: .page) { request in
      let ticket = try ticket(in: request.jsonObject())
      let caller = try await gate.holder(request)
      return leave(ticket, with: AuthorizationError(.accessDenied, "The user refused."), by: caller, request)
    }
  }

  private func next(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    try await limits.admit(request)
    let ticket = try ticket(in: body)
    let proven = try body.optionalText("session_id").flatMap { Session.ID($0) }
    let caller: Caller?
    switch try await gate.signInState(of: request) {
    case .signedIn(let found): caller = found
    case .signedOut: caller = nil
    case .unconfirmed:
      // The page can ask the user to sign in by another method, except for `prompt=none`.
      guard !ticket.request.prompts.contains(.none) else {
        return leave(
          ticket,
          with: AuthorizationError(.temporarilyUnavailable, "The sign-in cannot be checked now. Try again."),
          by: nil, request)
      }
      caller = nil
    }
    let standing = try await standing(of: caller, for: ticket)
    return try await step(ticket, by: caller, standing, proving: proven, request)
  }

  private func allow(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    try await limits.admit(request)
    let ticket = try ticket(in: body)
    let caller = try await gate.requireCaller(request)
    let standing = try await standing(of: caller, for: ticket)
    guard ticket.accepts(caller, standing?.objection, at: clock.now) else {
      throw Problem.notProven(
        WireCode.signInRequired, "\(ticket.request.application.name) asks you to sign in again.")
    }
    // The page has not asked this user for consent yet: it has asked another user, or for a sign-in only.
    guard ticket.isConsent(by: caller) else {
      return try await step(ticket, by: caller, standing, request)
    }
    return try await answer(ticket, by: caller, standing, consent: ticket.consentOfAnswer, request)
  }

  private func step(
    _ ticket: AuthorizationTicket, by caller: Caller?, _ standing: PageStanding?,
    proving proven: Session.ID? = nil, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch ticket.decision(for: caller, standing, proving: proven, at: clock.now) {
    case .answer(let consent):
      return try await answer(ticket, by: caller, standing, consent: consent, request)
    case .refuse(let error): return leave(ticket, with: error, by: caller, request)
    case .signIn(let reason):
      return try await ask(
        Question(next: "sign_in", reason: reason, question: ticket.request.question), ticket, of: caller,
        request)
    case .confirm(let question):
      return try await ask(
        Question(next: "confirm", question: question, consented: standing?.consented), ticket, of: caller,
        request)
    }
  }

  /// The standing of the user on the page for the client; nil if the user is signed out.
  private func standing(of caller: Caller?, for ticket: AuthorizationTicket) async throws -> PageStanding? {
    guard let caller else { return nil }
    return try await codes.standing(of: caller.session, for: ticket.request)
  }

  private func ticket(in body: JSONObjectReader) throws(Problem) -> AuthorizationTicket {
    try tickets.open(body.ticket())
  }

  private func answer(
    _ ticket: AuthorizationTicket, by caller: Caller?, _ standing: PageStanding?,
    consent: AuthorizationConsent, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    guard let caller else { throw Problem.signedOut }
    do {
      let code = try await security.attempt(.authorization, request, details(ticket, caller)) { _ in
        try await issue(for: ticket, to: caller, consent: consent)
      }
      return .privateJSON([
        "redirect_to": .string(ticket.request.back.address(code: code, issuer: issuer))
      ])
    } catch is WithdrawnConsent {
      // Without the grant, the decision is a question or a refusal.
      let standing = PageStanding(objection: standing?.objection, consented: Scopes([]))
      return try await step(ticket, by: caller, standing, request)
    }
  }

  /// The user has withdrawn the grant since the decision.
  private struct WithdrawnConsent: Error {}

  private func issue(
    for ticket: AuthorizationTicket, to caller: Caller, consent: AuthorizationConsent
  ) async throws -> String {
    do {
      switch try await codes.issue(for: ticket, by: caller, consent: consent) {
      case .code(let code): return code
      case .spent: throw Problem.invalidTicket
      case .withdrawn: throw WithdrawnConsent()
      }
    } catch let error as StoreError where error.code == .missing {
      throw Problem.signedOut
    }
  }

  private func details(_ ticket: AuthorizationTicket, _ caller: Caller?) -> SecurityLog.Details {
    var details = caller.map { SecurityLog.Details($0) } ?? SecurityLog.Details()
    details.application = ticket.request.application.id
    return details
  }

  private func leave(
    _ ticket: AuthorizationTicket, with error: AuthorizationError, by caller: Caller?, _ request: HTTPRequest
  ) -> HTTPResponse {
    security.refused(.authorization, error.code.rawValue, request, details(ticket, caller))
    return .privateJSON([
      "redirect_to": .string(ticket.request.back.address(error, issuer: issuer))
    ])
  }

  /// A question of the page.
  private struct Question {
    let next: String
    var reason: SignInReason?
    let question: AuthorizationQuestion
    var consented: Scopes?
  }

  private func ask(
    _ asked: Question, _ ticket: AuthorizationTicket, of caller: Caller?, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let back = ticket.request.back
    var shown = ticket
    shown.shown = AuthorizationTicket.Shown(
      at: clock.now, user: asked.next == "confirm" ? caller?.user.id : nil, question: asked.question)
    let application = ticket.request.narrow(applications.standard)
    let state = try await states.json(of: caller, for: application, look: ticket.request.application)
    var response = HTTPResponse.privateJSON([
      "next": .string(asked.next), "reason": .text(asked.reason?.rawValue), "state": state,
      "question": .string(asked.question.rawValue),
      "ticket": .string(try shown.sealed(under: tickets.key)),
      "client": [
        "name": .string(back.application.name),
        "first_party": .bool(back.application.client.isFirstParty),
        // Users know a site by its host. The address of a native app does not help the user.
        "site": .text(back.destination == .web ? WebOrigin(prefixOf: back.redirectURI)?.authority : nil),
      ],
      "scopes": .strings(ticket.request.scopes.names),
      "granted_scopes": .strings(asked.consented?.names ?? []),
    ])
    try cookies.bind(&response, to: request, random)
    return response
  }
}
