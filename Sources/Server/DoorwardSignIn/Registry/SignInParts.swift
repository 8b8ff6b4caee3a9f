import DoorwardOpenSSL
import DoorwardSessions
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The services that several sign-in methods share.
package struct SignInParts: Sendable {
  package let environment: SignInEnvironment
  package let passwords: Passwords
  package let codes: OneTimeCodes
  package let addresses: AddressChanges
  package let passkeys: PasskeyCeremonies
  /// The key of the secrets of guests.
  let guestKey: DerivedKey

  /// - Throws: the errors of the services.
  init(
    _ shared: SharedServices, keys: SignInFeature.Keys, settings: MethodSettings, library: OpenSSLContext,
    guesses: GuessLimits,
    notices: SecurityNotices
  ) throws {
    environment = SignInEnvironment(
      seal: ChallengeSeal(key: keys.challenges, random: shared.random, clock: shared.clock),
      store: shared.store, clock: shared.clock, random: shared.random, lifetimes: shared.lifetimes,
      logger: shared.logger, tokens: shared.tokens, isDevelopment: shared.isDevelopment,
      settings: settings, guesses: guesses)
    passwords = try Passwords(
      settings[PasswordSettings.self] ?? PasswordSettings(), pepper: keys.passwords,
      library: library
    ) { [logger = shared.logger] in
      logger.log(
        .warning, "the range service does not answer, so breached passwords are accepted",
        ["remedy": "run doorward doctor"])
    }
    passkeys = PasskeyCeremonies(
      key: keys.passkeys, store: shared.store, clock: shared.clock, random: shared.random,
      library: library)
    codes = OneTimeCodes(
      store: shared.store, clock: shared.clock, random: shared.random,
      seal: CodeChallengeSeal(key: keys.codeChallenges), guesses: guesses,
      messenger: notices.messenger, page: CodePage(origin: shared.origin),
      pause: TimeInterval(shared.rateLimits.codePause), signUpMethod: PasswordSignIn.name)
    guestKey = keys.guests
    addresses = AddressChanges(
      store: shared.store, clock: shared.clock, random: shared.random, notices: notices,
      hold: IdentityHold(lifetimes: shared.lifetimes, limits: shared.accountLimits))
  }
}
