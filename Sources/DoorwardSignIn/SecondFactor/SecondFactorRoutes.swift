import DoorwardDelivery
package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// The routes of second factors: their list and changes, and the second step of a sign-in. They are the same for each
/// carrier.
package struct SecondFactorRoutes: Sendable {
  private let carrier: any SessionCarrier
  private let services: SignInServices
  private let verification: SecondFactorVerification
  private let changes: SecondFactorChanges

  package init(
    carrier: any SessionCarrier, _ services: SignInServices, verification: SecondFactorVerification,
    changes: SecondFactorChanges
  ) {
    self.carrier = carrier
    self.services = services
    self.verification = verification
    self.changes = changes
  }

  package func register(in router: inout Router) {
    let prefix = carrier.prefix
    router.on(.post, "\(prefix)/second-factor/verify") { try await verify($0, $1) }
    router.on(.get, "\(prefix)/second-factors") { request, _ in
      .privateJSON(try await changes.list(of: carrier.caller(request).user.id))
    }
    router.on(.post, "\(prefix)/second-factors/totp") { request, _ in try await begin(request) }
    router.on(.post, "\(prefix)/second-factors/totp/confirm") { try await confirm($0, $1) }
    router.on(.delete, "\(prefix)/second-factors/{id}") { try await remove($0, $1) }
    router.on(.post, "\(prefix)/recovery-codes") { try await replaceRecoveryCodes($0, $1) }
  }

  // MARK: The second step of a sign-in

  private func verify(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    try await services.security.attempt(.signIn, call) { details in
      let body = try request.jsonObject()
      let text = try reading { () throws(JSONError) in try body.requiredString(ProofMembers.challengeID) }
      let method = try reading { () throws(JSONError) in try body.requiredString(ProofMembers.method) }
      let code = try reading { () throws(JSONError) in try body.requiredString(ProofMembers.code) }
      let opening = try await carrier.opening(request, call)
      details.application = opening.application.id
      try carrier.requireSignIn(to: opening.application)
      try services.limits.admit(.signIn, call)
      let pending = try services.secondFactors.open(text, for: opening)
      details.user = pending.request.user.text
      // The binding comes from the client that answered the challenge of the first factor.
      if let binding = pending.binding {
        guard try carrier.binding(body, request) == binding else { throw Problem.invalidChallenge }
      }
      guard let method = pending.request.methods.first(where: { $0.rawValue == method }) else {
        throw Problem(
          status: 400, code: WireCode.invalidMethod,
          detail: "method must be one of the methods of the answer to the first factor.")
      }
      details.method = method.rawValue
      let signedIn = try await verification.signIn(
        pending.request, by: method, code, opening, request.preferredLanguage)
      details.add(signedIn.user, signedIn.session)
      return try await carrier.answer(signedIn, opening.application)
    }
  }

  // MARK: Changes

  private func begin(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try request.jsonObject()
    let caller = try await carrier.caller(request)
    try services.gate.requireRecentSignIn(caller)
    try services.limits.admitWrite(by: caller.user.id)
    return .privateJSON(try await changes.beginAuthenticator(of: caller, carrier.application(of: caller)))
  }

  private func confirm(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    return try await services.security.attempt(.secondFactorAddition, call, details(caller)) { _ in
      let body = try request.jsonObject()
      let text = try reading { () throws(JSONError) in try body.requiredString(ProofMembers.challengeID) }
      let code = try reading { () throws(JSONError) in try body.requiredString(ProofMembers.code) }
      try services.gate.requireRecentSignIn(caller)
      try services.limits.admitWrite(by: caller.user.id)
      return .privateJSON(
        try await changes.confirmAuthenticator(
          text, code, of: caller, carrier.application(of: caller), request.preferredLanguage))
    }
  }

  private func remove(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    return try await services.security.attempt(.secondFactorRemoval, call, details(caller)) { _ in
      try services.limits.admitRemoval(by: caller.session.id)
      try services.gate.requireRecentSignIn(caller)
      try await changes.remove(
        call.pathParameters["id"].flatMap { SecondFactorRecord.ID($0) }, of: caller,
        carrier.application(of: caller), request.preferredLanguage)
      return .noContent
    }
  }

  private func replaceRecoveryCodes(
    _ request: HTTPRequest, _ call: RequestContext
  ) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    return try await services.security.attempt(.recoveryCodesReplacement, call, .init(caller)) { _ in
      _ = try request.jsonObject()
      try services.gate.requireRecentSignIn(caller)
      try services.limits.admitWrite(by: caller.user.id)
      return .privateJSON(
        try await changes.replaceRecoveryCodes(
          of: caller, carrier.application(of: caller), request.preferredLanguage))
    }
  }

  private func details(_ caller: Caller) -> SecurityLog.Details {
    var details = SecurityLog.Details(caller)
    details.method = SignInMethodName.totp.rawValue
    return details
  }
}
