/// A literal in generated Swift source.
enum SwiftLiteral {
  /// A raw string literal. It has more number signs than any row of them in the text.
  static func text(_ text: String) -> String {
    let longest = text.matches(of: /#+/).map(\.0.count).max() ?? 0
    let marks = String(repeating: "#", count: longest + 1)
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }
}
