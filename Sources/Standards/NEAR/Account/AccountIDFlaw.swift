/// The reason why a text is not an account id.
enum AccountIDFlaw {
  case tooShort
  case tooLong
  case character(offset: Int)
  case separator(offset: Int)

  /// The first flaw of a text; nil if the text is a well-formed id.
  static func first(in text: String) -> AccountIDFlaw? {
    let count = text.utf8.count
    if count < NEARAccountID.lengths.lowerBound { return .tooShort }
    if count > NEARAccountID.lengths.upperBound { return .tooLong }
    var followsSeparator = true
    for (offset, character) in text.utf8.enumerated() {
      switch character {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        followsSeparator = false
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        if followsSeparator { return .separator(offset: offset) }
        followsSeparator = true
      default:
        return .character(offset: offset)
      }
    }
    return followsSeparator ? .separator(offset: count - 1) : nil
  }

  /// The flaw as a sentence. It does not repeat the text, which can contain anything.
  var reason: String {
    switch self {
    case .tooShort:
      "An account id has at least \(NEARAccountID.lengths.lowerBound) characters."
    case .tooLong:
      "An account id has at most \(NEARAccountID.lengths.upperBound) characters."
    case .character(let offset):
      "An account id contains only a to z, 0 to 9, and single -, _ or . between them. "
        + "Byte \(offset + 1) is not one of these."
    case .separator(let offset):
      "In an account id, each -, _ and . must be between two letters or digits. Byte \(offset + 1) is not."
    }
  }
}
