/// The words of a user in the form that zxcvbn compares: whole texts and their parts.
enum StrengthWords {
  private static let mostWords = 32
  private static let longestWord = 100

  /// Splits texts at characters that are neither letters nor digits. Short parts would match by chance.
  static func split(_ texts: [String]) -> [String] {
    var words: [String] = []
    for text in texts {
      let text = String(text.prefix(longestWord)).lowercased()
      let parts = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      for word in [text] + parts
      where word.count >= 3 && !word.utf8.contains(0) && !words.contains(word) && words.count < mostWords {
        words.append(word)
      }
    }
    return words
  }
}
