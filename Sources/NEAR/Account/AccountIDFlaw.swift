/// What keeps a text from being an account id.
enum AccountIDFlaw {
  case tooShort
  case tooLong
  case character(offset: Int)
  case separator(offset: Int)

  /// The first flaw, or nil for a well-formed id.
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

  /// The flaw as a sentence. The text is not repeated: it can be anything.
  var reason: String {
    switch self {
    case .tooShort:
      "An account id has at least \(NEARAccountID.lengths.lowerBound) characters."
    case .tooLong:
      "An account id has at most \(NEARAccountID.lengths.upperBound) characters."
    case .character(let offset):
      "An account id is made of a to z, 0 to 9, and single -, _ or . between them: "
        + "byte \(offset + 1) is none of these."
    case .separator(let offset):
      "In an account id -, _ and . stand singly between letters and digits: not so at byte \(offset + 1)."
    }
  }
}
