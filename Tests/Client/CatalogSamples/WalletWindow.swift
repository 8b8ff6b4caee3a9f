// The sample of docs/near-connect.md.
import NEARConnect
import SwiftUI

struct WalletWindow: View {
  @State private var wallets = NEARWalletManager()

  var body: some View {
    ContentView()
      .environment(wallets)
      .sheet(isPresented: $wallets.showWalletUI) { WalletBridgeSheet().environment(wallets) }
  }
}

private struct ContentView: View {
  @Environment(NEARWalletManager.self) private var wallets

  var body: some View {
    Button("Connect") { wallets.connect() }
  }
}
