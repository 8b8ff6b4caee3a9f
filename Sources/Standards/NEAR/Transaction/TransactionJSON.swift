public import Encodings

// The format is that of ``NEARAction/json``. Members of the newer layout are present only in that layout.
extension NEARTransaction {
  /// The transaction as JSON, including its hash.
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
  /// The transaction as JSON, including its hash and signature.
  public var json: JSONValue {
    var object = transaction.json.object ?? [:]
    object["signature"] = .text(signature)
    return .object(object)
  }
}
