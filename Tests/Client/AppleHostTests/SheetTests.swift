import DoorwardTexts
import NEAR
import SwiftUI
import Testing

@testable import NEARConnect

/// The content of the wallet sheet, in the language of the configuration.
@MainActor struct SheetTests {
  @Test(arguments: ["en", "ja", "ar"]) func sheetIsInTheLanguage(_ tag: String) throws {
    let texts = Texts(.best(for: [tag]))
    var configuration = NEARConnectConfiguration()
    configuration.texts = texts
    configuration.manifest = .json([])
    let manager = NEARWalletManager(
      configuration: configuration, host: WKBridgeHost(), accounts: InMemoryAccountStore())
    let screen = SwiftUI.Screen(WalletBridgeSheet(manager: manager))
    #expect(screen.mistakes == [])
    let shown = ["title", "cancel", "progress"].map { screen.find("doorward.wallet-sheet.\($0)")?.label }
    #expect(
      shown == [
        texts.text("windows.wallets.connect"), texts.text("action.cancel"),
        texts.text("windows.wallets.loading"),
      ])
    #expect(screen.find("doorward.wallet-sheet.title")?.isRightToLeft == (tag == "ar"))
  }

  @Test func failureHasASentenceAndARetry() {
    let texts = Texts(.best(for: ["tr"]))
    var retries = 0
    let error = NEARError(code: .manifestUnavailable, reason: "The list of wallets is not JSON.")
    let screen = SwiftUI.Screen(BridgeStateView(state: .failed(error), texts: texts) { retries += 1 })
    #expect(screen.mistakes == [])
    #expect(
      screen.find("doorward.wallet-sheet.problem")?.label
        == texts.text("windows.wallets.error.manifest_unavailable"))
    #expect(screen.find("doorward.wallet-sheet.retry")?.label == texts.text("action.tryAgain"))
    #expect(screen.press("doorward.wallet-sheet.retry"))
    #expect(retries == 1)
  }

  @Test func windowOfAWalletHasItsAddressAndABackButton() throws {
    let texts = Texts(.best(for: ["he"]))
    let host = WKBridgeHost()
    var configuration = NEARConnectConfiguration()
    configuration.texts = texts
    configuration.manifest = .json([])
    let manager = NEARWalletManager(
      configuration: configuration, host: host, accounts: InMemoryAccountStore())
    host.popups = [WKWalletPopup(id: 1, address: "https://wallet.example")]
    let screen = SwiftUI.Screen(WalletBridgeSheet(manager: manager))
    #expect(screen.mistakes == [])
    #expect(screen.find("doorward.wallet-sheet.back")?.label == texts.text("windows.wallets.back"))
    #expect(
      screen.find("doorward.wallet-sheet.address")?.label
        == texts.text("windows.wallets.address", ["address": "https://wallet.example"]))
    // An address is written from left to right in every language.
    #expect(screen.find("doorward.wallet-sheet.address")?.isRightToLeft == false)
    #expect(screen.press("doorward.wallet-sheet.back"))
    #expect(host.popups.isEmpty)
  }
}
