import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPages
import DoorwardTexts
import Encodings
import Testing

/// The language of a page: the application's, the user's choice, the client's wish, the browser's.
@Suite struct PageLanguageTests {
  private static let german = Language.best(for: ["de"])

  private func language(
    _ query: String?, _ accepted: String?, chosen: String? = nil, fixed: Language? = nil
  ) -> Language {
    var request = HTTPRequest(method: .get, path: "/", query: query)
    if let chosen { request.fields["Cookie"] = "a=b; doorward_language=\(chosen)" }
    if let accepted { request.fields["Accept-Language"] = accepted }
    return PageLanguage.choose(for: request, fixed: fixed)
  }

  @Test func applicationDecidesOverTheUser() {
    #expect(language("ui_locales=fr", "fr", fixed: Self.german) == Self.german)
  }

  @Test func clientAsksForALanguage() {
    #expect(language("ui_locales=xx%20de-AT", "fr") == Self.german)
    #expect(language("a=b&ui_locales=xx", "de") == Self.german)
    #expect(language("%zz&ui_locales=fr", "de") == Self.german)
  }

  @Test func userDecidesOverClientAndBrowser() {
    #expect(language("ui_locales=fr", "fr", chosen: "de") == Self.german)
    #expect(language("ui_locales=fr", "fr", chosen: "de", fixed: .english) == .english)
  }

  @Test(arguments: ["", "xx", "de-AT", "de/../", String(repeating: "d", count: 4_000)])
  func choiceThatIsNoLanguageOfThePageIsIgnored(_ chosen: String) {
    #expect(language(nil, "fr", chosen: chosen) == Language.best(for: ["fr"]))
  }

  @Test(arguments: [
    ("de-CH, en;q=0.5", "de"), ("en;q=0.5, de", "de"), ("fr;q=0, de;q=0.1", "de"), ("*, de;q=0.9", "de"),
    ("en , de", "en"), ("de;q=x, en", "en"), ("", "en"), (",;q=1,", "en"),
  ])
  func browserPrefersALanguage(_ accepted: String, _ tag: String) {
    #expect(language(nil, accepted) == Language.best(for: [tag]))
  }

  @Test func browserWithoutALanguageGetsEnglish() {
    #expect(language(nil, nil) == .english)
  }

  @Test func longListOfLanguagesIsReadInPart() {
    let long = String(repeating: "xx,", count: 20_000) + "de"
    #expect(language(nil, long) == .english)
  }

  @Test func pageNamesItsLanguageAndLoadsItsTexts() async throws {
    try await TestServer.run { server in
      for (accepted, tag, direction) in [("ar-EG", "ar", "rtl"), ("de", "de", "ltr"), ("xx", "en", "ltr")] {
        let language = Language.best(for: [tag])
        let answer = try await server.listening.send(.get, "/", fields: ["Accept-Language": accepted])
        let page = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.fields["Content-Language"] == language.tag)
        #expect(answer.fields["Vary"] == "Accept-Language, Cookie")
        #expect(
          page.contains(
            "<html lang=\"\(language.tag)\" dir=\"\(language.isRightToLeft ? "rtl" : direction)\">"))
        let script = try #require(page.firstMatch(of: /src="(\/assets\/texts-[\w-]+\.[0-9a-f]{16}\.js)"/))
        #expect(script.1.hasPrefix("/assets/texts-\(language.tag)."))
        let offered = try #require(
          page.firstMatch(of: /"doorward-languages" content="([^"]*)" data-fixed="false"/))
        #expect(offered.1.split(separator: " ").count == Language.all.count)
        #expect(offered.1.contains("\(language.tag):\(direction):\(script.1)"))
        let texts = try await server.listening.send(.get, String(script.1))
        #expect(texts.fields["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(String(decoding: texts.body, as: UTF8.self).hasPrefix("globalThis.doorwardTexts = {"))
      }
    }
  }

  @Test func applicationFixesTheLanguageOfItsPage() async throws {
    let settings: JSONObject = ["applications": [["id": "default", "methods": ["siwe"], "language": "de"]]]
    try await TestServer.run(settings) { server in
      let answer = try await server.listening.send(.get, "/", fields: ["Accept-Language": "fr"])
      #expect(answer.fields["Content-Language"] == "de")
      #expect(String(decoding: answer.body, as: UTF8.self).contains("data-fixed=\"true\""))
    }
  }

  @Test func unknownLanguageStopsTheStart() async {
    let settings: JSONObject = [
      "applications": [["id": "default", "methods": ["siwe"], "language": "de-AT"]]
    ]
    await #expect(throws: (any Error).self) { try await TestServer.run(settings) { _ in } }
  }
}
