// The macro of previews is a part of Xcode, so the checks on Linux leave this file out.
#if DEBUG && canImport(SwiftUI) && canImport(WebKit) && !APPLE_INTERFACE_CHECK && !os(Linux)
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
