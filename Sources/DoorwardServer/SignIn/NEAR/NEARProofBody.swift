import DoorwardHTTP
import Encodings
import NEAR
import NEARSignatures

/// What a client brings back from a NEAR wallet, read but not believed.
struct NEARProofBody: Sendable {
  let accountID: NEARAccountID
  let publicKey: NEARPublicKey
  let signature: NEARSignature
  let message: NEP413Message
  let network: String
  let wallet: WalletMetadata

  init(_ body: JSONObjectReader) throws(Problem) {
    wallet = try WalletMetadata(body)
    network = try Self.text("network", body)
    let texts = (
      account: try Self.text("account_id", body), key: try Self.text("public_key", body),
      signature: try Self.text("signature", body), message: try Self.text("message", body),
      recipient: try Self.text("recipient", body), nonce: try Self.text("nonce", body)
    )
    let callbackURL = try reading { () throws(JSONError) in try body.optionalString("callback_url") }
    do {
      accountID = try NEARAccountID(parsing: texts.account)
      publicKey = try NEARPublicKey(parsing: texts.key)
      message = try NEP413Message(
        message: texts.message, recipient: texts.recipient, nonceBase64: texts.nonce, callbackURL: callbackURL
      )
      signature = try NEARSignature(base64: texts.signature, curve: publicKey.curve)
    } catch {
      throw Problem(status: 422, code: error.codeName, detail: error.reason)
    }
  }

  /// Checks the signature, and nothing else of what is said here.
  func verify() throws(NEARError) {
    _ = try NEP413Verifier().verify(message, signature: signature, publicKey: publicKey)
  }

  private static func text(_ name: String, _ body: JSONObjectReader) throws(Problem) -> String {
    try reading { () throws(JSONError) in try body.requiredString(name) }
  }
}
