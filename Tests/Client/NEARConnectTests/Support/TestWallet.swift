import Encodings
import NEAR
import NEARConnect
import NEARSignatures

/// A wallet that signs with a real key and answers in the documented formats.
struct TestWallet: Sendable {
  let accountId: String
  let key: NEARSecretKey

  init(accountId: String = "alice.near", curve: NEARCurve = .ed25519, seed: UInt8 = 7) throws {
    self.accountId = accountId
    key = try NEARSecretKey(curve: curve, bytes: [UInt8](repeating: seed, count: 32))
  }

  var publicKey: String { get throws { try key.publicKey().description } }

  var account: JSONValue {
    get throws { ["accountId": .string(accountId), "publicKey": .string(try publicKey)] }
  }

  /// The documented answer to a message.
  func signed(_ parameters: JSONValue, callbackURL: String? = nil, message: String? = nil) throws -> JSONValue
  {
    let signed = try NEP413Message(
      message: message ?? parameters["message"]?.string ?? "",
      recipient: parameters["recipient"]?.string ?? "",
      nonceBase64: parameters["nonce"]?.string ?? "", callbackURL: callbackURL)
    return [
      "accountId": .string(accountId), "publicKey": .string(try publicKey),
      "signature": .string(try key.sign(signed).base64),
    ]
  }

  /// A signed delegate action in base64, the format of relayers.
  func signedDelegate(
    receiverId: String, actions: [NEARAction], sender: String? = nil, maxBlockHeight: UInt64 = 1000
  ) throws -> JSONValue {
    let action = try DelegateAction(
      senderID: NEARAccountID(parsing: sender ?? accountId), receiverID: NEARAccountID(parsing: receiverId),
      actions: actions, nonce: 12, maxBlockHeight: maxBlockHeight, publicKey: key.publicKey())
    return .string(try key.sign(action).base64)
  }
}
