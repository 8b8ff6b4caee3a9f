#if canImport(SwiftUI) && canImport(DoorwardUI)
  import DoorwardUI
  import NEARConnect
  import SwiftUI

  /// The view for everyone.
  struct WelcomeView: View {
    let model: DemoModel
    @State private var showsNotes = false

    var body: some View {
      @Bindable var wallets = model.wallets
      VStack(spacing: 16) {
        Text("Welcome, \(model.name)")
        DoorwardUserButton(flowConfig: .default.proofs(model.proofs))
        Button("Open your notes") { showsNotes = true }
      }
      .padding()
      .sheet(isPresented: $showsNotes) {
        DoorwardRequiredAuthWindow {
          NotesView(model: model)
        } unauthenticatedContent: {
          DoorwardDefaultAuthenticationFlowView(flowConfig: .default.proofs(model.proofs))
        }
      }
      .sheet(isPresented: $wallets.showWalletUI) {
        WalletBridgeSheet().environment(wallets)
      }
    }
  }
#endif
