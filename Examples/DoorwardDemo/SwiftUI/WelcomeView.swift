#if canImport(SwiftUI) && canImport(DoorwardUI)
  import DoorwardUI
  import NEARConnect
  import SwiftUI

  /// The view for everyone.
  struct WelcomeView: View {
    let model: DemoModel
    @Environment(\.openWindow) private var openWindow

    var body: some View {
      @Bindable var wallets = model.wallets
      VStack(spacing: 16) {
        Text("Welcome, \(model.name)").font(.largeTitle)
        DoorwardUserButton(flowConfig: .default.proofs(model.proofs))
        Button("Open your notes") { openWindow(id: "notes") }
      }
      .padding()
      .sheet(isPresented: $wallets.showWalletUI) {
        WalletBridgeSheet().environment(wallets)
      }
    }
  }
#endif
