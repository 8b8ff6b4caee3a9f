package import DoorwardTexts

extension Texts {
  /// The texts of the pages that the server makes without a script, and of the start of each page.
  package static func ofPages(_ language: Language) -> Texts { pages[language] ?? Texts(language) }

  private static let pages = Dictionary(
    uniqueKeysWithValues: Language.all.map { language in
      (language, Texts(language, keys: TextFiles.keys, languages: TextFiles.languages))
    })
}

extension Language {
  /// The value of the attribute `dir`.
  package var direction: String { isRightToLeft ? "rtl" : "ltr" }
}
