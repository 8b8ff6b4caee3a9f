// The macro of previews is a part of Xcode, which defines `Xcode` when it builds a package. `scripts/apple-check` compiles the bodies.
#if DEBUG && Xcode && canImport(SwiftUI) && canImport(WebKit)
  internal import DoorwardTexts
  internal import NEAR
  internal import SwiftUI

  #Preview("wallet-sheet: loading") { BridgeStateView(state: .loading, texts: Texts()) {} }
  #Preview("wallet-sheet: no connection") {
    BridgeStateView(state: .failed(NEARError(code: .bridgeFailed, reason: "")), texts: Texts()) {}
  }
  #Preview("wallet-sheet: no list of wallets, in Arabic") {
    BridgeStateView(
      state: .failed(NEARError(code: .manifestUnavailable, reason: "")), texts: Texts(.best(for: ["ar"]))
    ) {}
    .environment(\.layoutDirection, .rightToLeft)
  }
  #Preview("wallet-sheet: the whole sheet") {
    if let host = try? InMemoryBridgeHost() {
      WalletBridgeSheet(manager: NEARWalletManager(inMemory: host))
    }
  }
#endif
