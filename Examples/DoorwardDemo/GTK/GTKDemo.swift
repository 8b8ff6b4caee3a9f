#if os(Linux)
  import Doorward
  import DoorwardGTK
  import Foundation
  import NEARConnect

  /// Runs the demo until its windows are closed.
  ///
  /// `DOORWARD_SERVER_URL` can name a server. Without it, the demo starts one.
  @MainActor func runGTKDemo() {
    guard DoorwardMainLoop.open() else {
      return fail("DoorwardDemo needs a display: set DISPLAY or WAYLAND_DISPLAY.")
    }
    let server: DemoServer?
    let url: URL
    do {
      (server, url) = try DemoServer.chosen()
    } catch {
      return fail("\(error)")
    }
    defer { server?.stop() }
    // The users of a temporary server do not outlive it.
    let storage: (any SessionStorage)? = server == nil ? nil : InMemorySessionStorage()
    let model = DemoModel(
      Doorward(DoorwardConfiguration(serverURL: url, storage: storage)), wallets: NEARWalletManager())
    let welcome = WelcomeWindow(model)
    let walletWindow = WalletBridgeWindow(model.wallets)
    if let messages = server?.messages {
      Task { for await message in messages { model.receive(message) } }
    }
    welcome.present()
    // The server must not outlive the demo.
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { welcome.close() } }
      source.resume()
      return source
    }
    DoorwardMainLoop.run { welcome.isClosed }
    withExtendedLifetime((walletWindow, signals)) {}
  }

  private func fail(_ sentence: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(sentence)\n".utf8))
  }
#endif
