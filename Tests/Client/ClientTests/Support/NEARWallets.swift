import Doorward
import NEAR
import NEARSignatures

extension NEARSecretKey {
  /// Signs a challenge as a wallet does.
  func proof(_ challenge: NearChallenge) throws -> NearProof {
    let message = try NEP413Message(
      message: challenge.message, recipient: challenge.recipient, nonce: challenge.nonce,
      callbackURL: challenge.callbackURL)
    return NearProof(
      accountId: try publicKey().implicitAccountID.description, publicKey: try publicKey().description,
      signature: try sign(message).base64)
  }
}
