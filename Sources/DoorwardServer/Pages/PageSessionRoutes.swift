import DoorwardHTTP
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the hosted page asks of the server, by cookie: the same sign-ins as `/v1`, with tokens nowhere.
struct PageSessionRoutes: Sendable {
  let context: ServerContext
  let cookies: SessionCookies

  private var gate: PageGate { PageGate(context: context, cookies: cookies) }

  func register(in router: inout Router) {
    router.on(.get, "/session/state") { request, _ in
      let caller = try await gate.optionalCaller(request)
      var response = try await state(of: caller)
      try PageState.bind(&response, request, cookies, context.random)
      return response
    }
    for kind in SignInMethods.byProof {
      let method = kind.init(context)
      let path = "/session/\(kind.path)"
      router.on(.post, "\(path)/\(kind.challengeName)") { try await challenge(method, $0, $1) }
      router.on(.post, "\(path)/sign-in") { try await signIn(method, $0, $1) }
      router.on(.post, "\(path)/link") { try await link(method, $0, $1) }
    }
    router.on(.get, "/session/sessions") { request, _ in
      let caller = try await gate.requireCaller(request)
      return .privateJSON(try await context.pageSessionList(of: caller, ListRequest(request)))
    }
    router.on(.delete, "/session/sessions/{id}") { request, call in
      let caller = try await gate.requireCaller(request)
      let id = call.pathParameters["id"]
      try await context.security.attempt(.sessionEnd, call, .init(caller, session: id)) { _ in
        try await context.endSession(id, of: caller)
      }
      return .noContent
    }
    router.on(.delete, "/session/identities/{id}") { request, call in
      let caller = try await gate.requireCaller(request)
      let id = call.pathParameters["id"]
      let isLive = try await context.security.attempt(.identityRemoval, call, .init(caller, identity: id)) {
        _ in
        try await context.unlink(id, from: caller)
      }
      var response = HTTPResponse.noContent
      if !isLive { response.setCookie(try cookies.endedSession()) }
      return response
    }
    router.on(.delete, "/session/user") { request, call in
      let caller = try await gate.requireCaller(request)
      try await context.security.attempt(.userDeletion, call, .init(caller)) { _ in
        try await context.deleteAccount(of: caller)
      }
      var response = HTTPResponse.noContent
      response.setCookie(try cookies.endedSession())
      return response
    }
    router.on(.get, "/session/export") { request, _ in
      try await context.export(of: gate.requireCaller(request), onPage: true)
    }
    router.on(.patch, "/session/user") { request, _ in
      let caller = try await gate.requireCaller(request)
      _ = try await context.patchUser(request, caller)
      return try await state(of: caller)
    }
    router.on(.post, "/session/sign-out") { request, call in
      // Whoever holds the cookie may end its session, whatever has become of the key behind it.
      guard let caller = try await gate.holder(request) else { throw Problem.signedOut }
      let scope = try SignOutScope(request.jsonObject())
      try await context.security.attempt(.signOut, call, .init(caller, choice: scope.rawValue)) { _ in
        try await context.signOut(scope, caller)
      }
      var response = HTTPResponse.noContent
      if scope != .others { response.setCookie(try cookies.endedSession()) }
      return response
    }
  }

  private func challenge(
    _ method: any ProofMethod, _ request: HTTPRequest, _ call: RequestContext
  ) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    let purpose = try ChallengeContext.Purpose(body)
    try await context.limiter.admit(call.clientAddress, context.challengeRule)
    let caller = purpose != .signIn ? try await gate.requireCaller(request) : nil
    let known = cookies.preSessionSecret(in: request)
    let secret = try known ?? Base64URL.encode(context.random.bytes(32))
    let application = try purpose == .signIn ? asked(body) : context.applications.standard
    try method.requireOffer(application)
    var response = HTTPResponse.privateJSON(
      try method.challenge(
        body,
        in: ChallengeContext(
          application: application, purpose: purpose, user: caller?.user.id, binding: Binding(secret: secret))
      ))
    // Set again even where it is known, so that it outlives the challenge it binds.
    response.setCookie(try cookies.preSession(secret))
    return response
  }

  /// The application as the page offers it for the request that it holds: what is signed names the client that
  /// the signature is a yes to.
  private func asked(_ body: JSONObjectReader) throws(Problem) -> Application {
    let text = try reading { () throws(JSONError) in try body.optionalString("ticket") }
    guard let text else { return context.applications.standard }
    return context.applications.standard.narrowed(
      to: try context.authorizationTicket(text).request.application)
  }

  private func signIn(
    _ method: any ProofMethod, _ request: HTTPRequest, _ call: RequestContext
  ) async throws -> HTTPResponse {
    let application = context.applications.standard
    let known = SecurityLog.Details(application: application.id, method: type(of: method).name.rawValue)
    return try await context.security.attempt(.signIn, call, known) { details in
      try method.requireOffer(application)
      let body = try request.jsonObject()
      let binding = try readBinding(of: method, body, request)
      try await context.limiter.admit(call.clientAddress, context.signInRule)
      // Whoever's it was, and whatever has become of the key behind it: no chain is asked about what ends here.
      let previous = try await gate.holder(request)
      let proof = try await prepare(method, body, binding, .signIn, user: nil)
      // Every sign-in opens a session of its own and ends the one before: a copy of the old cookie must not
      // become recently signed in by somebody else's proof (ASVS 5.0 V7.2.4).
      let outcome = try await context.admission.signIn(
        proof,
        SessionOpening(
          application: application, carrier: .cookie, client: request.clientDescription(call), current: nil,
          replaced: previous?.session.id))
      details.add(outcome.user, outcome.session)
      var response = try await state(
        of: Caller(user: outcome.user, session: outcome.session, application: application))
      response.setCookie(
        try cookies.session(
          context.secrets.cookie(of: outcome.session),
          maxAge: Int(outcome.session.expiresAt.timeIntervalSince(context.clock.now))))
      // A secret that has bound a sign-in binds no second one: the next visitor of this browser gets a new one.
      try setPreSession(&response)
      return response
    }
  }

  private func link(
    _ method: any ProofMethod, _ request: HTTPRequest, _ call: RequestContext
  ) async throws -> HTTPResponse {
    let known = SecurityLog.Details(method: type(of: method).name.rawValue)
    return try await context.security.attempt(.identityLink, call, known) { details in
      let body = try request.jsonObject()
      let caller = try await gate.requireCaller(request)
      details.add(caller)
      try context.gate.requireRecentSignIn(caller)
      try method.requireOffer(context.applications.standard)
      let binding = try readBinding(of: method, body, request)
      try await context.limiter.admit(call.clientAddress, context.signInRule)
      try await context.admitWrite(by: caller)
      let confirmation = try MoveConfirmation(body)
      let purpose: ChallengeContext.Purpose = confirmation == nil ? .link : .move
      if confirmation != nil { details.choice = purpose.rawValue }
      let proof = try await prepare(method, body, binding, purpose, user: caller.user.id)
      try await context.admission.link(proof, to: caller, moving: confirmation)
      return try await state(of: caller)
    }
  }

  /// The binding of a proof. A request that has no proof is refused here, and not counted.
  private func readBinding(
    of method: any ProofMethod, _ body: JSONObjectReader, _ request: HTTPRequest
  ) throws(Problem) -> Binding {
    try body.requireProof(of: type(of: method))
    guard let secret = cookies.preSessionSecret(in: request) else { throw Problem.invalidChallenge }
    return try Binding(secret: secret)
  }

  private func prepare(
    _ method: any ProofMethod, _ body: JSONObjectReader, _ binding: Binding,
    _ purpose: ChallengeContext.Purpose, user: User.ID?
  ) async throws -> PreparedProof {
    try await method.prepare(
      body,
      in: ChallengeContext(
        application: context.applications.standard, purpose: purpose, user: user, binding: binding))
  }

  private func setPreSession(_ response: inout HTTPResponse) throws {
    response.setCookie(try cookies.preSession(Base64URL.encode(context.random.bytes(32))))
  }

  private func state(of caller: Caller?) async throws -> HTTPResponse {
    .privateJSON(
      try await PageState(context: context, application: context.applications.standard).json(of: caller))
  }
}
