package import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
package import Encodings
package import NEAR
import NEARSignatures

/// The response of a NEAR wallet as a client sends it. It is parsed and not verified.
package struct NEARProofBody: Sendable {
  package let accountID: NEARAccountID
  package let publicKey: NEARPublicKey
  package let signature: NEARSignature
  package let message: NEP413Message
  package let network: String
  package let labels: WalletLabels

  package init(_ body: JSONObjectReader) throws(Problem) {
    labels = try WalletLabels(body)
    network = try Self.text("network", body)
    let texts = (
      account: try Self.text("account_id", body), key: try Self.text("public_key", body),
      signature: try Self.text("signature", body), message: try Self.text("message", body),
      recipient: try Self.text("recipient", body), nonce: try Self.text("nonce", body)
    )
    let callbackURL = try body.optionalText("callback_url")
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

  /// Checks only the signature.
  package func verify() throws(NEARError) {
    _ = try NEP413Verifier().verify(message, signature: signature, publicKey: publicKey)
  }

  private static func text(_ name: String, _ body: JSONObjectReader) throws(Problem) -> String {
    try body.text(name)
  }
}
