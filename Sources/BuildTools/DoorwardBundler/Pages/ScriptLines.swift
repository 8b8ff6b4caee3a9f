/// The lines of a script without comments, which a browser does not need.
///
/// Only lines that are a comment as a whole are dropped. A text that covers several lines could look like a comment, so
/// it ends the build.
enum ScriptLines {
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
      } else if text.count(where: { $0 == "`" }).isMultiple(of: 2) {
        lines.append(line)
      } else {
        throw BundlingError(file: path, reason: "a text covers several lines: \(line)")
      }
    }
    return lines
  }

  /// Whether the text is one `/* comment */` and no code.
  private static func isComment(_ text: Substring) -> Bool {
    guard text.hasPrefix("/*"), let end = text.firstRange(of: "*/") else { return false }
    return end.upperBound == text.endIndex
  }
}
