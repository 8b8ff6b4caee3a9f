/// The Bidi Rule (RFC 5893 §2), which keeps the order of displayed characters unambiguous.
enum BidiRule {
  /// Whether a text satisfies the rule. A text without right-to-left characters satisfies it.
  static func holds(for text: [Unicode.Scalar]) -> Bool {
    let classes = text.map(\.bidirectionalClass)
    guard classes.contains(where: { $0 == .r || $0 == .al || $0 == .an }) else { return true }
    guard let first = classes.first, let last = classes.last(where: { $0 != .nsm }) else { return false }
    switch first {
    case .r, .al:
      let allowed: [BidirectionalClass] = [.r, .al, .an, .en, .es, .cs, .et, .on, .bn, .nsm]
      return classes.allSatisfy(allowed.contains) && [.r, .al, .en, .an].contains(last)
        && !(classes.contains(.en) && classes.contains(.an))
    default:
      // Condition 5: a left-to-right text has no right-to-left character.
      return false
    }
  }
}
