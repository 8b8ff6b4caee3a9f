internal import Encodings
internal import NEAR

/// Verifies signed delegate actions against the requests.
struct DelegateCheck {
  let requests: [TransactionRequest]
  let accountId: String

  func check(_ value: JSONValue) throws(NEARError) -> DelegateActionResult {
    let answer = WalletAnswer(value)
    let list = (answer.value["signedDelegateActions"] ?? answer.value["signed_delegate_actions"]).map {
      WalletAnswer($0).elements
    }
    let elements = list ?? answer.elements
    guard elements.count == requests.count else {
      throw .mismatch("it contains \(elements.count) signed delegate actions for \(requests.count) requests")
    }
    var signed: [SignedDelegateAction] = []
    for (element, request) in zip(elements, requests) {
      signed.append(try check(element, request))
    }
    return DelegateActionResult(signed)
  }

  private func check(_ value: JSONValue, _ request: TransactionRequest) throws(NEARError)
    -> SignedDelegateAction
  {
    let object = value.object ?? [:]
    let inner = object["signedDelegate"] ?? object["signedDelegateAction"] ?? object["encoded"] ?? value
    guard let bytes = WalletAnswer.bytes(inner) else {
      throw .malformedAnswer("a delegate action is not base64")
    }
    let signed: SignedDelegateAction
    do throws(NEARError) { signed = try SignedDelegateAction(borsh: bytes) } catch {
      throw .malformedAnswer("a delegate action is malformed (\(error.reason))")
    }
    let action = signed.delegateAction
    guard action.senderID.description == accountId else {
      throw .mismatch("a delegate action has another sender")
    }
    guard action.receiverID.description == request.receiverId else {
      throw .mismatch("a delegate action has another receiver")
    }
    guard action.maxBlockHeight > 0 else {
      throw .mismatch("a delegate action has a maxBlockHeight of 0, so no block can execute it")
    }
    guard action.actions.count == request.actions.count,
      zip(action.actions, request.actions).allSatisfy({ $0.matches(request: $1) })
    else { throw .mismatch("a delegate action has other actions") }
    try KeyProof.check(digest: action.hash.bytes, signature: signed.signature, publicKey: action.publicKey)
    return signed
  }
}

extension NEARAction {
  /// Whether the action equals the requested one. JSON arguments may be formatted differently.
  func matches(request: NEARAction) -> Bool {
    guard case .functionCall(let call) = self, case .functionCall(let other) = request else {
      return self == request
    }
    return call.methodName.utf8.elementsEqual(other.methodName.utf8) && call.gas == other.gas
      && call.deposit == other.deposit && Self.sameArguments(call.arguments, other.arguments)
  }

  static func sameArguments(_ some: [UInt8], _ others: [UInt8]) -> Bool {
    if some == others { return true }
    guard let some = try? JSONParser.parse(some), let others = try? JSONParser.parse(others) else {
      return false
    }
    return some.isSameData(as: others)
  }
}
