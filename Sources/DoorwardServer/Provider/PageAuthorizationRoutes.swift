import DoorwardHTTP
import Encodings

/// What the page asks while it signs somebody in for a client, by cookie: what is next, and the answer.
struct PageAuthorizationRoutes: Sendable {
  let context: ServerContext
  let cookies: SessionCookies

  private var gate: PageGate { PageGate(context: context, cookies: cookies) }

  func register(in router: inout Router) {
    router.on(.post, "/session/authorization") { try await next($0, $1) }
    router.on(.post, "/session/authorization/allow") { try await allow($0, $1) }
    router.on(.post, "/session/authorization/deny") { request, call in
      let ticket = try ticket(in: request.jsonObject())
      let caller = try await gate.holder(request)
      return leave(ticket, AuthorizationError(.accessDenied, "The user refused."), caller, call)
    }
  }

  private func next(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    try await context.limiter.admit(call.clientAddress, context.pageStepRule)
    let ticket = try ticket(in: body)
    let proven = try reading { () throws(JSONError) in
      try body.optionalString("session_id")
    }.flatMap { Session.ID($0) }
    let caller: Caller?
    do {
      caller = try await gate.caller(request)
    } catch let problem as Problem where problem == .nearUnavailable {
      // Whoever may be asked signs in by another way; of the others it is not known whether they are signed in.
      guard !ticket.request.prompts.contains(.none) else {
        return leave(
          ticket,
          AuthorizationError(
            .temporarilyUnavailable, "NEAR does not answer for the sign-in here. Ask again."),
          nil, call)
      }
      caller = nil
    }
    return try await step(ticket, caller, proving: proven, request, call)
  }

  private func allow(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    try await context.limiter.admit(call.clientAddress, context.pageStepRule)
    let ticket = try ticket(in: body)
    let caller = try await gate.requireCaller(request)
    guard ticket.accepts(caller, at: context.clock.now) else {
      throw Problem.notProven(
        "sign_in_required", "\(ticket.request.application.name) asks you to sign in again.")
    }
    // Somebody else has signed in since the question was put, or none was: then this is it.
    guard ticket.isYes(of: caller) else { return try await step(ticket, caller, request, call) }
    return try await answer(ticket, caller, call)
  }

  private func step(
    _ ticket: AuthorizationTicket, _ caller: Caller?, proving proven: Session.ID? = nil,
    _ request: HTTPRequest, _ call: RequestContext
  ) async throws -> HTTPResponse {
    switch ticket.decision(for: caller, proving: proven, at: context.clock.now) {
    case .answer: return try await answer(ticket, caller, call)
    case .refuse(let error): return leave(ticket, error, caller, call)
    case .signIn(let reason):
      return try await question(ticket, caller, next: "sign_in", because: reason, request)
    case .confirm: return try await question(ticket, caller, next: "confirm", request)
    }
  }

  private func ticket(in body: JSONObjectReader) throws(Problem) -> AuthorizationTicket {
    try context.authorizationTicket(body.ticket())
  }

  private func answer(
    _ ticket: AuthorizationTicket, _ caller: Caller?, _ call: RequestContext
  ) async throws -> HTTPResponse {
    guard let caller else { throw Problem.signedOut }
    let code = try await context.security.attempt(.authorization, call, details(ticket, caller)) { _ in
      do {
        guard let code = try await context.codes.issue(for: ticket, by: caller.session) else {
          throw Problem.invalidTicket
        }
        return code
      } catch let error as StoreError where error.code == .missing {
        throw Problem.signedOut
      }
    }
    return .privateJSON([
      "redirect_to": .string(ticket.request.back.address(code: code, issuer: "\(context.origin)"))
    ])
  }

  private func details(_ ticket: AuthorizationTicket, _ caller: Caller?) -> SecurityLog.Details {
    var details = caller.map { SecurityLog.Details($0) } ?? SecurityLog.Details()
    details.application = ticket.request.application.id
    return details
  }

  private func leave(
    _ ticket: AuthorizationTicket, _ error: AuthorizationError, _ caller: Caller?, _ call: RequestContext
  ) -> HTTPResponse {
    context.security.refused(.authorization, error.code.rawValue, call, details(ticket, caller))
    return .privateJSON([
      "redirect_to": .string(ticket.request.back.address(error, issuer: "\(context.origin)"))
    ])
  }

  private func question(
    _ ticket: AuthorizationTicket, _ caller: Caller?, next: String, because reason: SignInReason? = nil,
    _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let back = ticket.request.back
    var shown = ticket
    shown.shown = AuthorizationTicket.Shown(
      at: context.clock.now, user: next == "confirm" ? caller?.user.id : nil)
    let application = context.applications.standard.narrowed(to: back.application)
    let state = try await PageState(context: context, application: application).json(of: caller)
    var response = HTTPResponse.privateJSON([
      "next": .string(next), "reason": .text(reason?.rawValue), "state": state,
      "ticket": .string(try shown.sealed(under: context.ticketKey)),
      "client": [
        "name": .string(back.application.name),
        // A person knows a site by its host. An app on this machine has no name that says anything.
        "site": .text(back.destination == .web ? WebOrigin(prefixOf: back.redirectURI)?.authority : nil),
      ],
      "scopes": .strings(ticket.request.scopes.names),
    ])
    try PageState.bind(&response, request, cookies, context.random)
    return response
  }
}

extension Problem {
  static var invalidTicket: Problem {
    Problem(
      status: 400, code: "invalid_ticket",
      detail:
        "This sign-in is over: it was finished, or the page was open for too long. Go back to the app and start again."
    )
  }
}
