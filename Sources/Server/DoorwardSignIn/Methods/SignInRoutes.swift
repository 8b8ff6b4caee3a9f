package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// The routes of one method: challenge and link (if the method has them), and sign-in. They are the same for each method
/// and each carrier.
package struct SignInRoutes: Sendable {
  private let carrier: any SessionCarrier
  private let method: any ProofMethod
  private let services: SignInServices

  package init(carrier: any SessionCarrier, method: any ProofMethod, _ services: SignInServices) {
    self.carrier = carrier
    self.method = method
    self.services = services
  }

  package func register(in router: inout Router) {
    let path = "\(carrier.prefix)/\(type(of: method).path)"
    if let method = method as? any ChallengeMethod {
      router.on(
        .post, "\(path)/\(type(of: method).challengeName)", by: carrier.signedOutCaller,
        limits: [type(of: method).challengeLimit]
      ) { try await challenge(method, $0) }
    }
    router.on(
      .post, "\(path)/\(type(of: method).signInName)", by: carrier.signedOutCaller, limits: [.signIn]
    ) { try await signIn($0) }
    if type(of: method).canLink {
      router.on(.post, "\(path)/link", by: carrier.signedInCaller, limits: [.signIn, .accountWrite]) {
        try await link($0)
      }
    }
    method.register(in: &router, carrier: carrier, services)
  }

  private func challenge(
    _ method: any ChallengeMethod, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    // The body is read before the request is counted. Otherwise any website could use up the limit of the client's
    // network with bodies of another type.
    let body = try request.jsonObject()
    let purpose = try ProofContext.Purpose(body)
    let new = try carrier.newBinding(body, request)
    try await services.limits.admit(request)
    let caller = purpose == .signIn ? nil : try await carrier.callerToAddWay(request)
    let application =
      try caller.map(carrier.application(of:)) ?? carrier.application(toSignIn: body, request)
    try carrier.requireSignIn(to: application)
    try method.requireOffer(application)
    let challenge = try method.challenge(
      body,
      in: ProofContext(
        application: application, purpose: purpose, user: caller?.user.id, binding: new.binding, request))
    var response = HTTPResponse.privateJSON(challenge)
    try new.addSecret(&response)
    return response
  }

  private func signIn(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await services.security.attempt(.signIn, request, details) { details in
      let body = try request.jsonObject()
      let (opening, context) = try await services.beginSignIn(by: carrier, body, request, noting: &details) {
        try method.requireOffer($0)
        try body.requireProof(of: type(of: method))
        return try binding(body, request)
      }
      let proof = try await method.verify(body, in: context)
      return try await services.signIn(
        proof, opening, to: context.application, by: carrier, binding: context.binding, noting: &details)
    }
  }

  private func link(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await services.security.attempt(.identityLink, request, details) { details in
      let body = try request.jsonObject()
      let caller = try await carrier.callerToAddWay(request)
      details.add(caller)
      try services.gate.requireRecentSignIn(caller)
      let application = carrier.application(of: caller)
      try method.requireOffer(application)
      try body.requireProof(of: type(of: method))
      let binding = try binding(body, request)
      try await services.limits.admit(request)
      try await services.limits.admitWrite(by: caller.user.id, request)
      let key = try request.idempotencyKey()
      let confirmation = try MoveConfirmation(body)
      if confirmation != nil { try services.gate.requireProof(caller) }
      let purpose: ProofContext.Purpose = confirmation == nil ? .link : .move
      if confirmation != nil { details.choice = purpose.rawValue }
      let proof = try await method.verify(
        body,
        in: ProofContext(
          application: application, purpose: purpose, user: caller.user.id, binding: binding, request,
          idempotencyKey: key))
      let view = try await services.linking.link(
        proof, to: caller, of: application, moving: confirmation, key: key,
        language: request.preferredLanguage)
      return try carrier.answer(view, caller)
    }
  }

  /// The binding of the challenge that a proof answers; nil if the method has no challenges.
  private func binding(_ body: JSONObjectReader, _ request: HTTPRequest) throws(Problem) -> Binding? {
    type(of: method).isBound ? try carrier.binding(body, request) : nil
  }

  private var details: SecurityLog.Details { SecurityLog.Details(method: type(of: method).name.rawValue) }
}
