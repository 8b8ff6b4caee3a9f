import DoorwardHTTP
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sign-in methods, and their services that other routes use too.
struct MethodAssembly {
  let methods: SignInMethods
  let passwords: Passwords
  let passkeys: PasskeyCeremonies

  /// - Parameters:
  ///   - installation: the store and the keys.
  ///   - configuration: the configuration.
  ///   - logger: the log.
  ///   - clock: the clock.
  ///   - random: the source of ids.
  ///   - origin: the account origin, which has the page for codes.
  ///   - tokens: makes the access tokens.
  ///   - guesses: counts the guesses of passwords and codes.
  ///   - notices: sends the codes, and tells users about changed addresses.
  /// - Throws: ``MasterKeyError``; the errors of the methods.
  init(
    _ installation: Installation, _ configuration: ServerConfiguration, _ logger: Logger, _ clock: WallClock,
    _ random: RandomSource, origin: WebOrigin, tokens: TokenIssuer, guesses: GuessLimits,
    notices: SecurityNotices
  ) throws {
    let store = installation.store
    let environment = SignInEnvironment(
      seal: ChallengeSeal(key: try installation.key(for: "challenges"), random: random, clock: clock),
      store: store, clock: clock, random: random, lifetimes: configuration.lifetimes, logger: logger,
      tokens: tokens,
      isDevelopment: configuration.isDevelopment, key: { try installation.key(for: $0) },
      settings: configuration.methods, guesses: guesses)
    passwords = try Passwords(
      configuration.methods[PasswordSettings.self] ?? PasswordSettings(),
      pepper: installation.key(for: "passwords"), library: installation.library
    ) {
      logger.log(
        .warning, "the range service does not answer, so breached passwords are accepted",
        ["remedy": "run doorward doctor"])
    }
    passkeys = PasskeyCeremonies(
      key: try installation.key(for: "passkeys"), store: store, clock: clock, random: random,
      library: installation.library)
    methods = try SignInMethods(
      SignInParts(
        environment, passwords: passwords,
        codes: OneTimeCodes(
          store: store, clock: clock, random: random,
          seal: CodeChallengeSeal(key: try installation.key(for: "code-challenges")), guesses: guesses,
          messenger: notices.messenger, page: CodePage(origin: origin),
          pause: TimeInterval(configuration.rateLimits.codePause), signUpMethod: PasswordSignIn.name),
        addresses: AddressChanges(
          store: store, clock: clock, random: random, notices: notices,
          hold: IdentityHold(lifetimes: configuration.lifetimes, limits: configuration.limits)),
        passkeys: passkeys))
  }
}
