public import Encodings

// As ``NEARAction/json``. What only the newer layout holds is there only of it.
extension NEARTransaction {
  /// The transaction as JSON, its hash included.
  public var json: JSONValue {
    var object: JSONObject = [
      "hash": .text(hash), "signer_id": .text(signerID), "public_key": .text(publicKey),
      "nonce": .text(nonce), "receiver_id": .text(receiverID), "block_hash": .text(blockHash),
      "actions": .array(actions.map(\.json)),
    ]
    if case .v1(let nonceIndex, let nonceMode) = format {
      object["nonce_index"] = nonceIndex.map { .integer($0) }
      object["nonce_mode"] = .string(nonceMode.rawValue)
    }
    return .object(object)
  }
}

extension SignedNEARTransaction {
  /// The transaction as JSON, its hash and signature included.
  public var json: JSONValue {
    var object = transaction.json.object ?? [:]
    object["signature"] = .text(signature)
    return .object(object)
  }
}
