import DoorwardServer
import DoorwardWire
import Encodings
import EthereumSignatures
import NEAR
import NEARSignatures
import SignInWithEthereum

/// A temporary wallet. It requests challenges and signs them.
protocol TryWallet: Sendable {
  var challengePath: String { get }
  var signInPath: String { get }
  var linkPath: String { get }
  /// The name of the wallet in the report.
  var title: String { get }

  /// The members of the request for a challenge, except purpose and binding.
  var request: JSONObject { get }

  /// The members of the proof, except the binding secret; nil if the challenge cannot be signed.
  func proof(of challenge: JSONValue) -> JSONObject?
}

/// An externally owned Ethereum account.
struct TryEthereumWallet: TryWallet {
  let challengePath = WirePath.ethereumMessage
  let signInPath = WirePath.ethereumSignIn
  let linkPath = WirePath.ethereumLink
  private let key: EthereumSecretKey
  private let chainID: UInt64
  private let domain: String
  private let uri: String

  init(chainID: UInt64, domain: String, uri: String) {
    var generator = SystemRandomNumberGenerator()
    key = EthereumSecretKey(using: &generator)
    self.chainID = chainID
    self.domain = domain
    self.uri = uri
  }

  var title: String { "Ethereum, chain \(chainID), temporary account \(key.address)" }

  var request: JSONObject {
    [
      "address": .string(key.address.checksummed), "chain_id": .integer(chainID),
      "domain": .string(domain), "uri": .string(uri),
    ]
  }

  func proof(of challenge: JSONValue) -> JSONObject? {
    guard let message = challenge["message"]?.string,
      let signature = try? key.sign(PersonalMessage(message))
    else { return nil }
    return ["message": .string(message), "signature": .string("\(signature)")]
  }
}

/// A NEAR implicit account, which needs no registration on the chain.
struct TryNEARWallet: TryWallet {
  let challengePath = WirePath.nearChallenge
  let signInPath = WirePath.nearSignIn
  let linkPath = WirePath.nearLink
  private let key: NEARSecretKey
  private let publicKey: NEARPublicKey
  private let network: String

  init(network: String) throws {
    var generator = SystemRandomNumberGenerator()
    key = NEARSecretKey(curve: .ed25519, using: &generator)
    publicKey = try key.publicKey()
    self.network = network
  }

  var title: String { "NEAR \(network), temporary implicit account \(publicKey.implicitAccountID)" }

  var request: JSONObject { ["network": .string(network)] }

  func proof(of challenge: JSONValue) -> JSONObject? {
    guard let text = challenge["message"]?.string, let recipient = challenge["recipient"]?.string,
      let nonce = challenge["nonce"]?.string,
      let message = try? NEP413Message(message: text, recipient: recipient, nonceBase64: nonce),
      let signature = try? key.sign(message)
    else { return nil }
    return [
      "account_id": .string(publicKey.implicitAccountID.description),
      "public_key": .string(publicKey.description), "signature": .string(signature.base64),
      "message": .string(text), "recipient": .string(recipient), "nonce": .string(nonce),
      "network": .string(network),
    ]
  }
}
