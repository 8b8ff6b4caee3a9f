import Encodings
import Foundation
import NEARConnect

/// A manager with a host without a web view. The ids of its wallets describe their behavior.
@MainActor struct TestScene {
  let host = TestHost()
  let accounts: InMemoryAccountStore
  let wallet: TestWallet
  let manager: NEARWalletManager

  static func entry(_ id: String, _ features: [String], permissions: JSONObject = [:]) -> JSONValue {
    var all: JSONObject = ["signInWithoutAddKey": true, "signAndSendTransaction": true, "testnet": true]
    for feature in features { all[feature] = true }
    return [
      "id": .string(id), "name": .string("The \(id) wallet"), "icon": "data:image/svg+xml,%3Csvg/%3E",
      "description": "", "website": "https://wallet.example", "version": "1.0.0", "type": "sandbox",
      "executor": "https://wallet.example/executor.js", "platform": [:], "features": .object(all),
      "permissions": .object(permissions),
    ]
  }

  static let manifest: JSONValue = [
    "version": "1.0.0",
    "wallets": [
      entry("both", ["signMessage", "signInAndSignMessage", "signDelegateActions"]),
      entry("signs", ["signMessage"]),
      entry("plain", []),
      entry("device", ["signMessage"], permissions: ["usb": true]),
      entry("mynearwallet", ["signMessage"]),
    ],
  ]

  init(
    wallet: TestWallet? = nil, accounts kept: [Network: NEARAccount] = [:],
    transports: Set<WalletTransport> = [], configure: (inout NEARConnectConfiguration) -> Void = { _ in },
    rpc: @escaping @Sendable (String) -> String = { _ in "{}" }
  ) throws {
    accounts = InMemoryAccountStore(kept)
    let wallet = try wallet ?? TestWallet()
    self.wallet = wallet
    var configuration = NEARConnectConfiguration()
    configuration.manifest = .json(Self.manifest.serialized())
    configuration.library = .bundled("")
    configuration.confirmationTimeLimit = .zero
    configuration.rpc = { network in
      NEARRPCClient(
        endpoints: ["http://127.0.0.1:1"],
        transport: NEARRPCTransport { _, body, _ in
          (200, Array(rpc(String(decoding: body, as: UTF8.self)).utf8))
        }, maximumBlockAge: nil)
    }
    configure(&configuration)
    host.transports = transports
    manager = NEARWalletManager(configuration: configuration, host: host, accounts: accounts)
    host.reply = { [wallet] call, arguments in
      (try? Self.answer(call, arguments, wallet)) ?? .failure("the test wallet failed")
    }
  }

  /// The answer of a wallet that works correctly.
  static func answer(_ call: String, _ arguments: JSONValue, _ wallet: TestWallet) throws -> TestHost.Reply {
    switch call {
    case "selectWallet": .value("both")
    case "signIn": .value([try wallet.account])
    case "signInAndSignMessage":
      .value([
        [
          "accountId": .string(wallet.accountId), "publicKey": .string(try wallet.publicKey),
          "signedMessage": try wallet.signed(arguments["messageParams"] ?? .null),
        ]
      ])
    case "signMessage": .value(try wallet.signed(arguments["messageParams"] ?? .null))
    default: .value(.null)
    }
  }

  /// Lets the tasks of the main actor run.
  func settle(until isSettled: @MainActor () -> Bool) async throws {
    let start = ContinuousClock.now
    while !isSettled() {
      guard ContinuousClock.now - start < .seconds(20) else { throw TestTimeout() }
      await Task.yield()
    }
  }
}

struct TestTimeout: Error {}
