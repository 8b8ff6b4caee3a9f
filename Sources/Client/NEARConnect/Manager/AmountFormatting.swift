internal import NEAR

extension NEARWalletManager {
  /// The most decimals that are shown.
  private nonisolated static let shownDecimals = 5

  /// Formats an amount for the user: NEAR with at most five decimals, rounded down. A positive amount below the
  /// shown precision is formatted as `<0.00001`, never as `0`.
  ///
  /// - Parameter yoctoNEAR: A whole number of yoctoNEAR, as digits.
  /// - Returns: The formatted amount, such as `12.5`; `0` if the input is not an amount.
  public nonisolated static func formatNEAR(yoctoNEAR: String) -> String {
    guard let amount = try? NEARAmount(parsingYocto: yoctoNEAR) else { return "0" }
    let parts = amount.description.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return amount.description }
    var decimals = parts[1].prefix(shownDecimals)
    while decimals.last == "0" { decimals.removeLast() }
    if !decimals.isEmpty { return "\(parts[0]).\(decimals)" }
    return parts[0] == "0" ? "<0.00001" : String(parts[0])
  }

  /// Converts NEAR to yoctoNEAR without rounding.
  ///
  /// - Parameter near: An amount of NEAR, such as `0.5`, with at most 24 decimals.
  /// - Returns: The digits; nil if the input is not an amount.
  public nonisolated static func toYoctoNEAR(_ near: String) -> String? {
    (try? NEARAmount(parsing: near))?.yoctoText
  }
}
