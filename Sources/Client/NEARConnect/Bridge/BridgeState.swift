public import NEAR

/// The state of the bridge to the wallets.
public enum BridgeState: Sendable, Equatable {
  /// The page is loading. Calls wait for it.
  case loading
  /// Wallets can be called.
  case ready
  /// The page cannot be used; the error contains the reason. ``NEARWalletManager/retry()`` loads the page
  /// again.
  case failed(NEARError)
}
