package import DoorwardSessions
package import DoorwardStore

/// The services that sign-in methods may use.
package struct SignInEnvironment: Sendable {
  package let seal: ChallengeSeal
  package let store: any Store
  package let clock: WallClock
  package let random: RandomSource
  package let lifetimes: Lifetimes
  package let logger: Logger
  package let tokens: TokenIssuer
  package let isDevelopment: Bool
  package let settings: MethodSettings
  package let guesses: GuessLimits

  package init(
    seal: ChallengeSeal, store: any Store, clock: WallClock, random: RandomSource, lifetimes: Lifetimes,
    logger: Logger, tokens: TokenIssuer, isDevelopment: Bool, settings: MethodSettings,
    guesses: GuessLimits
  ) {
    self.seal = seal
    self.store = store
    self.clock = clock
    self.random = random
    self.lifetimes = lifetimes
    self.logger = logger
    self.tokens = tokens
    self.isDevelopment = isDevelopment
    self.settings = settings
    self.guesses = guesses
  }
}

/// The server's settings of the sign-in methods. Each method defines its own type.
package struct MethodSettings: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  package init() {}

  /// The settings of one type; nil if the server has none.
  package subscript<Value: Sendable>(type: Value.Type) -> Value? {
    get { values[ObjectIdentifier(type)] as? Value }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  mutating func add(_ value: any Sendable) {
    func type<Value>(of value: Value) -> ObjectIdentifier { ObjectIdentifier(Value.self) }
    values[type(of: value)] = value
  }
}
