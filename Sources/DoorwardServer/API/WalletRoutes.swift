import Encodings
import HTTPCore

/// Challenge, sign-in and link of one wallet method: the same three calls for each.
struct WalletRoutes: Sendable {
  let context: ServerContext
  let method: any ProofMethod

  func register(in router: inout Router) {
    let kind = type(of: method)
    let path = "/v1/\(kind.path)"
    router.on(.post, "\(path)/\(kind.challengeName)") { try await challenge($0, $1) }
    router.on(.post, "\(path)/sign-in") { try await signIn($0, $1) }
    router.on(.post, "\(path)/link") { try await link($0, $1) }
  }

  private func challenge(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    // Before it is counted: any website can have a body of another type sent from the same network.
    let body = try request.jsonObject()
    try await context.limiter.admit(call.clientAddress, context.challengeRule)
    let purpose = try ChallengeContext.Purpose(body)
    let binding = try Binding(reading { () throws(JSONError) in try body.requiredString("binding") })
    let caller = purpose != .signIn ? try await context.gate.account(request) : nil
    let application = try caller?.application ?? context.applications.named(request.applicationID())
    try application.requireDirectSignIn()
    try method.requireOffer(application)
    let challenge = try method.challenge(
      body,
      in: ChallengeContext(
        application: application, purpose: purpose, user: caller?.user.id, binding: binding))
    return .privateJSON(challenge)
  }

  private func signIn(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    try await context.limiter.admit(call.clientAddress, context.signInRule)
    let caller = try await context.gate.optionalAccount(request)
    let application = try caller?.application ?? context.applications.named(request.applicationID())
    try application.requireDirectSignIn()
    let proof = try await prepare(body, application, .signIn, user: nil)
    let outcome = try await context.admission.signIn(
      proof,
      SessionOpening(
        application: application, carrier: .tokens, client: request.clientDescription(call),
        current: caller?.session, replaced: nil, upgrade: caller.flatMap(AnonymousUpgrade.init)))
    return try await SessionAnswer(context: context).response(for: outcome, application: application)
  }

  private func link(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    try await context.limiter.admit(call.clientAddress, context.signInRule)
    let caller = try await context.gate.account(request)
    try await context.admitWrite(by: caller)
    try context.gate.requireRecentSignIn(caller)
    let purpose = try ChallengeContext.Purpose(ofLink: body)
    let proof = try await prepare(body, caller.application, purpose, user: caller.user.id)
    try await context.admission.link(
      proof, to: caller, moving: purpose == .move, upgrade: AnonymousUpgrade(caller))
    return .privateJSON(try await context.userJSON(caller.user.id, for: caller.application))
  }

  private func prepare(
    _ body: JSONObjectReader, _ application: Application, _ purpose: ChallengeContext.Purpose, user: User.ID?
  ) async throws -> PreparedProof {
    try method.requireOffer(application)
    let binding = try Binding(
      secret: reading { () throws(JSONError) in try body.requiredString("binding_secret") })
    return try await method.prepare(
      body, in: ChallengeContext(application: application, purpose: purpose, user: user, binding: binding))
  }
}

extension ChallengeContext.Purpose {
  /// `purpose` of a request for a challenge; signing in where it says nothing.
  init(_ body: JSONObjectReader) throws(Problem) {
    guard let text = try reading({ () throws(JSONError) in try body.optionalString("purpose") }) else {
      self = .signIn
      return
    }
    guard let purpose = Self(rawValue: text) else {
      throw Problem(
        status: 400, code: "invalid_purpose", detail: "purpose must be \"sign_in\", \"link\" or \"move\".")
    }
    self = purpose
  }

  /// What a request to link is for: `"move": true` confirms that the identity leaves its other account.
  init(ofLink body: JSONObjectReader) throws(Problem) {
    let isMove = try reading { () throws(JSONError) in try body.optionalBool("move") }
    self = isMove == true ? .move : .link
  }
}

extension ServerContext {
  var challengeRule: RateLimiter.Rule { .perMinute("challenge", configuration.rateLimits.challengePerMinute) }
  var signInRule: RateLimiter.Rule { .perMinute("sign_in", configuration.rateLimits.signInPerMinute) }
  var refreshRule: RateLimiter.Rule { .perMinute("refresh", configuration.rateLimits.refreshPerMinute) }
  var accountWriteRule: RateLimiter.Rule {
    .perMinute("account_write", configuration.rateLimits.accountWritePerMinute)
  }

  /// Counts a change that a signed-in user makes, by a token or on the page. A sign-out is not counted: it must
  /// always be possible, and a session ends once.
  ///
  /// - Throws: ``Problem`` 429.
  func admitWrite(by caller: Caller) async throws(Problem) {
    try await limiter.admit(caller.user.id, accountWriteRule)
  }

  var apiKeyFailureRule: RateLimiter.Rule {
    .perMinute("api_key_failure", configuration.rateLimits.apiKeyFailurePerMinute)
  }
}
