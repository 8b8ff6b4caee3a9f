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
    case .passkey, .browser: nil
    }
  }
}
