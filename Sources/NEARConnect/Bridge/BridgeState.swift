public import NEAR

/// How far the bridge to the wallets is.
public enum BridgeState: Sendable, Equatable {
  /// The page is being loaded; calls wait for it.
  case loading
  /// Wallets can be asked.
  case ready
  /// The page cannot be used, and why. ``NEARWalletManager/retry()`` tries again.
  case failed(NEARError)
}
