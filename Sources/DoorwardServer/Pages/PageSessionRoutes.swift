import Encodings
import HTTPCore

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
      try await context.endSession(call.pathParameters["id"], of: gate.requireCaller(request))
      return .noContent
    }
    router.on(.delete, "/session/identities/{id}") { request, call in
      let isLive = try await context.unlink(
        call.pathParameters["id"], from: gate.requireCaller(request))
      var response = HTTPResponse.noContent
      if !isLive { response.setCookie(try cookies.endedSession()) }
      return response
    }
    router.on(.delete, "/session/user") { request, _ in
      try await context.deleteAccount(of: gate.requireCaller(request))
      var response = HTTPResponse.noContent
      response.setCookie(try cookies.endedSession())
      return response
    }
    router.on(.get, "/session/export") { request, _ in
      try await context.export(of: gate.requireCaller(request))
    }
    router.on(.patch, "/session/user") { request, _ in
      let caller = try await gate.requireCaller(request)
      _ = try await context.patchUser(request, caller)
      return try await state(of: caller)
    }
    router.on(.post, "/session/sign-out") { request, _ in
      // Whoever holds the cookie may end its session, whatever has become of the key behind it.
      guard let caller = try await gate.holder(request) else { throw Problem.signedOut }
      let scope = try SignOutScope(request.jsonObject())
      try await context.signOut(scope, caller)
      var response = HTTPResponse.noContent
      if scope != .others { response.setCookie(try cookies.endedSession()) }
      return response
    }
  }

  private func challenge(
    _ method: any ProofMethod, _ request: HTTPRequest, _ call: RequestContext
  ) async throws -> HTTPResponse {
    try await context.limiter.admit(call.clientAddress, context.challengeRule)
    let body = try request.jsonObject()
    let purpose = try ChallengeContext.Purpose(body)
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
    try await context.limiter.admit(call.clientAddress, context.signInRule)
    // Whoever's it was, and whatever has become of the key behind it: no chain is asked about what ends here.
    let previous = try await gate.holder(request)
    let proof = try await prepare(method, request, .signIn, user: nil)
    // Every sign-in opens a session of its own and ends the one before: a copy of the old cookie must not
    // become recently signed in by somebody else's proof (ASVS 5.0 V7.2.4).
    let outcome = try await context.admission.signIn(
      proof,
      SessionOpening(
        application: context.applications.standard, carrier: .cookie, client: request.clientDescription(call),
        current: nil, replaced: previous?.session.id))
    let now = context.clock.now
    var response = try await state(
      of: Caller(user: outcome.user, session: outcome.session, application: context.applications.standard))
    response.setCookie(
      try cookies.session(
        context.secrets.cookie(of: outcome.session),
        maxAge: Int(outcome.session.expiresAt.timeIntervalSince(now))))
    // A secret that has bound a sign-in binds no second one: the next visitor of this browser gets a new one.
    try setPreSession(&response)
    return response
  }

  private func link(
    _ method: any ProofMethod, _ request: HTTPRequest, _ call: RequestContext
  ) async throws -> HTTPResponse {
    try await context.limiter.admit(call.clientAddress, context.signInRule)
    let caller = try await gate.requireCaller(request)
    try await context.admitWrite(by: caller)
    try context.gate.requireRecentSignIn(caller)
    let purpose = try ChallengeContext.Purpose(ofLink: request.jsonObject())
    let proof = try await prepare(method, request, purpose, user: caller.user.id)
    try await context.admission.link(proof, to: caller, moving: purpose == .move)
    return try await state(of: caller)
  }

  private func prepare(
    _ method: any ProofMethod, _ request: HTTPRequest, _ purpose: ChallengeContext.Purpose, user: User.ID?
  ) async throws -> PreparedProof {
    let application = context.applications.standard
    try method.requireOffer(application)
    guard let secret = cookies.preSessionSecret(in: request) else { throw Problem.invalidChallenge }
    return try await method.prepare(
      request.jsonObject(),
      in: ChallengeContext(
        application: application, purpose: purpose, user: user, binding: Binding(secret: secret)))
  }

  private func setPreSession(_ response: inout HTTPResponse) throws {
    response.setCookie(try cookies.preSession(Base64URL.encode(context.random.bytes(32))))
  }

  private func state(of caller: Caller?) async throws -> HTTPResponse {
    .privateJSON(
      try await PageState(context: context, application: context.applications.standard).json(of: caller))
  }
}
