import DoorwardSessions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The second factors of this server, and the ways to add one during a sign-in. A new factor needs an entry here.
struct SecondFactors: Sendable {
  let factors: [any SecondFactor]
  let enrollments: [any SecondFactorEnrollment]
  /// Sends the codes that are second factors.
  let codes: SecondFactorCodes

  init(
    _ shared: SharedServices, _ parts: SignInParts, secrets: SecondFactorSecrets, notices: SecurityNotices
  ) {
    let sentCodes = SentCodeFactor(notices.messenger)
    factors = [
      PasskeyFactor(ceremonies: parts.passkeys, random: shared.random),
      AuthenticatorFactor(secrets: secrets), RecoveryCodeFactor(secrets: secrets), sentCodes,
    ]
    enrollments = [
      AuthenticatorSignInEnrollment(
        store: shared.store, random: shared.random, clock: shared.clock, secrets: secrets),
      PasskeyEnrollment(
        ceremonies: parts.passkeys, store: shared.store, clock: shared.clock, random: shared.random,
        limits: shared.accountLimits),
    ]
    codes = SecondFactorCodes(
      store: shared.store, clock: shared.clock, random: shared.random, notices: notices, factor: sentCodes,
      page: CodePage(origin: shared.origin), pause: TimeInterval(shared.rateLimits.codePause))
  }
}
