public import Encodings

// The format is that of ``NEARAction/json``. Members of the newer layout are present only in that layout.
extension DelegateAction {
  /// The delegate action as JSON.
  public var json: JSONValue {
    var object: JSONObject = [
      "sender_id": .text(senderID), "receiver_id": .text(receiverID),
      "actions": .array(actions.map(\.json)), "nonce": .text(nonce),
      "max_block_height": .text(maxBlockHeight), "public_key": .text(publicKey),
    ]
    if case .v2(let nonceIndex) = format { object["nonce_index"] = nonceIndex.map { .integer($0) } }
    return .object(object)
  }
}

extension SignedDelegateAction {
  /// The delegate action and its signature as JSON.
  public var json: JSONValue {
    ["delegate_action": delegateAction.json, "signature": .text(signature)]
  }
}
