package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore
package import Encodings

/// The services that the routes of sign-in methods use.
package struct SignInServices: Sendable {
  package let clock: WallClock
  package let admission: Admission
  package let anonymousUsers: AnonymousAdmission
  package let linking: IdentityLinking
  package let limits: RequestLimits
  package let security: SecurityLog
  package let gate: CallerGate
  package let secondFactors: SecondFactorAnswers
  package let factorCodes: any FactorCodeSending
  package let removal: AccountRemoval
  package let notices: SecurityNotices
  /// The carrier of apps.
  package let tokens: TokenCarrier
  /// All carriers. A method that proves an identity has routes for each of them.
  package let carriers: [any SessionCarrier]

  package init(
    clock: WallClock, admission: Admission, anonymousUsers: AnonymousAdmission, linking: IdentityLinking,
    limits: RequestLimits, security: SecurityLog, gate: CallerGate,
    secondFactors: SecondFactorAnswers, factorCodes: any FactorCodeSending, removal: AccountRemoval,
    notices: SecurityNotices, tokens: TokenCarrier, page: any SessionCarrier
  ) {
    self.clock = clock
    self.admission = admission
    self.anonymousUsers = anonymousUsers
    self.linking = linking
    self.limits = limits
    self.security = security
    self.gate = gate
    self.secondFactors = secondFactors
    self.factorCodes = factorCodes
    self.removal = removal
    self.notices = notices
    self.tokens = tokens
    carriers = [tokens, page]
  }
}

/// Sends the code of a sign-in that waits for a second factor: `code/send` with the purpose `second_factor`.
package protocol FactorCodeSending: Sendable {
  /// Sends a code.
  ///
  /// - Parameters:
  ///   - body: the members of the request.
  ///   - carrier: the carrier of the session that the sign-in opens.
  ///   - services: the services of routes.
  ///   - request: the request.
  /// - Returns: 202 with the challenge that replaces that of the waiting sign-in.
  /// - Throws: `Problem`; ``StoreError``.
  func send(
    _ body: JSONObjectReader, by carrier: any SessionCarrier, with services: SignInServices,
    _ request: HTTPRequest
  ) async throws -> HTTPResponse
}
