internal import Encodings
internal import NEAR

extension WalletFailure {
  /// What wallets say when the user declined: there is no standard sentence.
  private static let refusals = [
    "user rejected", "rejected by user", "rejected by the user", "user reject", "user has rejected",
    "user denied",
    "denied by user", "denied by the user", "user cancel", "user has cancel", "cancelled by", "canceled by",
    "user closed", "wallet closed", "user declined", "declined by", "user refused", "user aborted",
    "userrejected", "user_rejected", "rejected the request", "request was cancelled", "request was canceled",
  ]

  /// The codes of a refusal: 4001 of EIP-1193, 5000 to 5003 of WalletConnect, and names that libraries give it.
  private static let refusalCodes: Set<String> = [
    "4001", "5000", "5001", "5002", "5003", "action_rejected", "user_rejected", "userrejected",
    "user_rejected_request", "userrejectedrequesterror", "user_cancelled", "user_canceled",
  ]

  /// Whether the wallet has no such function, whatever the list says of it.
  var isMissingMethod: Bool { message == "Method not found" || message.hasSuffix("is not a function") }

  private var isRefusal: Bool {
    let said = message.lowercased()
    return [code, name, message].contains { Self.refusalCodes.contains($0.lowercased()) }
      || Self.refusals.contains(where: said.contains)
  }

  /// The failure as apps are told of it.
  var error: NEARError {
    if isRefusal { return .rejected }
    if isMissingMethod {
      return NEARError(code: .unsupportedByWallet, reason: "The wallet cannot do this.")
    }
    let text = message.isEmpty ? name : message
    return NEARError(
      code: .walletFailed,
      reason: text.isEmpty
        ? "The wallet failed and did not say why." : "The wallet answered: \(text.prefix(300))")
  }

  /// Reads an answer that is a failure: some wallets answer `{"error": …}` or `{"success": false}`.
  ///
  /// - Returns: nil for any other answer.
  init?(answer: JSONValue) {
    guard let object = WalletAnswer(answer).value.object else { return nil }
    if let error = object["error"], ![.null, false, ""].contains(error) {
      self.init(error)
    } else if object["success"]?.bool == false {
      self.init(answer)
    } else {
      return nil
    }
  }

  /// Reads what a wallet threw: a text, or an object with a code and a message, of which one may be in the other.
  init(_ thrown: JSONValue) {
    self = Self.read(thrown, depth: 4) ?? WalletFailure(name: "", message: thrown.serializedString())
  }

  private static func read(_ thrown: JSONValue, depth: Int) -> WalletFailure? {
    guard depth > 0 else { return nil }
    if let text = thrown.string {
      // An error of an RPC is sometimes thrown as its JSON.
      let parsed = text.hasPrefix("{") ? try? JSONParser.parse(text, limits: BridgeMessage.limits) : nil
      return parsed.flatMap { read($0, depth: depth - 1) } ?? WalletFailure(name: "", message: text)
    }
    guard let object = thrown.object else { return nil }
    let inner = ["error", "data", "cause", "payload"].lazy.compactMap { object[$0] }
      .filter { $0.object != nil }.compactMap { read($0, depth: depth - 1) }.first
    let message = ["message", "reason", "error", "errorMessage"].lazy.compactMap { object[$0]?.string }.first
    let told = message.flatMap { $0.hasPrefix("{") ? read(.string($0), depth: depth - 1) : nil } ?? inner
    let code = (object["code"] ?? object["errorCode"]).flatMap { $0.string ?? $0.number?.text }
    guard message != nil || code != nil || told != nil else { return nil }
    return WalletFailure(
      name: object["name"]?.string ?? told?.name ?? "", message: told?.message ?? message ?? "",
      code: code ?? told?.code ?? "")
  }
}
