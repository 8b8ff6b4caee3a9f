internal import BinaryEncodings
internal import Encodings
internal import NEAR

/// A wallet's answer to a message, not verified yet.
struct SignedMessageAnswer {
  let accountId: String?
  let publicKey: NEARPublicKey?
  let callbackUrl: String?
  private let signature: JSONValue

  init(_ value: JSONValue) throws(NEARError) {
    guard let first = WalletAnswer(value).elements.first else { throw .malformedAnswer("it is empty") }
    // Some wallets answer with only the signature.
    let object = first.object ?? ["signature": first]
    guard let signature = object["signature"], !signature.isNull else {
      throw .malformedAnswer("it has no signature")
    }
    self.signature = signature
    accountId = WalletAnswer.text(object, "accountId", "account_id", "accountID")
    callbackUrl = WalletAnswer.text(object, "callbackUrl", "callbackURL", "callback_url")
    if let text = WalletAnswer.text(object, "publicKey", "public_key") {
      do throws(NEARError) { publicKey = try NEARPublicKey(parsing: text) } catch {
        throw .malformedAnswer("its public key is not valid")
      }
    } else {
      publicKey = nil
    }
  }

  /// The signature, if its format fits the curve.
  func signature(of curve: NEARCurve) -> NEARSignature? {
    if let text = signature.string {
      if text.contains(":") {
        return (try? NEARSignature(parsing: text)).flatMap { $0.curve == curve ? $0 : nil }
      }
      for bytes in [WalletAnswer.base64(text), try? Hex.decode(text), try? Base58.decode(text)] {
        if let bytes, let signature = try? NEARSignature(curve: curve, bytes: bytes) { return signature }
      }
      return nil
    }
    return WalletAnswer.bytes(signature).flatMap { try? NEARSignature(curve: curve, bytes: $0) }
  }
}
