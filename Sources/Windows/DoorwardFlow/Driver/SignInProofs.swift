public import Doorward

/// The methods that need the app: the sheets, wallets and browsers that it can show.
///
/// ```swift
/// SignInProofs(
///   ethereum: { try await $0.siwe.login(with: wallet) }, browser: { try await $0.browser.login() })
/// ```
///
/// A closure throws `CancellationError` or a `DoorwardError` with the code `cancelled` if the user closes the wallet or the
/// browser. When its task is cancelled, it ends.
public struct SignInProofs: Sendable {
  /// Signs in with a proof from outside the sign-in view.
  public typealias Proof = @Sendable (Doorward) async throws -> AuthState

  /// Whether the view offers passkeys; nil if it does so whenever the configuration of the client has an authenticator.
  public var usesPasskeys: Bool?
  /// Signs in with an Ethereum wallet; nil if the app has none.
  public var ethereum: Proof?
  /// Signs in with a NEAR wallet; nil if the app has none.
  public var near: Proof?
  /// Signs in with the browser; nil if the app does not offer that.
  public var browser: Proof?

  /// Makes a list of methods.
  public init(
    usesPasskeys: Bool? = nil, ethereum: Proof? = nil, near: Proof? = nil, browser: Proof? = nil
  ) {
    self.usesPasskeys = usesPasskeys
    self.ethereum = ethereum
    self.near = near
    self.browser = browser
  }

  /// The closure of a method; nil for forms of the view, and for passkeys, which the SDK asks for.
  subscript(_ method: SignInMethod) -> Proof? {
    switch method {
    case .password, .code, .passkey: nil
    case .ethereum: ethereum
    case .near: near
    case .browser: browser
    }
  }

  /// The methods whose proof the app can get from outside the view.
  var methods: [SignInMethod] {
    SignInMethod.allCases.filter { $0 == .passkey ? usesPasskeys == true : self[$0] != nil }
  }
}

/// The wallets that the app can add to an account.
///
/// ```swift
/// AccountLinks(ethereum: { try await $0.siwe.link(with: wallet) })
/// ```
///
/// A closure throws `CancellationError` or a `DoorwardError` with the code `cancelled` if the user closes the wallet. When its
/// task is cancelled, it ends.
public struct AccountLinks: Sendable {
  /// Adds an Ethereum wallet; nil if the app has none.
  public var ethereum: SignInProofs.Proof?
  /// Adds a NEAR wallet; nil if the app has none.
  public var near: SignInProofs.Proof?

  /// Makes a list of wallets.
  public init(ethereum: SignInProofs.Proof? = nil, near: SignInProofs.Proof? = nil) {
    self.ethereum = ethereum
    self.near = near
  }

  subscript(_ method: SignInMethod) -> SignInProofs.Proof? {
    switch method {
    case .ethereum: ethereum
    case .near: near
    case .password, .code, .passkey, .browser: nil
    }
  }

  /// The methods whose identities the app can add.
  func methods(withPasskeys hasPasskeys: Bool) -> [SignInMethod] {
    SignInMethod.allCases.filter { $0 == .passkey ? hasPasskeys : self[$0] != nil }
  }
}
