import Foundation
import NEARConnect

/// Connects a wallet, has the user sign a message, and prints what a backend needs to check it.
@MainActor func signIn(with wallets: NEARWalletManager) async {
  do {
    let result = try await wallets.connectAndSignMessage(
      message: "Sign in to Example", recipient: "example.testnet")
    print("Connected: \(result.account.displayName)")
    if let signed = result.signed {
      print("Public key: \(signed.publicKey)")
      print("Signature: \(signed.signature)")
      print("Nonce: \(signed.nonceBase64)")
    } else {
      print("This wallet connects without signing.")
    }
    // Awaited before the program ends, so that the wallet is told.
    try await wallets.signOut()
  } catch let error as NEARError where error.isCancellation {
    print("Cancelled.")
  } catch {
    print(error.localizedDescription)
  }
}

var configuration = NEARConnectConfiguration()
configuration.network = .testnet
configuration.bridgeURL = "https://example.com/"  // your own origin: wallets show it to the user
configuration.logger = WalletLogger { level, message in
  if level >= .warning { print("wallets: \(message)") }
}

let wallets = NEARWalletManager(configuration: configuration)
guard let window = WalletBridgeWindow(wallets, title: "Sign in to Example") else {
  print("Wallets need a display: set DISPLAY or WAYLAND_DISPLAY.")
  exit(1)
}

var isOver = false
Task {
  await signIn(with: wallets)
  isOver = true
}
// The main actor runs in GTK's main loop, so the program's main stays synchronous.
WalletMainLoop.run { isOver }
withExtendedLifetime(window) {}
