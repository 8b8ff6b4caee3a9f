extension Language {
  /// The first language of the user that is available (RFC 4647 §3.4, lookup).
  ///
  /// A tag is shortened until a language has it: `de-AT` finds German. Chinese of Taiwan, Hong Kong and Macao finds
  /// Traditional Chinese, other Chinese Simplified Chinese, and Portuguese of every country Brazilian Portuguese.
  ///
  /// - Parameter tags: the language tags in the user's order, such as `Locale.preferredLanguages` or ``systemTags``. The
  ///   form of POSIX, `de_AT.UTF-8`, is read too.
  /// - Returns: the language; English if there is none for any tag.
  public static func best(for tags: some Sequence<String>) -> Language {
    for tag in tags {
      if let language = available(for: tag) { return language }
    }
    return .english
  }

  /// The language that is available for a tag; nil if there is none.
  package static func available(for tag: String) -> Language? {
    let tag = tag.prefix { $0 != "." && $0 != "@" }
    var subtags = tag.lowercased().split { $0 == "-" || $0 == "_" }
    while !subtags.isEmpty {
      let range = subtags.joined(separator: "-")
      if let language = Language(tag: likely[range] ?? range) { return language }
      subtags.removeLast()
    }
    return nil
  }

  /// The available language for a tag that has no file itself: another script, another country, or an older tag.
  private static let likely = [
    "zh": "zh-Hans", "zh-tw": "zh-Hant", "zh-hk": "zh-Hant", "zh-mo": "zh-Hant", "pt": "pt-BR", "iw": "he",
    "in": "id",
  ]
}
