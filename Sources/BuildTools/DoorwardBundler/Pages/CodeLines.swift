/// The lines of a script or a style sheet without comments, which a browser does not need.
///
/// Only lines that are a comment as a whole are dropped. In a text that covers several lines, a part could look like a comment, and
/// the spaces at the start of a line count, so such a text ends the build.
enum CodeLines {
  static func code(of source: String, in path: String) throws(BundlingError) -> [Substring] {
    var lines: [Substring] = []
    var isInComment = false
    for line in source.split(separator: "\n") {
      let text = line.trimmingPrefix { $0.isWhitespace }
      if isInComment || (text.hasPrefix("/*") && !text.contains("*/")) {
        guard let end = text.firstRange(of: "*/") else {
          isInComment = true
          continue
        }
        guard end.upperBound == text.endIndex else {
          throw BundlingError(file: path, reason: "there is code after a comment of several lines: \(line)")
        }
        isInComment = false
      } else if text.isEmpty || text.hasPrefix("//") || isComment(text) {
        continue
      } else {
        var reader = CodeLineReader(text)
        if let continuation = reader.continuation() {
          throw BundlingError(file: path, reason: "\(continuation): \(line)")
        }
        lines.append(line)
      }
    }
    return lines
  }

  /// The line without the spaces at its start, which a browser does not need either. No text covers several lines.
  static func withoutIndent(_ line: Substring) -> Substring { line.trimmingPrefix { $0.isWhitespace } }

  /// Whether the text is one `/* comment */` and no code.
  private static func isComment(_ text: Substring) -> Bool {
    guard text.hasPrefix("/*"), let end = text.firstRange(of: "*/") else { return false }
    return end.upperBound == text.endIndex
  }
}

/// Reads one line of code, to find out whether something continues on the next line.
private struct CodeLineReader {
  private let isContinued: Bool
  private var rest: Substring
  /// The last character of the code that is no space.
  private var last: Character?

  init(_ line: Substring) {
    isContinued = line.hasSuffix("\\")
    rest = line
  }

  /// The reason why the next line may belong to this one; nil if it does not.
  mutating func continuation() -> String? {
    if isContinued { return "a backslash ends the line" }
    while let character = rest.popFirst() {
      switch character {
      case "\"", "'":
        if !skip(to: character) { return "a text is not closed" }
      case "`":
        if let continuation = template() { return continuation }
      case "/" where rest.first == "/": return nil
      case "/" where rest.first == "*":
        guard let end = rest.firstRange(of: "*/") else { return "a comment covers several lines" }
        rest = rest[end.upperBound...]
        continue
      case "/" where beginsExpression: skipExpression()
      default: break
      }
      if !character.isWhitespace { last = character }
    }
    return nil
  }

  /// Reads a text in backticks.
  private mutating func template() -> String? {
    while let character = rest.popFirst() {
      switch character {
      case "`": return nil
      case "\\": _ = rest.popFirst()
      case "$" where rest.first == "{":
        if let continuation = value() { return continuation }
      default: break
      }
    }
    return "a text covers several lines"
  }

  /// Reads a value in a text.
  private mutating func value() -> String? {
    var depth = 0
    while let character = rest.popFirst() {
      switch character {
      case "`":
        if let continuation = template() { return continuation }
      case "\"", "'":
        if !skip(to: character) { return "a text is not closed" }
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return nil }
      default: break
      }
    }
    return "a text covers several lines"
  }

  /// - Returns: whether the line has the quotation mark that closes the text.
  private mutating func skip(to mark: Character) -> Bool {
    while let character = rest.popFirst() {
      if character == mark { return true }
      if character == "\\" { _ = rest.popFirst() }
    }
    return false
  }

  /// Whether a slash begins a regular expression. Behind a value it divides.
  private var beginsExpression: Bool {
    guard let last else { return true }
    return "(,=:[!&|?{};+-*%<>~^".contains(last)
  }

  /// A slash without another one is none, as in `url(/assets/page.svg)` of a style sheet.
  private mutating func skipExpression() {
    var (end, isInClass) = (rest, false)
    while let character = end.popFirst() {
      switch character {
      case "\\": _ = end.popFirst()
      case "[": isInClass = true
      case "]": isInClass = false
      case "/" where !isInClass:
        rest = end
        return
      default: break
      }
    }
  }
}
