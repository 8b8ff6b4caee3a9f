import DoorwardTexts
import Encodings
import Testing

@testable import NEARConnect

/// The texts that the page receives, in each language.
struct BridgePageTextsTests {
  private static func page(_ texts: Texts) -> BridgePage {
    BridgePage(
      baseURL: "https://bridge.example/", storeName: "test", nonce: "", appSchemes: [], allowsLoopback: false,
      texts: texts)
  }

  @Test(arguments: Language.all) func documentHasLanguageDirectionAndTexts(_ language: Language) {
    let texts = Texts(language)
    let html = Self.page(texts).html
    #expect(
      html.contains("<html lang=\"\(language.tag)\" dir=\"\(language.isRightToLeft ? "rtl" : "ltr")\">"))
    #expect(html.contains("<title>\(texts.text("windows.wallets.title"))</title>"))
    #expect(html.contains("<p>\(texts.text("windows.busy"))</p>"))
    #expect(html.firstMatch(of: /\{\w+\}/) == nil, "a blank is not filled")
  }

  @Test(arguments: Language.all) func scriptsHaveEachText(_ language: Language) throws {
    let json = BridgePageTexts.json(Texts(language))
    #expect(Self.page(Texts(language)).pageScript.contains(json))
    let object = try JSONParser.parse(json).object ?? [:]
    #expect(object.keys.count == 15)
    for name in object.keys {
      let text = try #require(object[name]?.string)
      #expect(!text.hasPrefix("windows."), "\(name) has no text")
    }
    #expect(object["refused"]?.string?.contains("{status}") == true)
    #expect(object["scriptFailed"]?.string?.contains("{error}") == true)
    #expect(object["tooSlowAfter"]?.string?.contains("{error}") == true)
  }

  @Test func textOfTheAppIsNoMarkup() {
    let texts = Texts(.english).replacing(["windows.wallets.title": "<b>\"A\" & B</b>"])
    #expect(Self.page(texts).html.contains("<h1 dir=\"auto\">&lt;b>&quot;A&quot; &amp; B&lt;/b></h1>"))
  }

  @Test(arguments: Language.all) func titleOfEachRequestIsInTheLanguage(_ language: Language) {
    let purposes: [WalletPurpose] = [.connect, .signIn, .signMessage, .sendTransaction, .signDelegateActions]
    let titles = purposes.map { $0.title(in: Texts(language)) }
    #expect(Set(titles).count == purposes.count)
    #expect(!titles.contains { $0.hasPrefix("windows.") })
  }
}
