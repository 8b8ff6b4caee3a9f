#if canImport(SwiftUI) && canImport(DoorwardUI)
  import Doorward
  import DoorwardUI
  import Foundation
  import NEARConnect
  import SwiftUI

  /// The demo as an app: a window for everyone, and a sheet for signed-in users.
  ///
  /// It uses the server of `make run`.
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
      guard let url = URL(string: "http://localhost:8787") else { fatalError("not a URL") }
      return DoorwardConfiguration(serverURL: url)
    }
  }
#endif
