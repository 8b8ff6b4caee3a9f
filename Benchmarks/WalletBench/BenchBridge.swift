import Encodings
import Foundation
import NEARConnect

/// A manager over the stand-in for the library, with one wallet that signs for real.
@MainActor final class BenchBridge {
  let manager: NEARWalletManager

  init(folder: String) {
    func text(_ name: String) -> String {
      (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
    }
    var configuration = NEARConnectConfiguration()
    // The library fetches the code that runs a wallet. In this page the code is included.
    configuration.library = .bundled(
      "const executorCode = \(JSONValue.string(text("executor.js")).serializedString());\n"
        + "window.fetch = async () => ({ text: async () => executorCode });\n" + text("stand_in.js"))
    configuration.manifest = .json(Self.manifest.serialized())
    // The storage that both starts share.
    let host = GTKBridgeHost(dataDirectory: "\(NSTemporaryDirectory())/doorward-wallet-bench")
    manager = NEARWalletManager(configuration: configuration, host: host, accounts: InMemoryAccountStore())
  }

  private static let manifest: JSONValue = [
    "version": "1.0.0",
    "wallets": [
      [
        "id": "bench", "name": "Bench", "icon": "", "website": "https://wallet.example", "version": "1.0.0",
        "type": "sandbox", "executor": "https://wallet.example/executor.js", "platform": [:],
        "permissions": [:],
        "features": ["signMessage": true],
      ]
    ],
  ]

  func ready() async throws {
    while !manager.isBridgeReady {
      if case .failed(let error) = manager.bridgeState { throw error }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
