import DoorwardServerRules

/// A word that zxcvbn looks for in a password, and what the password contains then.
struct StrengthWord {
  let bytes: [UInt8]
  let kind: Kind

  enum Kind { case own, application, common }
}

/// The words beside the dictionaries of zxcvbn: those of the user, of the application, and common passwords.
enum StrengthWords {
  /// The most words of the user and the application.
  private static let mostWords = 32
  private static let longestWord = 100

  private static let common = CommonPasswords.all.map {
    StrengthWord(bytes: StrengthText.bytes(of: $0), kind: .common)
  }

  /// The words for the password of a user. The earlier a word, the sooner an attacker tries it.
  static func words(about context: PasswordContext) -> [StrengthWord] {
    var known: [StrengthWord] = []
    for (texts, kind) in [
      (context.identifiers + context.names, StrengthWord.Kind.own), (context.application, .application),
    ] {
      for word in split(texts).map(StrengthText.bytes)
      where known.count < mostWords && !known.contains(where: { $0.bytes == word }) {
        known.append(StrengthWord(bytes: word, kind: kind))
      }
    }
    return known + common
  }

  /// Whole texts, the part of an email address before "@", both also without separators, and the parts between
  /// separators. Short parts would match by chance.
  static func split(_ texts: [String]) -> [String] {
    var words: [String] = []
    for text in texts where words.count < mostWords {
      let text = String(text.prefix(longestWord)).lowercased()
      let local = text.lastIndex(of: "@").map { String(text[..<$0]) }
      let wholes = [text, local].compactMap(\.self)
      let parts = text.split { !isPartOfWord($0) }.map(String.init)
      for word in wholes + wholes.map({ $0.filter(isPartOfWord) }) + parts
      where word.count >= 3 && !words.contains(word) {
        words.append(word)
      }
    }
    return Array(words.prefix(mostWords))
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
