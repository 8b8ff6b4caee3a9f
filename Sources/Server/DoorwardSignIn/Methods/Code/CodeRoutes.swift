package import DoorwardDelivery
package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// The routes of one-time codes beside the sign-in: `send` and `verify`.
package struct CodeRoutes: Sendable {
  private let carrier: any SessionCarrier
  private let codes: OneTimeCodes
  private let addresses: AddressChanges
  private let services: SignInServices

  package init(
    carrier: any SessionCarrier, codes: OneTimeCodes, addresses: AddressChanges, _ services: SignInServices
  ) {
    self.carrier = carrier
    self.codes = codes
    self.addresses = addresses
    self.services = services
  }

  package func register(in router: inout Router) {
    router.on(
      .post, carrier.path(WirePath.codeSend), by: carrier.signedOutCaller,
      limits: [.challenge, .code, .factorCode]
    ) { try await send($0) }
    router.on(
      .post, carrier.path(WirePath.codeVerify), by: carrier.signedOutCaller, limits: [.signIn, .accountWrite]
    ) { try await verify($0) }
  }

  // MARK: Sending

  private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await services.security.attempt(.codeSend, request, .init(method: SignInMethodName.code.rawValue)) {
      details in
      let body = try request.jsonObject()
      guard let purpose = try CodeChallenge.Purpose(ofRequest: body) else {
        details.choice = CodePurpose.secondFactor.rawValue
        return try await services.factorCodes.send(body, by: carrier, with: services, request)
      }
      let recipient = try body.requiredRecipient()
      let new = try carrier.newBinding(body, request)
      details.choice = purpose.rawValue
      let caller = purpose == .signIn ? nil : try await caller(for: purpose, request)
      if let caller {
        details.add(caller)
        try caller.requireRegistered()
        try services.gate.requireRecentSignIn(caller)
      }
      let application =
        try caller.map(carrier.application(of:)) ?? carrier.application(toSignIn: body, request)
      details.application = application.id
      try carrier.requireSignIn(to: application)
      try application.requireCode(to: recipient)
      try await services.limits.admit(request)
      let key = recipient.identity.key
      let known = try await codes.knownDevice(carrier.device(of: request), of: key)
      let device = try await services.limits.reserving(known, for: recipient.counted, request)
      let handling = OutgoingMessage.Handling(ofCodeFor: device)
      try await codes.requireDelivery(to: recipient, handling)
      let (message, user) =
        if let caller {
          (try await addresses.message(for: purpose, recipient, of: caller), caller.user.id as User.ID?)
        } else {
          try await codes.signInMessage(to: recipient, application)
        }
      if device == nil { try await services.limits.admitCode(to: recipient.counted, request) }
      var code = CodeRequest(
        purpose, for: key, to: recipient, application: application, binding: new.binding, user: user,
        language: caller?.user.profile[.locale] ?? request.preferredLanguage, isFromPage: carrier.isPage,
        by: caller?.origin ?? EventOrigin(.unknown, request.clientDescription))
      code.handling = handling
      let sent = try await codes.send(code, message)
      var response = HTTPResponse.privateJSON(.object(sent.json), status: 202)
      try new.addSecret(&response)
      return response
    }
  }

  /// The signed-in user who adds an address or replaces one. A new address is a way to sign in.
  private func caller(
    for purpose: CodeChallenge.Purpose?, _ request: HTTPRequest
  ) async throws -> Caller {
    purpose == .verify ? try await carrier.callerToAddWay(request) : try await carrier.caller(request)
  }

  // MARK: Verification

  private func verify(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    let text = try body.text(ProofMembers.challengeID)
    let code = try body.text(ProofMembers.code)
    return if codes.purpose(of: text) == .signUp {
      try await signUp(challenge: text, code: code, body, request)
    } else {
      try await changeAddress(challenge: text, code: code, body, request)
    }
  }

  /// Finishes the sign-up of a user with a password. The challenge has the user's values.
  private func signUp(
    challenge text: String, code: String, _ body: JSONObjectReader, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try await services.security.attempt(.signIn, request, .init(method: codes.signUpMethod.rawValue)) {
      details in
      let (opening, context) = try await services.beginSignIn(by: carrier, body, request, noting: &details)
      let address = try await codes.check(
        code, codes.open(text, for: [.signUp], in: context), in: context)
      return try await services.signIn(
        address.proof(asPartOf: codes.signUpMethod), opening, to: context.application, by: carrier,
        binding: address.challenge.binding,
        noting: &details)
    }
  }

  private func changeAddress(
    challenge text: String, code: String, _ body: JSONObjectReader, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try await services.security.attempt(
      .addressChange, request, .init(method: SignInMethodName.code.rawValue)
    ) {
      details in
      let caller = try await caller(for: codes.purpose(of: text), request)
      details.add(caller)
      try caller.requireRegistered()
      try services.gate.requireRecentSignIn(caller)
      let application = carrier.application(of: caller)
      let binding = try carrier.binding(body, request)
      try await services.limits.admit(request)
      try await services.limits.admitWrite(by: caller.user.id, request)
      let context = ProofContext(
        application: application, purpose: .link, user: caller.user.id, binding: binding, request,
        idempotencyKey: try request.idempotencyKey())
      let address = try await codes.check(
        code, codes.open(text, for: [.verify, .change], in: context), in: context)
      var response = try carrier.answer(
        try await addresses.set(
          address, of: caller, in: application, key: context.idempotencyKey, request.preferredLanguage),
        caller)
      try carrier.keepDevice(of: caller.user, request, at: services.clock.now, in: &response)
      return response
    }
  }
}

extension CodeChallenge.Purpose {
  /// The purpose of a request for a code; nil for a second factor, whose challenge is that of the sign-in.
  fileprivate init?(ofRequest body: JSONObjectReader) throws(Problem) {
    switch try CodePurpose(body) {
    case .signIn: self = .signIn
    case .verify: self = .verify
    case .change: self = .change
    case .secondFactor: return nil
    }
  }
}

extension Application {
  /// Refuses an address that the application sends no codes to.
  ///
  /// - Throws: `Problem` 403 `method_not_offered` or `channel_not_offered`.
  package func requireCode(to recipient: Recipient) throws(Problem) {
    guard try offer(CodeOffer.self).channels.contains(recipient.channel) else {
      throw .codesNotOffered(byEmail: recipient.channel == .email)
    }
  }
}
