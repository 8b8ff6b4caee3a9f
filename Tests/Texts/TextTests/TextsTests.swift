import Testing

@testable import DoorwardTexts

@Suite struct TextsTests {
  private let english = Texts(.english)

  private func texts(_ tag: String, _ lines: [(String, String)]) throws -> Texts {
    let language = try #require(Language.all.first { $0.tag == "en" })
    return Texts(
      language, keys: lines.map(\.0).joined(separator: "\n"),
      languages: [("en", lines.map(\.1).joined(separator: "\n"))])
  }

  @Test func blankIsFilledOnce() throws {
    let texts = try texts("en", [("a.b", "Hello {name}, {name}!"), ("a.c", "{x}{y}")])
    #expect(texts.text("a.b", ["name": "Ada"]) == "Hello Ada, Ada!")
    #expect(texts.text("a.b", ["name": "{name}"]) == "Hello {name}, {name}!")
    #expect(texts.text("a.c", ["x": "1"]) == "1")
  }

  @Test func unknownKeyGivesTheKey() {
    #expect(english.text("no.such.key") == "no.such.key")
    #expect(english.text("no.such.key", count: 3) == "no.such.key")
    #expect(!english.has("no.such.key"))
  }

  @Test func numberChoosesThePluralForm() {
    #expect(english.text("secondFactor.left", count: 1) == "You have one recovery code left.")
    #expect(english.text("secondFactor.left", count: 3) == "You have 3 recovery codes left.")
    #expect(english.duration(90) == "90 seconds")
    #expect(english.duration(91) == "2 minutes")
    #expect(english.duration(5_401) == "2 hours")
    #expect(english.ago(59) == "just now")
    #expect(english.ago(60) == "1 minute ago")
    #expect(english.ago(86_400) == "yesterday")
    #expect(english.ago(604_801) == nil)
  }

  @Test func ownSentenceOfASectionComesFirst() {
    #expect(english.sentence(forError: "invalid_code")?.contains("newer one") == true)
    #expect(english.sentence(forError: "invalid_code", in: "identifier")?.contains("send a new one") == true)
    #expect(english.sentence(forError: "offline", in: "identifier") == english.sentence(forError: "offline"))
    #expect(english.sentence(forError: "no_such_code") == nil)
  }

  @Test func keyWithTheTextOfAnotherHasIt() {
    #expect(english.text("error.wrong_origin") == english.text("error.otherSite"))
    #expect(english.text("error.challenge_expired") == english.text("flow.tookTooLong"))
  }

  @Test func appReplacesTexts() {
    let own = english.replacing([
      "signIn.title": "Come in",
      "secondFactor.left": [.one: "Only one", .other: "{count} to go"],
    ])
    #expect(own.text("signIn.title") == "Come in")
    #expect(own.text("secondFactor.left", count: 1) == "Only one")
    #expect(own.text("secondFactor.left", count: 2) == "2 to go")
    #expect(own.text("account.title") == english.text("account.title"))
    #expect(english.text("signIn.title") == "Sign in")
  }

  @Test func valueOfAnotherDirectionIsIsolated() throws {
    let texts = try texts("en", [("a.b", "Hello {name}.")])
    #expect(texts.text("a.b", ["name": "עדה"]) == "Hello \u{2068}עדה\u{2069}.")
    #expect(Blanks.filled("{a}", isolating: true) { _ in .text("Ada") } == "\u{2068}Ada\u{2069}")
    #expect(Blanks.filled("{a}", isolating: true) { _ in .number(5) } == "5")
    #expect(Blanks.filled("{a}", isolating: true) { _ in .text("") } == "")
  }

  /// The keys are compared when the texts are embedded, so this finds a key without a text in any language.
  @Test(arguments: Language.all) func languageHasATextForEachKey(_ language: Language) {
    let texts = Texts(language)
    let keys = TextFiles.keys.split(separator: "\n").map(String.init)
    #expect(keys.count > 400)
    for key in keys {
      #expect(texts.has(key), "\(language) \(key)")
      #expect(texts.text(key, count: 2) != key || key == texts.text(key), "\(language) \(key)")
    }
  }

  @Test func appHasNoTextsOfTheServer() {
    let sections = Set(TextFiles.keys.split(separator: "\n").map { $0.prefix { $0 != "." } })
    #expect(sections.contains("signIn") && sections.contains("windows"))
    #expect(sections.isDisjoint(with: ["mail", "refusal", "html", "device", "secure", "nearWallets"]))
  }

  @Test(arguments: Language.all) func pluralFormsAreThoseOfTheLanguage(_ language: Language) throws {
    let lines = try #require(TextFiles.languages.first { $0.tag == language.tag }).lines.split(
      separator: "\n")
    let english = TextFiles.languages[0].lines.split(separator: "\n")
    for (own, other) in zip(lines, english) {
      let forms = own.split(separator: "|").count
      #expect(forms == (other.contains("|") ? language.pluralRules.categories.count : 1), "\(own)")
    }
  }
}
