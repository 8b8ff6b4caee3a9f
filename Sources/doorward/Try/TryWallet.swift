import DoorwardServer
import Encodings
import EthereumSignatures
import NEAR
import NEARSignatures
import SignInWithEthereum

/// A wallet made for the occasion: what it asks the server to challenge, and how it answers.
protocol TryWallet: Sendable {
  /// `/v1/ethereum` or `/v1/near`.
  var path: String { get }
  /// What the contract calls the challenge.
  var challengeName: String { get }
  /// Who it is, for the report.
  var title: String { get }

  /// The members of the request for a challenge, but for purpose and binding.
  func request(from api: TryAPI) -> JSONObject

  /// The members of the proof, but for the binding secret; nil where the challenge is none to sign.
  func proof(of challenge: JSONValue) -> JSONObject?
}

/// An externally owned Ethereum account.
struct TryEthereumWallet: TryWallet {
  let path = "/v1/ethereum"
  let challengeName = "message"
  private let key: EthereumSecretKey
  private let chainID: UInt64

  init(chainID: UInt64) {
    var generator = SystemRandomNumberGenerator()
    key = EthereumSecretKey(using: &generator)
    self.chainID = chainID
  }

  var title: String { "Ethereum, chain \(chainID), throwaway account \(key.address)" }

  func request(from api: TryAPI) -> JSONObject {
    [
      "address": .string(key.address.checksummed), "chain_id": .integer(chainID),
      "domain": .string(api.origin.authority), "uri": .string("\(api.origin)"),
    ]
  }

  func proof(of challenge: JSONValue) -> JSONObject? {
    guard let message = challenge["message"]?.string,
      let signature = try? key.sign(PersonalMessage(message))
    else { return nil }
    return ["message": .string(message), "signature": .string("\(signature)")]
  }
}

/// A NEAR account that is its key's own (implicit), so that no name need be registered.
struct TryNEARWallet: TryWallet {
  let path = "/v1/near"
  let challengeName = "challenge"
  private let key: NEARSecretKey
  private let publicKey: NEARPublicKey
  private let network: String

  init(network: String) throws {
    var generator = SystemRandomNumberGenerator()
    key = NEARSecretKey(curve: .ed25519, using: &generator)
    publicKey = try key.publicKey()
    self.network = network
  }

  var title: String { "NEAR \(network), throwaway implicit account \(publicKey.implicitAccountID)" }

  func request(from api: TryAPI) -> JSONObject { ["network": .string(network)] }

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
