import Encodings
import NEAR
import NEARSignatures

/// Verifies a message signed by a NEAR wallet (NEP-413), and says whether the account's id proves that the key is
/// its own.
struct NEP413Kind: VerifyKind {
  static let name = "nep413"
  static let members = "public_key, signature, message, recipient, nonce, callback_url?, account_id?"
  static let establishes = "public_key, account_id?, key_checked?"

  private let verifier = NEP413Verifier()

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    let account = try proof.optionalString("account_id").map(NEARAccountID.init(parsing:))
    let verified = try verifier.verify(
      message: proof.requiredString("message"), recipient: proof.requiredString("recipient"),
      nonce: proof.requiredString("nonce"), callbackURL: proof.optionalString("callback_url"),
      publicKey: proof.requiredString("public_key"), signature: proof.requiredString("signature"))
    var answer: JSONObject = ["public_key": .string(verified.publicKey.description)]
    if let account {
      answer["account_id"] = .string(account.description)
      answer["key_checked"] = .bool(try isOwn(verified.publicKey, of: account))
    }
    return answer
  }

  /// Whether the account's id itself proves that the key belongs to the account.
  ///
  /// The keys of every other account are only on the chain, which this command does not query. This includes
  /// eth-implicit accounts: such an account starts with a wallet contract and without a key (NEP-518).
  private func isOwn(_ key: NEARPublicKey, of account: NEARAccountID) throws -> Bool {
    guard account.kind == .nearImplicit else { return false }
    guard key.implicitAccountID == account else {
      throw VerifyRefusal(
        code: .wrongAccount,
        reason:
          "The implicit account belongs to another key. Only the chain shows whether this key was added to the account."
      )
    }
    return true
  }
}
