internal import NEAR

extension NEARWalletManager {
  /// The most decimals of an amount that are shown.
  private nonisolated static let shownDecimals = 5

  /// An amount for people: NEAR with at most five decimals, rounded down. What is not nothing is never shown
  /// as nothing.
  ///
  /// - Parameter yoctoNEAR: A whole number of yoctoNEAR, as digits.
  /// - Returns: Such as `12.5`; `0` for what is no amount.
  public nonisolated static func formatNEAR(yoctoNEAR: String) -> String {
    guard let amount = try? NEARAmount(parsingYocto: yoctoNEAR) else { return "0" }
    let parts = amount.description.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return amount.description }
    var decimals = parts[1].prefix(shownDecimals)
    while decimals.last == "0" { decimals.removeLast() }
    if !decimals.isEmpty { return "\(parts[0]).\(decimals)" }
    return parts[0] == "0" ? "<0.00001" : String(parts[0])
  }

  /// NEAR in yoctoNEAR, exactly.
  ///
  /// - Parameter near: An amount of NEAR, such as `0.5`, with at most 24 decimals.
  /// - Returns: Digits; nil for what is no amount.
  public nonisolated static func toYoctoNEAR(_ near: String) -> String? {
    (try? NEARAmount(parsing: near))?.yoctoText
  }
}
