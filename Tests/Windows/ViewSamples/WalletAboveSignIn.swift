import Doorward
import DoorwardFlow
import DoorwardNEAR
import DoorwardUI
import NEARConnect
import SwiftUI

struct WalletSignIn: View {
  let wallets: NEARWalletManager

  private var config: DoorwardAuthenticationFlowConfig {
    let wallets = wallets
    return .default
      .proofs(SignInProofs(near: { try await $0.near.login(with: wallets) }))
      .replacing("proof.near") { WalletStep(screen: $0, wallets: wallets) }
      .replacing("account.add-near") { WalletStep(screen: $0, wallets: wallets) }
  }

  var body: some View {
    DoorwardUserButton(
      flowConfig: config, links: AccountLinks(near: { try await $0.near.link(with: wallets) }))
  }
}

struct WalletStep: View {
  let screen: DoorwardScreen
  @Bindable var wallets: NEARWalletManager

  var body: some View {
    screen.standard.sheet(isPresented: $wallets.showWalletUI) { WalletBridgeSheet(manager: wallets) }
  }
}
