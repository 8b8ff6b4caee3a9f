/// The Bidi Rule (RFC 5893 §2), which keeps the order of displayed characters unambiguous.
enum BidiRule {
  private static let rightToLeft: [BidirectionalClass] = [.r, .al, .an]

  /// Whether a text satisfies the rule. A text without right-to-left characters does.
  static func holds(for text: [Unicode.Scalar]) -> Bool { holds(forLabels: [text]) }

  /// Whether the labels of a domain name satisfy the rule. If one has right-to-left characters, each must satisfy it.
  static func holds(forLabels labels: [[Unicode.Scalar]]) -> Bool {
    let labels = labels.map { $0.map(\.bidirectionalClass) }
    guard labels.contains(where: { $0.contains(where: rightToLeft.contains) }) else { return true }
    return labels.allSatisfy(satisfies)
  }

  private static func satisfies(_ classes: [BidirectionalClass]) -> Bool {
    guard let first = classes.first, let last = classes.last(where: { $0 != .nsm }) else { return false }
    let neutral: [BidirectionalClass] = [.en, .es, .cs, .et, .on, .bn, .nsm]
    switch first {
    case .r, .al:
      // Conditions 2 to 4.
      return classes.allSatisfy((neutral + rightToLeft).contains) && [.r, .al, .en, .an].contains(last)
        && !(classes.contains(.en) && classes.contains(.an))
    case .l:
      // Conditions 5 and 6.
      return classes.allSatisfy((neutral + [.l]).contains) && [.l, .en].contains(last)
    default:
      // Condition 1.
      return false
    }
  }
}
