internal import Encodings
internal import NEAR

extension WalletFailure {
  /// Phrases with which wallets report that the user declined. No standard defines one.
  private static let refusals = [
    "user rejected", "rejected by user", "rejected by the user", "user reject", "user has rejected",
    "user denied",
    "denied by user", "denied by the user", "user cancel", "user has cancel", "cancelled by", "canceled by",
    "user closed", "wallet closed", "user declined", "declined by", "user refused", "user aborted",
    "userrejected", "user_rejected", "rejected the request", "request was cancelled", "request was canceled",
  ]

  /// Error codes of a refusal: 4001 of EIP-1193, 5000 to 5003 of WalletConnect, and codes of libraries.
  private static let refusalCodes: Set<String> = [
    "4001", "5000", "5001", "5002", "5003", "action_rejected", "user_rejected", "userrejected",
    "user_rejected_request", "userrejectedrequesterror", "user_cancelled", "user_canceled",
  ]

  /// Whether the wallet lacks the function, even if its entry lists the feature.
  var isMissingMethod: Bool { message == "Method not found" || message.hasSuffix("is not a function") }

  private var isRefusal: Bool {
    let text = message.lowercased()
    return [code, name, message].contains { Self.refusalCodes.contains($0.lowercased()) }
      || Self.refusals.contains(where: text.contains)
  }

  /// The failure as an error for the app.
  var error: NEARError {
    if isRefusal { return .rejected }
    if isMissingMethod {
      return NEARError(code: .unsupportedByWallet, reason: "The wallet does not support this function.")
    }
    let text = message.isEmpty ? name : message
    return NEARError(
      code: .walletFailed,
      reason: text.isEmpty
        ? "The wallet failed without a reason." : "The wallet answered: \(text.prefix(300))")
  }

  /// Parses an answer that reports a failure. Some wallets answer `{"error": …}` or `{"success": false}`.
  ///
  /// - Returns: nil if the answer reports no failure.
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

  /// Parses a thrown value: a string, or an object with a code and a message. Some wallets nest such objects, put JSON
  /// into the message, or describe the failure in a member of their own class and leave the message empty.
  init(_ thrown: JSONValue) {
    self = Self.read(thrown, depth: 4) ?? WalletFailure(name: "", message: Self.text(of: thrown))
  }

  private static func read(_ thrown: JSONValue, depth: Int) -> WalletFailure? {
    guard depth > 0 else { return nil }
    if let text = thrown.string, !text.isEmpty {
      // Some wallets throw an RPC error as JSON in a string.
      let parsed = text.hasPrefix("{") ? try? JSONParser.parse(text, limits: BridgeMessage.limits) : nil
      return parsed.flatMap { read($0, depth: depth - 1) } ?? WalletFailure(name: "", message: text)
    }
    guard let object = thrown.object else { return nil }
    let message = ["message", "reason", "errorMessage"].lazy.compactMap { object[$0]?.string }
      .first { !$0.isEmpty }
    let code = (object["code"] ?? object["errorCode"]).flatMap { $0.string ?? $0.number?.text }
    let name = object["name"]?.string ?? ""
    let isJSON = message?.hasPrefix("{") == true
    let parts = (isJSON ? message.map { [.string($0)] } ?? [] : []) + nestedParts.compactMap { object[$0] }
    let nested = parts.compactMap { read($0, depth: depth - 1) }
    let own = WalletFailure(name: name, message: message ?? "", code: code ?? "")
    if !own.isRefusal, let refusal = nested.first(where: \.isRefusal) { return refusal }
    guard let inner = nested.first else {
      guard own.message.isEmpty else { return own }
      let rest = nestedParts.lazy.compactMap { object[$0] }.map(text).first { !$0.isEmpty } ?? ""
      return name.isEmpty && rest.isEmpty && code == nil
        ? nil : WalletFailure(name: name, message: rest, code: own.code)
    }
    return WalletFailure(
      name: name.isEmpty ? inner.name : name,
      message: own.message.isEmpty || isJSON ? inner.message : own.message,
      code: code ?? inner.code)
  }

  /// The members in which wallets nest the failure.
  private static let nestedParts = ["error", "payload", "data", "cause"]

  /// A value as a text for a person; empty if it says nothing.
  private static func text(of value: JSONValue) -> String {
    if value.isNull || value.object?.isEmpty == true || value == false { return "" }
    return value.string ?? value.serializedString()
  }
}
