package import DoorwardHTTP
package import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
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
    network = try body.text(ProofMembers.network)
    let texts = (
      account: try body.text(ProofMembers.accountID), key: try body.text(ProofMembers.publicKey),
      signature: try body.text(ProofMembers.signature), message: try body.text(ProofMembers.message),
      recipient: try body.text(ProofMembers.recipient), nonce: try body.text(ProofMembers.nonce)
    )
    let callbackURL = try body.optionalText(ProofMembers.callbackURL)
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
}
