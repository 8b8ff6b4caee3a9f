internal import Encodings
internal import Foundation
public import NEAR

/// A host without a web view, for the tests and previews of apps: one wallet that signs with a key of its own, a user
/// whose answer the test chooses, and a chain that knows what the wallet sent.
///
/// ```swift
/// let host = try InMemoryBridgeHost(accountId: "alice.testnet")
/// let wallets = NEARWalletManager(inMemory: host)
/// let result = try await wallets.connectAndSignMessage(message: "Sign in", recipient: "app.near")
///
/// host.user = .declines
/// await #expect(throws: NEARError.rejected) { try await wallets.sendNEAR(to: "bob.testnet", amountYocto: "1") }
/// ```
///
/// Everything that the manager checks is checked here too, so the wallet's signatures are real ones.
@MainActor public final class InMemoryBridgeHost: BridgeHost {
  /// What the user does with a request.
  public enum User: Sendable, Hashable {
    /// Approves it.
    case approves
    /// Declines it: the operation ends with `rejected`.
    case declines
    /// Leaves it open: the operation waits until it is cancelled.
    case waits
    /// Uses a wallet that fails with this message: the operation ends with `wallet_failed`.
    case hasFailingWallet(String)
  }

  /// What the chain does.
  public enum Chain: Sendable, Hashable {
    /// Carries transactions out.
    case confirms
    /// Takes transactions, which fail: the operation ends with `transaction_failed`.
    case fails
    /// Does not answer: transactions are not checked, and queries end with `rpc_unavailable`.
    case isUnreachable
  }

  /// A request that a wallet was asked.
  public struct Request: Sendable, Hashable {
    /// The function of the wallet, such as `signMessage`.
    public let name: String
    /// What the wallet was given, as JSON.
    public let arguments: String
  }

  public var onEvent: (@MainActor (BridgeHostEvent) -> Void)?
  public var navigation = NavigationPolicy(bridgeURL: "")
  /// What the user does with the requests from now on.
  public var user: User = .approves
  /// What the wallet was asked so far, the last request last.
  public private(set) var requests: [Request] = []
  /// The account of the wallet.
  public var accountId: String { wallet.accountId.description }
  /// The key that the wallet signs with.
  public var publicKey: String { wallet.publicKey.description }

  /// What the chain does from now on.
  public var chain: Chain {
    get { node.state }
    set { node.state = newValue }
  }
  /// What the account can spend; 10 NEAR at first.
  public var balance: NEARAmount {
    get { node.balance }
    set { node.balance = newValue }
  }

  /// Gives a function of a contract a result for ``NEARWalletManager/viewFunction(contractId:methodName:args:)``.
  ///
  /// - Parameters:
  ///   - json: What the function returns, whatever its arguments.
  ///   - methodName: The function.
  ///   - contractId: The contract.
  public func setResult(_ json: String, of methodName: String, on contractId: String) {
    node.results["\(contractId) \(methodName)"] = Array(json.utf8)
  }

  /// The id of the wallet in the list of wallets.
  public static let walletId = "in-memory"

  private let wallet: InMemoryWallet
  private let node: InMemoryChain
  private let features: Set<WalletFeature>

  /// Makes a host with a wallet that has a new key.
  ///
  /// - Parameters:
  ///   - accountId: The account of the wallet.
  ///   - features: What the wallet can do; everything by default.
  /// - Throws: `malformed_account_id`.
  public init(accountId: String = "alice.near", features: Set<WalletFeature> = InMemoryBridgeHost.allFeatures)
    throws(NEARError)
  {
    wallet = try InMemoryWallet(accountId: accountId)
    node = InMemoryChain(accountId: wallet.accountId, publicKey: wallet.publicKey)
    self.features = features
  }

  /// What a wallet can do.
  public static let allFeatures: Set<WalletFeature> = [
    .signMessage, .signInAndSignMessage, .signAndSendTransaction, .signAndSendTransactions,
    .signDelegateActions, .signInWithoutAddKey, .signInWithFunctionCallKey, .mainnet, .testnet,
  ]

  /// A configuration that offers the wallet of this host and asks its chain; nothing of it needs a network.
  public var configuration: NEARConnectConfiguration {
    var configuration = NEARConnectConfiguration()
    configuration.manifest = .json(manifest.serialized())
    configuration.library = .bundled("")
    let node = node
    configuration.rpc = { _ in node.client }
    configuration.confirmationTimeLimit = .zero
    return configuration
  }

  private var manifest: JSONValue {
    [
      "version": "1.0.0",
      "wallets": [
        [
          "id": .string(Self.walletId), "name": "Wallet in memory", "type": "sandbox", "version": "1.0.0",
          "executor": "https://wallet.invalid/executor.js",
          "features": .object(JSONObject(features.map { ($0.rawValue, true) })),
        ]
      ],
    ]
  }

  // MARK: BridgeHost

  public func load(_ page: BridgePage) { say(["event": "loaded"]) }

  public func closePopups() {}

  public func post(_ text: String) {
    guard let call = try? JSONParser.parse(text, limits: BridgeMessage.limits), let id = call["id"]?.uint64,
      let name = call["call"]?.string
    else { return }
    let arguments = call["arguments"] ?? .null
    guard arguments["walletId"] != nil || name == "selectWallet" else {
      return say(["id": .integer(id), "value": .null])
    }
    requests.append(Request(name: name, arguments: arguments.serializedString()))
    // The user is asked, except when signing out.
    if name != "signOut" { say(["event": "stage", "id": .integer(id), "stage": "asking"]) }
    switch user {
    case .waits where name != "signOut": break
    case .declines where name != "signOut":
      fail(id, code: 4001, "User rejected the request.")
    case .hasFailingWallet(let message): fail(id, code: 0, message)
    default: approve(id, name, arguments)
    }
  }

  private func approve(_ id: UInt64, _ name: String, _ arguments: JSONValue) {
    do throws(NEARError) {
      say(["id": .integer(id), "value": try answer(name, arguments)])
    } catch {
      fail(id, code: 0, error.reason)
    }
  }

  private func answer(_ name: String, _ arguments: JSONValue) throws(NEARError) -> JSONValue {
    switch name {
    case "selectWallet": return .string(Self.walletId)
    case "signIn": return [wallet.account]
    case "signInAndSignMessage":
      var account = wallet.account.object ?? [:]
      account["signedMessage"] = try wallet.sign(message: arguments["messageParams"] ?? .null)
      return [.object(account)]
    case "signMessage": return try wallet.sign(message: arguments["messageParams"] ?? .null)
    case "signAndSendTransactions":
      var outcomes: [JSONValue] = []
      for request in arguments["transactions"]?.array ?? [] {
        let transaction = try wallet.transaction(request, nonce: node.nextNonce())
        outcomes.append(node.carryOut(transaction))
      }
      return .array(outcomes)
    case "signDelegateActions":
      var signed: [JSONValue] = []
      for request in arguments["delegateActions"]?.array ?? [] {
        signed.append(.string(try wallet.sign(delegate: request, nonce: node.nextNonce()).base64))
      }
      return ["signedDelegateActions": .array(signed)]
    default: return .null
    }
  }

  private func fail(_ id: UInt64, code: Int, _ message: String) {
    say(["id": .integer(id), "error": ["code": .integer(code), "message": .string(message)]])
  }

  private func say(_ message: JSONValue) { onEvent?(.message(message.serializedString())) }
}

extension NEARWalletManager {
  /// Makes a manager for the tests and previews of apps, which keeps nothing.
  ///
  /// - Parameters:
  ///   - host: The wallet, its user and its chain.
  ///   - account: The account that is signed in from the start; nil for none.
  public convenience init(inMemory host: InMemoryBridgeHost, signedInAs account: NEARAccount? = nil) {
    let configuration = host.configuration
    self.init(
      configuration: configuration, host: host,
      accounts: InMemoryAccountStore(account.map { [configuration.network: $0] } ?? [:]))
  }
}
