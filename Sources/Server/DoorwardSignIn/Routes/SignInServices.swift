package import DoorwardSessions
package import DoorwardStore

/// The services that the routes of sign-in methods use.
package struct SignInServices: Sendable {
  package let clock: WallClock
  package let admission: Admission
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
    clock: WallClock, admission: Admission, limits: RequestLimits, security: SecurityLog, gate: CallerGate,
    secondFactors: SecondFactorAnswers, factorCodes: any FactorCodeSending, removal: AccountRemoval,
    notices: SecurityNotices, tokens: TokenCarrier, page: any SessionCarrier
  ) {
    self.clock = clock
    self.admission = admission
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
