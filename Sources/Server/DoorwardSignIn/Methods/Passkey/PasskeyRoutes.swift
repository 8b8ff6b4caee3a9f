package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// The routes of passkeys beside the sign-in: new passkeys, and the user's list. They are the same for each carrier.
package struct PasskeyRoutes: Sendable {
  private let carrier: any SessionCarrier
  private let registration: PasskeyRegistration
  private let services: SignInServices

  package init(
    carrier: any SessionCarrier, registration: PasskeyRegistration, _ services: SignInServices
  ) {
    self.carrier = carrier
    self.registration = registration
    self.services = services
  }

  package func register(in router: inout Router) {
    router.on(
      .post, carrier.path(WirePath.passkeyRegistrationOptions), by: carrier.signedOutCaller,
      limits: [.challenge]
    ) {
      try await options($0)
    }
    router.on(
      .post, carrier.path(WirePath.passkeyRegistration), by: carrier.signedOutCaller,
      limits: [.signIn, .accountWrite]
    ) {
      try await register($0)
    }
    router.on(.get, carrier.path(WirePath.passkeys), by: carrier.signedInCaller) { request in
      let caller = try await carrier.callerToAddWay(request)
      return .privateJSON(
        .object(try await registration.list(of: caller.user.id, carrier.application(of: caller))))
    }
    router.on(.patch, carrier.path(WirePath.passkey), by: carrier.signedInCaller, limits: [.accountWrite]) {
      try await rename($0)
    }
    let removal = IdentityRemovalRoute(
      carrier: carrier, gate: services.gate, limits: services.limits, security: services.security,
      removal: services.removal, clock: services.clock)
    router.on(.delete, carrier.path(WirePath.passkey), by: carrier.signedInCaller, limits: [.accountRemoval])
    {
      try await removal.respond(to: $0, kind: .passkey)
    }
  }

  // MARK: New passkeys

  private func options(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    let name = try body.optionalText(WireUser.Members.name)
    try name.map { name throws(DoorwardHTTP.Problem) in try ProfileText.name.check(name) }
    let purpose = try ProofContext.Purpose(body)
    guard purpose != .move else { throw Problem.invalidPasskeyPurpose }
    let new = try carrier.newBinding(body, request)
    try await services.limits.admit(request)
    let opening = try await carrier.opening(body, request)
    let members: JSONObject
    // An anonymous user who adds a passkey signs up with it.
    if opening.holdsUser || purpose == .link && opening.upgrade == nil {
      let caller = try await carrier.callerToAddWay(request)
      try services.gate.requireRecentSignIn(caller)
      try await services.linking.requireRoom(for: caller.user.id)
      members = try await registration.additionOptions(
        of: caller.user, carrier.application(of: caller), new.binding)
    } else {
      try carrier.requireSignIn(to: opening.application)
      members = try registration.signUpOptions(
        name: name.flatMap { $0.isEmpty ? nil : $0 }, upgrading: opening.upgrade?.session.userID,
        opening.application, new.binding)
    }
    var response = HTTPResponse.privateJSON(.object(members))
    try new.addSecret(&response)
    return response
  }

  private func register(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    try body.requireProof(of: PasskeySignIn.self)
    let opening = try await carrier.opening(body, request)
    return if try carrier.isPage ? registration.isAddition(body) : opening.holdsUser {
      try await add(body, request)
    } else {
      try await signUp(body, request)
    }
  }

  private func signUp(
    _ body: JSONObjectReader, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try await services.security.attempt(.signIn, request, details) { details in
      let (opening, context) = try await services.beginSignIn(by: carrier, body, request, noting: &details)
      let proof = try await registration.verify(body, .signUp, isConditional: false, in: context)
      return try await services.signIn(
        proof, opening, to: context.application, by: carrier, binding: context.binding, noting: &details)
    }
  }

  private func add(
    _ body: JSONObjectReader, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try await services.security.attempt(.identityLink, request, details) { details in
      let caller = try await carrier.callerToAddWay(request)
      details.add(caller)
      try caller.requireRegistered()
      try services.gate.requireRecentSignIn(caller)
      let application = carrier.application(of: caller)
      let binding = try carrier.binding(body, request)
      try await services.limits.admit(request)
      try await services.limits.admitWrite(by: caller.user.id, request)
      let asksForConditional =
        try body.optionalFlag(PasskeyMembers.conditional) ?? false
      let key = try request.idempotencyKey()
      let proof = try await registration.verify(
        body, .addition, isConditional: asksForConditional && hasJustProvenPassword(caller),
        in: ProofContext(
          application: application, purpose: .link, user: caller.user.id, binding: binding, request,
          idempotencyKey: key))
      let view = try await services.linking.link(
        proof, to: caller, of: application, moving: nil, key: key, language: request.preferredLanguage)
      return try carrier.answer(view, caller)
    }
  }

  /// Whether the browser may make a passkey without asking the user: after a sign-in, sign-up or reset with a password.
  /// In any other session, the client would decide whether the user has to be present.
  private func hasJustProvenPassword(_ caller: Caller) -> Bool {
    caller.user.hasPassword && services.gate.hasRecentProof(by: PasswordSignIn.proofNames, caller)
  }

  // MARK: The list

  private func rename(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    let body = try request.jsonObject()
    let name = try body.text(WirePasskey.Members.name)
    try await services.limits.admitWrite(by: caller.user.id, request)
    return .privateJSON(
      try await registration.rename(request.pathParameters["id"], to: name, of: caller))
  }

  private var details: SecurityLog.Details {
    SecurityLog.Details(method: SignInMethodName.passkey.rawValue)
  }
}

extension SessionOpening {
  /// Whether the request has the account token of a user who is not anonymous. The page's cookie does not show this:
  /// users of the page who are signed in sign up for another account, too, and the page names the purpose.
  fileprivate var holdsUser: Bool { current != nil && upgrade == nil }
}
