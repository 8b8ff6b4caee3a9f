import NEARConnect
import SwiftUI

// What an app writes around the demo view: the window of the wallets, which has the manager from either
// environment.

struct ObservedSample: View {
  @State private var walletManager = NEARWalletManager()

  var body: some View {
    Text("Observed")
      .sheet(isPresented: $walletManager.showWalletUI) { WalletBridgeSheet() }
      .environment(walletManager)
  }
}

struct EnvironmentObjectSample: View {
  @EnvironmentObject private var walletManager: NEARWalletManager

  var body: some View {
    SignInAndSignMessageDemoView()
      .sheet(isPresented: $walletManager.showWalletUI) {
        WalletBridgeSheet().environmentObject(walletManager)
      }
  }
}
