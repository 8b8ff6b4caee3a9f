/// The rules for code points that are valid only beside certain others (RFC 5892 appendix A), for one text.
///
/// Checking every code point of a text takes time in proportion to its length: the rules about the whole text read it
/// once.
struct ContextRules {
  private let text: [Unicode.Scalar]
  private lazy var hasJapaneseScript = text.contains {
    ["Hiragana", "Katakana", "Han"].contains($0.scriptName ?? "")
  }
  private lazy var hasArabicIndicDigit = text.contains { (0x0660...0x0669).contains($0.value) }
  private lazy var hasExtendedArabicIndicDigit = text.contains { (0x06f0...0x06f9).contains($0.value) }

  init(_ text: [Unicode.Scalar]) { self.text = text }

  /// Whether the code point at `place` is valid there.
  mutating func hold(at place: Int) -> Bool {
    switch text[place].value {
    case 0x200c: isAfterVirama(place) || joinsCursively(place)
    case 0x200d: isAfterVirama(place)
    case 0x00b7: value(place - 1) == 0x6c && value(place + 1) == 0x6c
    case 0x0375: script(place + 1) == "Greek"
    case 0x05f3, 0x05f4: script(place - 1) == "Hebrew"
    case 0x30fb: hasJapaneseScript
    case 0x0660...0x0669: !hasExtendedArabicIndicDigit
    case 0x06f0...0x06f9: !hasArabicIndicDigit
    default: false
    }
  }

  private func value(_ place: Int) -> UInt32? {
    text.indices.contains(place) ? text[place].value : nil
  }

  private func script(_ place: Int) -> String? {
    text.indices.contains(place) ? text[place].scriptName : nil
  }

  private func isAfterVirama(_ place: Int) -> Bool { place > 0 && text[place - 1].isVirama }

  /// Appendix A.1: `(Joining_Type:{L,D})(Joining_Type:T)*ZWNJ(Joining_Type:T)*(Joining_Type:{R,D})`.
  ///
  /// ZWNJ itself does not join (type U), so that each transparent code point is read for at most two of them.
  private func joinsCursively(_ place: Int) -> Bool {
    let before = text[..<place].last { $0.joiningType != .transparent }?.joiningType
    let after = text[(place + 1)...].first { $0.joiningType != .transparent }?.joiningType
    return (before == .left || before == .dual) && (after == .right || after == .dual)
  }
}
