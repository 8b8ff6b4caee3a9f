import Encodings

/// Encodes text that is not ASCII for headers (RFC 2047).
enum EncodedWords {
  /// The longest encoded word (RFC 2047 §2).
  private static let longestWord = 75
  private static let start = "=?utf-8?B?"
  private static let end = "?="

  /// The text as encoded words in base64, each on a separate line.
  ///
  /// A word contains whole Unicode scalars, as §5 requires.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - name: the name of the field, which is on the line of the first word.
  /// - Returns: the words, separated by a line break and a space.
  static func encode(_ text: String, after name: StaticString) -> String {
    // Base64 writes four characters for three bytes. A line with a word has 76 characters at most.
    let longest = (longestWord - start.utf8.count - end.utf8.count) / 4 * 3
    var limit = (longestWord - name.utf8CodeUnitCount - 2 - start.utf8.count - end.utf8.count) / 4 * 3
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if word.count + bytes.count > limit {
        words.append(word)
        word = []
        limit = longest
      }
      word += bytes
    }
    words.append(word)
    return words.map { start + Base64.encode($0) + end }.joined(separator: "\r\n ")
  }
}
