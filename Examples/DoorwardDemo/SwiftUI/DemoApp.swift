#if canImport(SwiftUI) && canImport(DoorwardUI)
  import Doorward
  import DoorwardUI
  import Foundation
  import NEARConnect
  import SwiftUI

  /// The demo as an app: a window for everyone, and a sheet for signed-in users.
  ///
  /// It uses the server that `DOORWARD_SERVER_URL` names, or that of `make run`.
  struct DemoApp: App {
    @State private var model = DemoModel(Doorward(configuration), wallets: NEARWalletManager())

    var body: some Scene {
      DoorwardApp(doorward: model.doorward) {
        WindowGroup {
          DoorwardOptionalAuthWindow { WelcomeView(model: model) }
        }
      }
    }

    private static var configuration: DoorwardConfiguration {
      let named = ProcessInfo.processInfo.environment["DOORWARD_SERVER_URL"]
      guard let url = URL(string: named ?? "http://localhost:8787") else {
        fatalError("DOORWARD_SERVER_URL is not an address")
      }
      // A server that a variable names is often temporary, as are its users.
      return DoorwardConfiguration(serverURL: url, storage: named == nil ? nil : InMemorySessionStorage())
    }
  }
#endif
