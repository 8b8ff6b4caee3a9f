import DoorwardDelivery
package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
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
  private let enrollment: SignInEnrollment
  private let changes: SecondFactorChanges
  private let codes: CodeFactorChoice

  package init(
    carrier: any SessionCarrier, _ services: SignInServices, verification: SecondFactorVerification,
    enrollment: SignInEnrollment, changes: SecondFactorChanges, codes: CodeFactorChoice
  ) {
    self.carrier = carrier
    self.services = services
    self.verification = verification
    self.enrollment = enrollment
    self.changes = changes
    self.codes = codes
  }

  package func register(in router: inout Router) {
    router.on(
      .post, carrier.path(WirePath.secondFactorVerify), by: carrier.signedOutCaller, limits: [.signIn]
    ) {
      try await verify($0)
    }
    router.on(
      .post, carrier.path(WirePath.secondFactorEnroll), by: carrier.signedOutCaller, limits: [.challenge]
    ) {
      try await enroll($0)
    }
    router.on(.get, carrier.path(WirePath.secondFactors), by: carrier.signedInCaller) { request in
      .privateJSON(try await changes.list(of: carrier.callerToAddWay(request).user.id))
    }
    router.on(.post, carrier.path(WirePath.totp), by: carrier.signedInCaller, limits: [.accountWrite]) {
      try await begin($0)
    }
    router.on(
      .post, carrier.path(WirePath.totpConfirm), by: carrier.signedInCaller, limits: [.accountWrite]
    ) { try await confirm($0) }
    router.on(.post, carrier.path(WirePath.codeFactor), by: carrier.signedInCaller, limits: [.accountWrite]) {
      try await chooseCode($0)
    }
    router.on(
      .delete, carrier.path(WirePath.secondFactor), by: carrier.signedInCaller, limits: [.accountRemoval]
    ) { try await remove($0) }
    router.on(
      .post, carrier.path(WirePath.recoveryCodes), by: carrier.signedInCaller, limits: [.accountWrite]
    ) {
      try await replaceRecoveryCodes($0)
    }
  }

  // MARK: The second step of a sign-in

  private func verify(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await services.security.attempt(.signIn, request) { details in
      let body = try request.jsonObject()
      let text = try body.text(ProofMembers.challengeID)
      let method = try body.text(ProofMembers.method)
      let proof = try SecondFactorProof(body, of: method)
      let (opening, _) = try await services.beginSignIn(by: carrier, body, request, noting: &details) { _ in
        nil
      }
      let pending = try services.pendingSignIn(challenge: text, opening: opening, by: carrier, body, request)
      details.user = pending.request.first.user?.text
      let methods = pending.request.methods + pending.request.enrollmentMethods
      guard let method = methods.first(where: { $0.rawValue == method }) else {
        throw Problem.invalidFactor
      }
      details.method = method.rawValue
      let signedIn = try await verification.signIn(
        pending.request, by: method, proof: proof, opening, language: request.preferredLanguage)
      details.add(signedIn.user, signedIn.session)
      return try await carrier.answer(signedIn, opening.application)
    }
  }

  /// Begins to add a second factor, for a user without one whose application requires one.
  private func enroll(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    let text = try body.text(ProofMembers.challengeID)
    let method = try body.optionalText(ProofMembers.method)
    let opening = try await carrier.opening(body, request)
    try carrier.requireSignIn(to: opening.application)
    try await services.limits.admit(request)
    let pending = try services.pendingSignIn(challenge: text, opening: opening, by: carrier, body, request)
    let begun = try await enrollment.begin(
      pending.request, by: method ?? SignInMethodName.totp.rawValue, opening)
    var answer = begun.members
    answer[ChallengeMembers.challengeID] = .string(
      try services.secondFactors.sealed(pending.replacing(begun.request)))
    answer[ChallengeMembers.expiresAt] = .time(pending.request.expiresAt)
    return .privateJSON(.object(answer))
  }

  // MARK: Changes

  private func begin(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try request.jsonObject()
    let caller = try await carrier.caller(request)
    try caller.requireRegistered()
    try services.gate.requireRecentSignIn(caller)
    try await services.limits.admitWrite(by: caller.user.id, request)
    return .privateJSON(try await changes.beginAuthenticator(of: caller, carrier.application(of: caller)))
  }

  private func confirm(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    return try await services.security.attempt(.secondFactorAddition, request, details(caller)) { _ in
      let body = try request.jsonObject()
      let text = try body.text(ProofMembers.challengeID)
      let code = try body.text(ProofMembers.code)
      try caller.requireRegistered()
      try services.gate.requireRecentSignIn(caller)
      try await services.limits.admitWrite(by: caller.user.id, request)
      return .privateJSON(
        try await changes.confirmAuthenticator(
          text, code: code, of: caller, in: carrier.application(of: caller), key: request.idempotencyKey(),
          language: request.preferredLanguage))
    }
  }

  private func chooseCode(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    return try await services.security.attempt(.secondFactorAddition, request, details(caller, .code)) { _ in
      let body = try request.jsonObject()
      let channel = try body.text(SecondFactorMembers.channel)
      try caller.requireRegistered()
      try services.gate.requireRecentSignIn(caller)
      try await services.limits.admitWrite(by: caller.user.id, request)
      return .privateJSON(
        try await codes.choose(
          channel, of: caller, in: carrier.application(of: caller), key: request.idempotencyKey(),
          language: request.preferredLanguage))
    }
  }

  private func remove(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    return try await services.security.attempt(.secondFactorRemoval, request, details(caller)) { _ in
      try await services.limits.admitRemoval(by: caller.session.id, request)
      try caller.requireRegistered()
      try services.gate.requireRecentSignIn(caller)
      try await changes.remove(
        request.pathParameters["id"].flatMap { SecondFactorRecord.ID($0) }, of: caller,
        in: carrier.application(of: caller), language: request.preferredLanguage)
      return .noContent
    }
  }

  private func replaceRecoveryCodes(
    _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    return try await services.security.attempt(.recoveryCodesReplacement, request, .init(caller)) { _ in
      _ = try request.jsonObject()
      try caller.requireRegistered()
      try services.gate.requireRecentSignIn(caller)
      try await services.limits.admitWrite(by: caller.user.id, request)
      return .privateJSON(
        try await changes.replaceRecoveryCodes(
          of: caller, carrier.application(of: caller), request.preferredLanguage))
    }
  }

  private func details(_ caller: Caller, _ method: SignInMethodName = .totp) -> SecurityLog.Details {
    var details = SecurityLog.Details(caller)
    details.method = method.rawValue
    return details
  }
}

extension SecondFactorProof {
  /// Reads `response` of a passkey, or `code` of every other factor.
  fileprivate init(_ body: JSONObjectReader, of method: String) throws(Problem) {
    if SignInMethods.takesResponse(method) {
      let response = try body.members("response")
      self = .response(.object(response.object))
    } else {
      self = .code(try body.text(ProofMembers.code))
    }
  }
}

extension SignInServices {
  /// The waiting sign-in of a request.
  ///
  /// - Throws: `Problem` 401 `invalid_challenge` if the server did not make the text for this application, carrier and
  ///   client.
  func pendingSignIn(
    challenge text: String, opening: SessionOpening, by carrier: any SessionCarrier, _ body: JSONObjectReader,
    _ request: HTTPRequest
  ) throws(Problem) -> SecondFactorAnswers.Pending {
    let pending = try secondFactors.open(text, for: opening)
    // The binding comes from the client that answered the challenge of the first factor.
    if let binding = pending.binding {
      guard try carrier.binding(body, request) == binding else { throw Problem.invalidChallenge }
    }
    return pending
  }
}
