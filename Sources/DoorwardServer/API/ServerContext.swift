/// What the routes of a running server share; made once by ``Server``, changed by nobody.
struct ServerContext: Sendable {
  let configuration: ServerConfiguration
  /// The account origin: the issuer of every token.
  let origin: WebOrigin
  /// Where wallet code runs as people see it; nil where the operator gave it no public host.
  let walletOrigin: WebOrigin?
  let applications: ApplicationDirectory
  let store: any Store
  let clock: WallClock
  let random: RandomSource
  let logger: Logger
  let limiter: RateLimiter
  let secrets: SessionSecrets
  let signingKeys: SigningKeys
  let tokens: TokenIssuer
  let verifier: TokenVerifier
  let gate: CallerGate
  let admission: Admission
  let removal: AccountRemoval
  let refresh: SessionRefresh
  let codes: CodeExchange
  let devices: DeviceExchange
  /// Seals what the hosted page holds: a request of a client, a sign-out for one, a device that it has shown.
  let ticketKey: DerivedKey
  let guestKey: DerivedKey
  let seal: ChallengeSeal
  /// Sessions ask it about the keys behind them.
  let near: NEARSignIn
  let nearKeyWatch: NEARKeyWatch
  let sessionUse: SessionUse

  var accountPage: AccountPage { AccountPage(origin: origin, walletOrigin: walletOrigin) }
}
