import Encodings
import NEAR
import NEARSignatures

/// Checks an account id and returns the kind of the account.
struct NEARAccountIDKind: VerifyKind {
  static let name = "near-account-id"
  static let members = "account_id"
  static let establishes = "kind: named, implicit, eth-implicit or deterministic"

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    ["kind": .string(try NEARAccountID(parsing: proof.requiredString("account_id")).kind.rawValue)]
  }
}

/// Checks a public key in text form.
struct NEARPublicKeyKind: VerifyKind {
  static let name = "near-public-key"
  static let members = "public_key"
  static let establishes = "curve: ed25519 or secp256k1; public_key, in canonical form"

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    let key = try NEARPublicKey(parsing: proof.requiredString("public_key"))
    return ["curve": .string(key.curve.rawValue), "public_key": .string(key.description)]
  }
}

/// Verifies a delegate action signed with the key it names (NEP-366).
struct NEP366Kind: VerifyKind {
  static let name = "nep366"
  static let members = "signed_delegate_action"
  static let establishes = "delegate_action"

  private let verifier = NEARSignatureVerifier()

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    let signed = try SignedDelegateAction(base64: proof.requiredString("signed_delegate_action"))
    try verifier.verify(signed)
    return ["delegate_action": signed.delegateAction.json]
  }
}

/// Verifies a transaction signed with the key it names.
struct NEARTransactionKind: VerifyKind {
  static let name = "near-transaction"
  static let members = "signed_transaction"
  static let establishes = "transaction"

  private let verifier = NEARSignatureVerifier()

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    let signed = try SignedNEARTransaction(base64: proof.requiredString("signed_transaction"))
    try verifier.verify(signed)
    return ["transaction": signed.transaction.json]
  }
}
