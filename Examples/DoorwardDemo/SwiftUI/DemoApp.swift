#if canImport(SwiftUI) && canImport(DoorwardUI)
  import Doorward
  import DoorwardUI
  import Foundation
  import NEARConnect
  import SwiftUI

  /// The demo as an app: a window for everyone, and a sheet for signed-in users.
  ///
  /// On macOS it starts a server, unless `DOORWARD_SERVER_URL` names one. On iOS it uses the server of `make run`. The property
  /// list of an iOS app needs `NSAllowsLocalNetworking` for that, because the server has no https.
  struct DemoApp: App {
    #if os(macOS)
      @NSApplicationDelegateAdaptor private var delegate: DemoDelegate
    #endif
    @State private var model = DemoModel(Doorward(configuration), wallets: NEARWalletManager())

    var body: some Scene {
      DoorwardApp(doorward: model.doorward) {
        WindowGroup {
          DoorwardOptionalAuthWindow { WelcomeView(model: model) }
            #if os(macOS)
              .task {
                guard let messages = Self.server.started?.messages else { return }
                for await message in messages { model.receive(message) }
              }
            #endif
        }
      }
    }

    #if os(macOS)
      /// The server, which is started when it is first used.
      static let server: (started: DemoServer?, url: URL) = {
        do {
          return try DemoServer.chosen()
        } catch {
          try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
          exit(1)
        }
      }()

      private static var configuration: DoorwardConfiguration {
        // The users of such a server often do not outlive it.
        DoorwardConfiguration(serverURL: server.url, storage: InMemorySessionStorage())
      }
    #else
      private static var configuration: DoorwardConfiguration {
        guard let url = URL(string: "http://localhost:8787") else { fatalError("not a URL") }
        return DoorwardConfiguration(serverURL: url)
      }
    #endif
  }
#endif
