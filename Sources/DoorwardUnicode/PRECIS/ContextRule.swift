/// The rules for code points that are valid only beside certain others (RFC 5892 appendix A).
enum ContextRule {
  /// Whether the code point at `place` is valid there.
  static func holds(at place: Int, in text: [Unicode.Scalar]) -> Bool {
    switch text[place].value {
    case 0x200c: isAfterVirama(place, text) || joinsCursively(place, text)
    case 0x200d: isAfterVirama(place, text)
    case 0x00b7: value(place - 1, text) == 0x6c && value(place + 1, text) == 0x6c
    case 0x0375: script(place + 1, text) == "Greek"
    case 0x05f3, 0x05f4: script(place - 1, text) == "Hebrew"
    case 0x30fb: text.contains { ["Hiragana", "Katakana", "Han"].contains($0.scriptName ?? "") }
    case 0x0660...0x0669: !text.contains { (0x06f0...0x06f9).contains($0.value) }
    case 0x06f0...0x06f9: !text.contains { (0x0660...0x0669).contains($0.value) }
    default: false
    }
  }

  private static func value(_ place: Int, _ text: [Unicode.Scalar]) -> UInt32? {
    text.indices.contains(place) ? text[place].value : nil
  }

  private static func script(_ place: Int, _ text: [Unicode.Scalar]) -> String? {
    text.indices.contains(place) ? text[place].scriptName : nil
  }

  private static func isAfterVirama(_ place: Int, _ text: [Unicode.Scalar]) -> Bool {
    place > 0 && text[place - 1].isVirama
  }

  /// Appendix A.1: `(Joining_Type:{L,D})(Joining_Type:T)*ZWNJ(Joining_Type:T)*(Joining_Type:{R,D})`.
  private static func joinsCursively(_ place: Int, _ text: [Unicode.Scalar]) -> Bool {
    let before = text[..<place].last { $0.joiningType != .transparent }?.joiningType
    let after = text[(place + 1)...].first { $0.joiningType != .transparent }?.joiningType
    return (before == .left || before == .dual) && (after == .right || after == .dual)
  }
}
