import DoorwardHTTP
import Encodings

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
    let purpose = try ChallengeContext.Purpose(body)
    let binding = try Binding(reading { () throws(JSONError) in try body.requiredString("binding") })
    try await context.limiter.admit(call.clientAddress, context.challengeRule)
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
    try await context.security.attempt(.signIn, call, details) { details in
      let body = try request.jsonObject()
      let caller = try await context.gate.optionalAccount(request)
      let application = try caller?.application ?? context.applications.named(request.applicationID())
      details.application = application.id
      try application.requireDirectSignIn()
      try method.requireOffer(application)
      let binding = try readBinding(body)
      try await context.limiter.admit(call.clientAddress, context.signInRule)
      let proof = try await prepare(body, binding, application, .signIn, user: nil)
      let outcome = try await context.admission.signIn(
        proof,
        SessionOpening(
          application: application, carrier: .tokens, client: request.clientDescription(call),
          current: caller?.session, replaced: nil, upgrade: caller.flatMap(AnonymousUpgrade.init)))
      details.add(outcome.user, outcome.session)
      return try await SessionAnswer(context: context).response(for: outcome, application: application)
    }
  }

  private func link(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    try await context.security.attempt(.identityLink, call, details) { details in
      let body = try request.jsonObject()
      let caller = try await context.gate.account(request)
      details.add(caller)
      try context.gate.requireRecentSignIn(caller)
      try method.requireOffer(caller.application)
      let binding = try readBinding(body)
      try await context.limiter.admit(call.clientAddress, context.signInRule)
      try await context.admitWrite(by: caller)
      let confirmation = try MoveConfirmation(body)
      let purpose: ChallengeContext.Purpose = confirmation == nil ? .link : .move
      if confirmation != nil { details.choice = purpose.rawValue }
      let proof = try await prepare(body, binding, caller.application, purpose, user: caller.user.id)
      try await context.admission.link(
        proof, to: caller, moving: confirmation, upgrade: AnonymousUpgrade(caller))
      return .privateJSON(
        try await context.userJSON(caller.user.id, for: caller.application, within: .whole))
    }
  }

  private var details: SecurityLog.Details { SecurityLog.Details(method: type(of: method).name.rawValue) }

  /// The binding of a proof. A body that has no proof is refused here, and not counted.
  private func readBinding(_ body: JSONObjectReader) throws(Problem) -> Binding {
    let binding = try Binding(
      secret: reading { () throws(JSONError) in try body.requiredString("binding_secret") })
    try body.requireProof(of: type(of: method))
    return binding
  }

  private func prepare(
    _ body: JSONObjectReader, _ binding: Binding, _ application: Application,
    _ purpose: ChallengeContext.Purpose, user: User.ID?
  ) async throws -> PreparedProof {
    try await method.prepare(
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
}
