internal import NEAR

extension WalletFailure {
  /// What wallets say when the person said no: there is no code for it, and no common word.
  private static let refusals = [
    "user rejected", "rejected by user", "user reject", "user denied", "denied by user", "user cancel",
    "cancelled by", "canceled by", "user closed", "wallet closed", "user declined", "declined by",
    "userrejected", "user_rejected", "rejected the request", "request was cancelled",
  ]

  /// Whether the wallet has no such function, whatever the list says of it.
  var isMissingMethod: Bool { message == "Method not found" || message.hasSuffix("is not a function") }

  /// The failure as apps are told of it.
  var error: NEARError {
    let said = message.lowercased()
    if Self.refusals.contains(where: said.contains) { return .rejected }
    if isMissingMethod {
      return NEARError(code: .unsupportedByWallet, reason: "The wallet cannot do this.")
    }
    let text = message.isEmpty ? name : message
    return NEARError(
      code: .walletFailed,
      reason: text.isEmpty
        ? "The wallet failed and did not say why." : "The wallet answered: \(text.prefix(300))")
  }
}
