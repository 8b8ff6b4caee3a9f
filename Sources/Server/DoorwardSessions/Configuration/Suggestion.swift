/// The name that was probably meant by a misspelled one.
package enum Suggestion {
  private static let mostDifferences = 3

  /// The known name that is nearest to a word, or that the word abbreviates; nil if none is near.
  package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    let names = Set(names).sorted()
    let near = names.map { (name: $0, distance: distance($0, word)) }.min { $0.distance < $1.distance }
    // Half of a short word may not be wrong.
    if let near, near.distance <= min(mostDifferences, (word.utf8.count + 1) / 2) { return near.name }
    guard word.utf8.count > 1 else { return nil }
    let longer = names.filter { $0.hasPrefix(word) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// The Levenshtein distance. Names are short, so the quadratic time does not matter.
  private static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right.utf8.prefix(64))
    var row = Array(0...right.count)
    for (index, unit) in left.utf8.prefix(64).enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let substitution = diagonal + (unit == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substitution, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[right.count]
  }
}
