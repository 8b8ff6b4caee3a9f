import NEARConnect
import SwiftUI

struct WalletView: View {
  @State private var wallets = NEARWalletManager()

  var body: some View {
    VStack {
      Text(wallets.currentAccount?.accountId ?? "Not connected")
      Button("Connect") { wallets.connect() }
    }
    .environment(wallets)
    .sheet(isPresented: $wallets.showWalletUI) { WalletBridgeSheet().environment(wallets) }
  }
}
