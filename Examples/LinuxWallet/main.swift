import Foundation
import NEARConnect

/// Connects a wallet, asks the user to sign a message, and prints the values that a backend verifies.
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
    // Await this call before the program ends, so that the wallet is notified.
    try await wallets.signOut()
  } catch let error as NEARError where error.isCancellation {
    print("Cancelled.")
  } catch {
    print(error.localizedDescription)
  }
}

var configuration = NEARConnectConfiguration()
configuration.network = .testnet
configuration.bridgeURL = "https://example.com/"  // your own origin, which wallets show to the user
configuration.logger = WalletLogger { level, message in
  if level >= .warning { print("wallets: \(message)") }
}

let wallets = NEARWalletManager(configuration: configuration)
guard let window = WalletBridgeWindow(wallets) else {
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
