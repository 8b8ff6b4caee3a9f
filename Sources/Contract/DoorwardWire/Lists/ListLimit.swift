/// The number of items in one part of a list: the parameter `limit`.
package enum ListLimit {
  /// The number if the call does not say.
  package static let standard = 20
  package static let maximum = 100

  /// Reads the parameter; nil for any value except a whole number from 1 to ``maximum``.
  package static func read(_ text: String) -> Int? {
    guard text.utf8.count <= 3, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let limit = Int(text), (1...maximum).contains(limit)
    else { return nil }
    return limit
  }
}
