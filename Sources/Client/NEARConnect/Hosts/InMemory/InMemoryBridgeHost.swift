internal import Encodings
internal import Foundation
public import NEAR

/// A host without a web view, for the tests and previews of apps. It has one wallet that signs with a generated
/// key, a simulated user whose answer the test sets, and a simulated chain.
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
/// The manager makes all its usual checks, so the wallet creates real signatures.
@MainActor public final class InMemoryBridgeHost: BridgeHost {
  /// The user's answer to a request.
  public enum User: Sendable, Hashable {
    /// The user approves.
    case approves
    /// The user declines. The operation ends with `rejected`.
    case declines
    /// The user does not answer. The operation waits until it is cancelled.
    case waits
    /// The wallet fails with this message. The operation ends with `wallet_failed`.
    case hasFailingWallet(String)
  }

  /// The behavior of the chain.
  public enum Chain: Sendable, Hashable {
    /// The chain executes transactions.
    case confirms
    /// Transactions fail on the chain. The operation ends with `transaction_failed`.
    case fails
    /// The chain does not answer. Transactions are not confirmed, and queries end with `rpc_unavailable`.
    case isUnreachable
  }

  /// A request that the wallet received.
  public struct Request: Sendable, Hashable {
    /// The function of the wallet, such as `signMessage`.
    public let name: String
    /// The arguments of the function, as JSON.
    public let arguments: String
  }

  public var onEvent: (@MainActor (BridgeHostEvent) -> Void)?
  public var navigation = NavigationPolicy(bridgeURL: "")
  /// The user's answer to requests from now on.
  public var user: User = .approves
  /// The requests that the wallet received, oldest first.
  public private(set) var requests: [Request] = []
  /// The account of the wallet.
  public var accountId: String { wallet.accountId.description }
  /// The key with which the wallet signs.
  public var publicKey: String { wallet.publicKey.description }

  /// The behavior of the chain from now on.
  public var chain: Chain {
    get { node.state }
    set { node.state = newValue }
  }
  /// The balance of the account. The initial balance is 10 NEAR.
  public var balance: NEARAmount {
    get { node.balance }
    set { node.balance = newValue }
  }

  /// Sets the result of a contract function for
  /// ``NEARWalletManager/viewFunction(contractId:methodName:args:)``.
  ///
  /// - Parameters:
  ///   - json: The result of the function for any arguments.
  ///   - methodName: The name of the function.
  ///   - contractId: The account of the contract.
  public func setResult(_ json: String, of methodName: String, on contractId: String) {
    node.results["\(contractId) \(methodName)"] = Array(json.utf8)
  }

  /// The id of the wallet in the list of wallets.
  public static let walletId = "in-memory"

  private let wallet: InMemoryWallet
  private let node: InMemoryChain
  private let features: Set<WalletFeature>

  /// Creates a host with a wallet that has a new key.
  ///
  /// - Parameters:
  ///   - accountId: The account of the wallet.
  ///   - features: The features of the wallet; all features by default.
  /// - Throws: `malformed_account_id`.
  public init(accountId: String = "alice.near", features: Set<WalletFeature> = InMemoryBridgeHost.allFeatures)
    throws(NEARError)
  {
    wallet = try InMemoryWallet(accountId: accountId)
    node = InMemoryChain(accountId: wallet.accountId, publicKey: wallet.publicKey)
    self.features = features
  }

  /// All features that the wallet supports.
  public static let allFeatures: Set<WalletFeature> = [
    .signMessage, .signInAndSignMessage, .signAndSendTransaction, .signAndSendTransactions,
    .signDelegateActions, .signInWithoutAddKey, .signInWithFunctionCallKey, .mainnet, .testnet,
  ]

  /// A configuration that offers the wallet of this host and queries its chain. It needs no network.
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

  public func load(_ page: BridgePage) { send(["event": "loaded"]) }

  public func closePopups() {}

  public func post(_ text: String) {
    guard let call = try? JSONParser.parse(text, limits: BridgeMessage.limits), let id = call["id"]?.uint64,
      let name = call["call"]?.string
    else { return }
    let arguments = call["arguments"] ?? .null
    guard arguments["walletId"] != nil || name == "selectWallet" else {
      return send(["id": .integer(id), "value": .null])
    }
    requests.append(Request(name: name, arguments: arguments.serializedString()))
    // Every request except a sign-out needs the user.
    if name != "signOut" { send(["event": "stage", "id": .integer(id), "stage": "asking"]) }
    switch user {
    case .waits where name != "signOut": break
    case .declines where name != "signOut":
      fail(id, code: 4001, "User rejected the request.")
    case .hasFailingWallet(let message): fail(id, code: 0, message)
    default: approve(id, name: name, arguments: arguments)
    }
  }

  private func approve(_ id: UInt64, name: String, arguments: JSONValue) {
    do throws(NEARError) {
      send(["id": .integer(id), "value": try answer(name, arguments)])
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
        outcomes.append(node.execute(transaction))
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
    send(["id": .integer(id), "error": ["code": .integer(code), "message": .string(message)]])
  }

  private func send(_ message: JSONValue) { onEvent?(.message(message.serializedString())) }
}

extension NEARWalletManager {
  /// Creates a manager for the tests and previews of apps. It stores nothing permanently.
  ///
  /// - Parameters:
  ///   - host: The host with the wallet, the user and the chain.
  ///   - account: The account that is signed in initially; nil for none.
  public convenience init(inMemory host: InMemoryBridgeHost, signedInAs account: NEARAccount? = nil) {
    let configuration = host.configuration
    self.init(
      configuration: configuration, host: host,
      accounts: InMemoryAccountStore(account.map { [configuration.network: $0] } ?? [:]))
  }
}
