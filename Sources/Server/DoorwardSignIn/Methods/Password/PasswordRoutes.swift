import DoorwardDelivery
package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardIdentifiers
import DoorwardPasswords
import DoorwardServerRules
package import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// The routes of passwords beside the sign-in: strength, sign-up, change and reset.
package struct PasswordRoutes: Sendable {
  private let carrier: any SessionCarrier
  private let services: SignInServices
  private let passwords: Passwords
  private let codes: OneTimeCodes
  private let signIn: PasswordSignIn
  private let signUps: PasswordSignUp
  private let changes: PasswordChanges

  package init(
    carrier: any SessionCarrier, _ environment: SignInEnvironment, passwords: Passwords,
    codes: OneTimeCodes, signIn: PasswordSignIn, _ services: SignInServices
  ) {
    self.carrier = carrier
    self.signIn = signIn
    self.services = services
    self.passwords = passwords
    self.codes = codes
    signUps = PasswordSignUp(
      store: environment.store, clock: environment.clock, passwords: passwords)
    changes = PasswordChanges(environment, passwords: passwords, services.notices)
  }

  package func register(in router: inout Router) {
    router.on(
      .post, carrier.path(WirePath.passwordStrength), by: carrier.signedOutCaller, limits: [.challenge]
    ) {
      try await strength($0)
    }
    router.on(
      .post, carrier.path(WirePath.passwordSignUp), by: carrier.signedOutCaller, limits: [.signIn, .code]
    ) {
      try await signUp($0)
    }
    router.on(
      .post, carrier.path(WirePath.passwordChange), by: carrier.signedInCaller,
      limits: [.signIn, .accountWrite]
    ) {
      try await change($0)
    }
    router.on(
      .post, carrier.path(WirePath.passwordReset), by: carrier.signedOutCaller, limits: [.challenge, .code]
    ) {
      try await reset($0)
    }
    router.on(
      .post, carrier.path(WirePath.passwordResetConfirm), by: carrier.signedOutCaller, limits: [.signIn]
    ) {
      try await confirmReset($0)
    }
  }

  // MARK: Strength

  /// The strength of a password while a user types. The request changes nothing, so it is no event of the security log.
  private func strength(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    let password = try body.text(ProofMembers.password)
    let identifiers = try body.optionalTexts(PasswordStrengthMembers.identifiers)
    let application = try carrier.application(toSignIn: body, request)
    guard application.offers.contains(.password) else { throw Problem.methodNotOffered }
    try await services.limits.admit(request)
    let strength = try await passwords.strength(
      of: password, identifiers: identifiers ?? [], in: application, for: request.clientAddress)
    return .privateJSON(strength.json)
  }

  // MARK: Sign-up

  private func signUp(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await services.security.attempt(.signUp, request, details) { details in
      let body = try request.jsonObject()
      let form = try SignUpForm(body)
      var new: NewBinding?
      let (opening, context) = try await services.beginSignIn(
        by: carrier, body, request, noting: &details, mayKeepAccount: false
      ) {
        try form.check(against: $0)
        new = try carrier.optionalNewBinding(body, request)
        return new?.binding
      }
      let application = context.application
      guard let recipient = form.recipient else {
        do {
          let proof = try await signUps.proof(ofUserName: form, context)
          return try await services.signIn(proof, opening, to: application, by: carrier, noting: &details)
        } catch let problem as Problem where problem.code == WireCode.userNameTaken {
          guard let proof = try await repeatedProof(form, opening, in: context) else { throw problem }
          return try await services.signIn(proof, opening, to: application, by: carrier, noting: &details)
        }
      }
      try await codes.requireDelivery(to: recipient)
      let values = try await signUps.values(of: form, context)
      try await services.limits.admitCode(to: recipient.counted, request)
      let sent = try await codes.send(
        CodeRequest(
          .signUp, for: recipient.identity.key, to: recipient, application: application,
          binding: new?.binding, signUp: values,
          language: request.preferredLanguage, isFromPage: carrier.isPage,
          by: EventOrigin(.unknown, context.client)),
        signUps.message(to: recipient, application))
      return try answer(sent, new)
    }
  }

  /// The proof of a request that repeats a sign-up with a user name; nil if the request is no repetition. The password of
  /// the user is compared only for a request that has the key of the sign-up, so that no other request counts as a guess.
  private func repeatedProof(
    _ form: SignUpForm, _ opening: SessionOpening, in context: ProofContext
  ) async throws -> VerifiedProof? {
    guard let name = form.userName,
      try await services.admission.isUnanswered(SignInIdentifier.userName(name).identity.key, opening)
    else { return nil }
    do {
      return try await signIn.verify(form.password, of: name.text, in: context)
    } catch let problem as Problem where problem.code == WireCode.invalidCredentials {
      throw Problem.userNameTaken
    }
  }

  // MARK: Change

  private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.callerToAddWay(request)
    return try await services.security.attempt(.passwordChange, request, .init(caller)) { _ in
      try caller.requireRegistered()
      let body = try request.jsonObject()
      let new = try body.text(ProofMembers.newPassword)
      let current = try body.optionalText(ProofMembers.currentPassword)
      let application = carrier.application(of: caller)
      guard application.offers.contains(.password) else { throw Problem.methodNotOffered }
      try await services.limits.admit(request)
      try await services.limits.admitWrite(by: caller.user.id, request)
      try services.gate.requireRecentSignIn(caller)
      let context = ProofContext(
        application: application, purpose: .link, user: caller.user.id, binding: nil, request,
        idempotencyKey: try request.idempotencyKey())
      try await changes.change(from: current, to: new, of: caller, context)
      var response = HTTPResponse.noContent
      try carrier.keepDevice(of: caller.user, request, at: services.clock.now, in: &response)
      return response
    }
  }

  // MARK: Reset

  private func reset(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await services.security.attempt(.passwordResetRequest, request, details) { details in
      let body = try request.jsonObject()
      let text = try body.text(ProofMembers.identifier)
      let application = try carrier.application(toSignIn: body, request)
      details.application = application.id
      try carrier.requireSignIn(to: application)
      guard application.offers.contains(.password), codes.hasChannel else { throw Problem.methodNotOffered }
      try await services.limits.admit(request)
      let new = try carrier.optionalNewBinding(body, request)
      let identifier = try? SignInIdentifier(text)
      let key = identifier?.identity.key ?? .unknown(text)
      let counted = identifier?.counted ?? CountedRecipient(key.identifier)
      let known = try await codes.knownDevice(carrier.device(of: request), of: key)
      let device = try await services.limits.reserving(known, for: counted, request)
      let handling = OutgoingMessage.Handling(ofCodeFor: device)
      // A user name has no check: the answer would show to which kind of address its user gets codes.
      if let recipient = identifier?.recipient, codes.sends(to: recipient) {
        try await codes.requireDelivery(to: recipient, handling)
      }
      if device == nil { try await services.limits.admitCode(to: counted, request) }
      // A user name has a limit of its own, whether a user has it or not. It must not use up the limit of the user's
      // mailbox: the next code to the mailbox would then show whose it is.
      let target = try await changes.resetTarget(of: identifier)
      var code = CodeRequest(
        .passwordReset, for: key, to: target.recipient, application: application, binding: new?.binding,
        user: target.user, language: target.language ?? request.preferredLanguage, isFromPage: carrier.isPage,
        by: EventOrigin(.unknown, request.clientDescription))
      code.handling = handling
      let sent = try await codes.send(code, target.message)
      return try answer(sent, new)
    }
  }

  private func confirmReset(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await services.security.attempt(.passwordReset, request, details) { details in
      let body = try request.jsonObject()
      let text = try body.text(ProofMembers.challengeID)
      let code = try body.text(ProofMembers.code)
      let password = try body.text(ProofMembers.newPassword)
      let (opening, context) = try await services.beginSignIn(by: carrier, body, request, noting: &details)
      let challenge = try codes.open(text, for: [.passwordReset], in: context)
      // The code comes first: the rules for the password depend on the user.
      let address = try await codes.check(code, challenge, in: context)
      let hash: StoredHash
      do {
        hash = try await changes.hash(password, resetting: challenge, context)
      } catch let problem as Problem {
        // A refused password is not a guess of the code. The holder of the right code learns nothing by another try.
        try await codes.takeBackGuess(of: address, in: context)
        throw problem
      }
      let proof = try await changes.proof(ofReset: address, to: hash, context)
      return try await services.signIn(
        proof, opening, to: context.application, by: carrier, binding: challenge.binding, noting: &details)
    }
  }

  private func answer(_ sent: WireSentCode, _ new: NewBinding?) throws -> HTTPResponse {
    var response = HTTPResponse.privateJSON(.object(sent.json), status: 202)
    try new?.addSecret(&response)
    return response
  }

  private var details: SecurityLog.Details {
    SecurityLog.Details(method: SignInMethodName.password.rawValue)
  }
}

/// The address that password managers open to change a password (https://w3c.github.io/webappsec-change-password-url).
package struct PasswordDiscoveryRoute: Sendable {
  private let origin: WebOrigin

  /// - Parameter origin: the account origin, whose page signs the user in first.
  package init(origin: WebOrigin) { self.origin = origin }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.changePassword, by: .anyone) { [origin] _ in
      .redirect("\(origin)/", status: 302)
    }
  }
}
