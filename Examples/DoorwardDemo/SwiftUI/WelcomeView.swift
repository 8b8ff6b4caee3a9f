#if canImport(SwiftUI) && canImport(DoorwardUI)
  import DoorwardUI
  import NEARConnect
  import SwiftUI

  /// The view for everyone.
  struct WelcomeView: View {
    let model: DemoModel
    @State private var showsNotes = false

    var body: some View {
      VStack(spacing: 16) {
        Text("Welcome, \(model.name)")
        DoorwardUserButton(flowConfig: signIn, links: model.links)
        Button("Open your notes") { showsNotes = true }
        if !model.messages.isEmpty { Text(model.messages.joined(separator: "\n")) }
      }
      .padding()
      .sheet(isPresented: $showsNotes) {
        DoorwardRequiredAuthWindow {
          NotesView(model: model)
        } unauthenticatedContent: {
          DoorwardDefaultAuthenticationFlowView(flowConfig: signIn)
        }
      }
    }

    /// The sign-in, with the window of the wallets above the views that wait for a wallet.
    private var signIn: DoorwardAuthenticationFlowConfig {
      let wallets = model.wallets
      return .default.proofs(model.proofs)
        .replacing("proof.near") { WalletStep(screen: $0, wallets: wallets) }
        .replacing("account.add-near") { WalletStep(screen: $0, wallets: wallets) }
    }
  }

  /// Doorward's view that waits for a wallet, and the window of the wallets above it.
  private struct WalletStep: View {
    let screen: DoorwardScreen
    @Bindable var wallets: NEARWalletManager

    var body: some View {
      screen.standard.sheet(isPresented: $wallets.showWalletUI) { WalletBridgeSheet(manager: wallets) }
    }
  }
#endif
