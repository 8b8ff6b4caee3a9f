import DoorwardUnicode

/// The scripts of a user name: one script that is in modern use, or one of the combinations of East Asian writing. It is
/// the "Highly Restrictive" level of UTS #39 §5.2, but Latin letters are not mixed with East Asian scripts. The digits
/// belong to one system (§5.3).
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
    var zeros: Set<UInt32> = []
    for scalar in text.unicodeScalars {
      guard let script = script(of: scalar) else { return false }
      // Unicode encodes the ten digits of a system one after the other.
      if scalar.isDecimalDigit, let value = scalar.properties.numericValue {
        zeros.insert(scalar.value - UInt32(value))
      }
      if script != "Common", script != "Inherited" { scripts.insert(script) }
    }
    guard scripts.isSubset(of: recommended), zeros.count <= 1 else { return false }
    return scripts.count <= 1 || combinations.contains { scripts.isSubset(of: $0) }
  }

  /// The script; Arabic for the digits that Arabic shares with few other scripts (Script_Extensions).
  private static func script(of scalar: Unicode.Scalar) -> String? {
    (0x660...0x669).contains(scalar.value) ? "Arabic" : scalar.scriptName
  }
}
