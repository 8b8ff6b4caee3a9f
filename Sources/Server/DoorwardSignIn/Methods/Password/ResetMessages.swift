import DoorwardDelivery
package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

/// Sends a user the message with a code for a new password, because an administrator asks for it.
///
/// The message is the one that the user could ask for, with the same limit of the address. Its link opens the page that waits
/// for the code, because no tab of the user does.
package struct ResetMessages: Sendable {
  private var store: any Store
  private let codes: OneTimeCodes
  private let limits: RequestLimits?

  /// `limits` counts the messages; nil for a command of the operator.
  package init(store: any Store, codes: OneTimeCodes, limits: RequestLimits?) {
    self.store = store
    self.codes = codes
    self.limits = limits
  }

  /// Messages of a command, which a running server delivers.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - keys: the keys of sign-ins.
  ///   - limits: the settings of limits. The command has no limit of its own.
  ///   - messenger: queues the messages.
  ///   - origin: the account origin.
  package init(
    store: any Store, clock: WallClock, keys: SignInFeature.Keys, limits: RateLimitSettings,
    messenger: Messenger,
    origin: WebOrigin
  ) {
    self.init(
      store: store,
      codes: OneTimeCodes(
        store: store, clock: clock, random: .system, seal: CodeChallengeSeal(key: keys.codeChallenges),
        guesses: GuessLimits(store: store, clock: clock, key: keys.guesses, settings: limits.guesses),
        messenger: messenger, page: CodePage(origin: origin), pause: Double(limits.codePause),
        signUpMethod: PasswordSignIn.name),
      limits: nil)
  }

  /// The same messages on another store, such as that of a caller.
  package func using(_ store: any Store) -> ResetMessages {
    var messages = self
    messages.store = store
    return messages
  }

  /// Sends the message.
  ///
  /// - Parameters:
  ///   - id: the user.
  ///   - application: the application that the message names.
  ///   - origin: the party that acts, and its client.
  ///   - request: the request; nil for a command.
  /// - Returns: false if there is no such user.
  /// - Throws: `Problem` 403 `method_not_offered` if the application offers no passwords or the server sends no mail, 409
  ///   `identifier_required` if the user has no email address, 429; ``StoreError``.
  package func send(
    to id: User.ID, for application: Application, by origin: EventOrigin, _ request: HTTPRequest?
  ) async throws -> Bool {
    let (user, identities) = try await store.read { (try $0.user(id), try $0.identities(of: id)) }
    guard let user else { return false }
    guard application.offers.contains(.password) else { throw Problem.methodNotOffered }
    guard let identity = identities.first(where: { $0.recipient?.channel == .email }),
      let recipient = identity.recipient
    else { throw Problem.identifierRequired }
    guard codes.sends(to: recipient) else { throw Problem.methodNotOffered }
    if let limits, let request { try await limits.admitInvitation(to: recipient.counted, request) }
    var code = CodeRequest(
      .passwordReset, for: identity.key, to: recipient, application: application, binding: nil, user: user.id,
      language: user.profile[.locale] ?? "", isFromPage: false, by: origin)
    code.opensPage = true
    _ = try await codes.using(store).send(code, .code(.passwordReset))
    return true
  }
}
