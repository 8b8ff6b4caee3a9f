/// Hides the addresses in an answer of another server. Mail servers and SMS services quote them, also in other forms than
/// the stored one.
enum MaskedReply {
  /// The least number of digits of a text that may be a phone number.
  private static let phoneDigits = 7

  /// The text with an ellipsis in place of each word with `@` and each long number.
  static func masked(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains("@") || word.count(where: \.isNumber) >= phoneDigits ? "…" : String(word)
    }.joined(separator: " ")
  }
}
