import NEARConnect
import SwiftUI

// The app's code around the demo view: the window of the wallets, which gets the manager from either environment.

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
