#if canImport(SwiftUI) && !os(Linux)
  import NEARConnect
  import SwiftUI

  /// The view of the demo: a form with the operations, and the log below it.
  struct DemoView: View {
    @Bindable var model: DemoModel

    var body: some View {
      @Bindable var wallets = model.wallets
      NavigationStack {
        Form {
          Section(model.headline) {
            Text(model.detail).foregroundStyle(.secondary)
            if wallets.isSignedIn {
              Button("Disconnect", role: .destructive) { model.disconnect() }
            } else {
              button("Connect a wallet") { await model.connect() }
              button("Connect and sign the message") { await model.connectAndSign() }
            }
          }
          Section("Message") {
            TextField("Message", text: $model.message)
            TextField("Recipient", text: $model.recipient)
            button("Sign the message", needsAccount: true) { await model.signMessage() }
          }
          Section("Transfer") {
            TextField("Receiver", text: $model.receiver)
            TextField("Amount in NEAR", text: $model.amount)
            button("Send NEAR", needsAccount: true) { await model.send() }
            button("Sign a delegate action", needsAccount: true) { await model.signDelegateAction() }
          }
          Section("Contract") {
            TextField("Contract", text: $model.contract)
            TextField("Function", text: $model.method)
            TextField("Arguments, as JSON", text: $model.arguments)
            button("Call the contract", needsAccount: true) { await model.callContract() }
          }
          Section("Log") {
            ForEach(model.log) { entry in
              VStack(alignment: .leading) {
                Text(entry.isError ? "✗ \(entry.action)" : "✓ \(entry.action)")
                Text(entry.parameters).foregroundStyle(.secondary)
                Text(entry.output)
              }
            }
          }
        }
        .navigationTitle("NEAR Connect Demo")
      }
      .sheet(isPresented: $wallets.showWalletUI) {
        WalletBridgeSheet().environment(wallets)
      }
    }

    private func button(
      _ title: LocalizedStringKey, needsAccount: Bool = false, _ action: @escaping @MainActor () async -> Void
    ) -> some View {
      Button(title) { Task { await action() } }
        .disabled(needsAccount ? !model.canStartOperation : model.wallets.isBusy)
    }
  }
#endif
