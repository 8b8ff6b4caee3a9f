import Testing

@testable import DoorwardTexts

@Suite struct LanguageTests {
  @Test(arguments: [
    (["en"], "en"), (["EN-us"], "en"), (["en_GB.UTF-8"], "en"), (["xx", "en-GB"], "en"), ([], "en"),
    (["", "-", "*"], "en"),
    (["enm"], "en"),
  ])
  func tagFindsItsLanguage(_ tags: [String], _ tag: String) {
    #expect(Language.best(for: tags).tag == tag)
  }

  @Test(arguments: [
    ("de-AT", "de"), ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-TW", "zh-Hant"),
    ("zh_HK", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("zh-Hans-TW", "zh-Hans"), ("pt", "pt-BR"),
    ("pt-PT", "pt-BR"),
    ("iw-IL", "he"), ("in", "id"), ("ar-EG", "ar"), ("fr-CA", "fr"), ("es-419", "es"),
  ])
  func countryAndScriptFindTheLanguage(_ tag: String, _ language: String) {
    // A language without a file gives English.
    let expected = Language(tag: language) ?? .english
    #expect(Language.best(for: [tag]) == expected)
  }

  @Test func languageIsNoPrefixOfAnother() {
    #expect(Language.best(for: ["arn", "den"]) == .english)
  }

  @Test func onlyAWholeTagNamesALanguage() {
    #expect(Language(tag: "EN") == .english)
    #expect(Language(tag: "en-US") == nil)
  }

  @Test func environmentNamesTheLanguages() {
    #expect(Language.tags(ofEnvironment: ["LANG": "de_DE.UTF-8"]) == ["de_DE.UTF-8"])
    #expect(Language.tags(ofEnvironment: ["LANG": "en_US", "LC_ALL": "fr_FR"]) == ["fr_FR"])
    #expect(Language.tags(ofEnvironment: ["LANG": "de_DE", "LANGUAGE": "nl:de"]) == ["nl", "de", "de_DE"])
    #expect(Language.tags(ofEnvironment: ["LANG": "C", "LANGUAGE": "nl"]) == [])
    #expect(Language.tags(ofEnvironment: [:]) == [])
  }
}
