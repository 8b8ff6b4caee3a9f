#if canImport(SwiftUI) && canImport(DoorwardUI)
  import Doorward
  import DoorwardUI
  import Foundation
  import NEARConnect
  import SwiftUI

  /// The demo as an app: a window for everyone, and a window for signed-in users.
  ///
  /// `DOORWARD_SERVER_URL` can name a server. Without it, the app uses that of `make run`.
  struct DemoApp: App {
    @State private var model = DemoModel(Doorward(configuration), wallets: NEARWalletManager())

    var body: some Scene {
      DoorwardApp(doorward: model.doorward) {
        WindowGroup {
          DoorwardOptionalAuthWindow { WelcomeView(model: model) }
        }
        WindowGroup(id: "notes") {
          DoorwardRequiredAuthWindow {
            NotesView(model: model)
          } unauthenticatedContent: {
            DoorwardDefaultAuthenticationFlowView(flowConfig: .default.proofs(model.proofs))
          }
        }
      }
    }

    private static var configuration: DoorwardConfiguration {
      let address = ProcessInfo.processInfo.environment["DOORWARD_SERVER_URL"] ?? "http://localhost:8787"
      guard let url = URL(string: address) else { fatalError("DOORWARD_SERVER_URL is not an address") }
      return DoorwardConfiguration(serverURL: url)
    }
  }
#endif
