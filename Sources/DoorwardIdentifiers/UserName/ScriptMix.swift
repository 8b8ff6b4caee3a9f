import DoorwardUnicode

/// The scripts of a user name: one script that is in modern use, or one of the combinations of East Asian writing. It is
/// the "Highly Restrictive" level of UTS #39 §5.2, but Latin letters are not mixed with East Asian scripts.
enum ScriptMix {
  /// The scripts of UAX #31, table 5.
  private static let recommended: Set<String> = [
    "Arabic", "Armenian", "Bengali", "Bopomofo", "Cyrillic", "Devanagari", "Ethiopic", "Georgian", "Greek",
    "Gujarati", "Gurmukhi", "Hangul", "Han", "Hebrew", "Hiragana", "Kannada", "Katakana", "Khmer", "Lao",
    "Latin",
    "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thaana", "Thai", "Tibetan",
  ]
  private static let combinations: [Set<String>] = [
    ["Han", "Hiragana", "Katakana"], ["Han", "Bopomofo"], ["Han", "Hangul"],
  ]

  /// Whether the scripts of a text may be in one user name.
  static func isAllowed(_ text: String) -> Bool {
    var scripts: Set<String> = []
    for scalar in text.unicodeScalars {
      guard let script = scalar.scriptName else { return false }
      if script != "Common", script != "Inherited" { scripts.insert(script) }
    }
    guard scripts.isSubset(of: recommended) else { return false }
    return scripts.count <= 1 || combinations.contains { scripts.isSubset(of: $0) }
  }
}
