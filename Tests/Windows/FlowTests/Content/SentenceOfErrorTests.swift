import Doorward
import DoorwardTexts
import Foundation
import Testing

@testable import DoorwardFlow

/// The sentences of errors for the app's own screens.
struct SentenceOfErrorTests {
  private let texts = Texts(.english)

  private func sentence(_ code: DoorwardError.Code) -> String {
    texts.sentence(for: DoorwardError(code: code, reason: "A reason in English."))
  }

  @Test func sentenceIsThatOfTheViews() throws {
    #expect(sentence(.offline) == "You are offline. Connect to the network and try again.")
    let german = Texts(try #require(Language(tag: "de")))
    #expect(
      german.sentence(for: DoorwardError(code: .offline, reason: ""))
        == german.text("windows.error.offline"))
  }

  @Test func codeOfANewerServerHasAGeneralSentence() {
    #expect(sentence(DoorwardError.Code(rawValue: "no_such_code")) == "Something went wrong. Try again.")
  }

  /// The codes of `docs/errors.md` that a call of the SDK throws: those of the API without the calls of backends and of the
  /// administration, and those of the SDK and of security keys.
  private static let documented: [String] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../../docs/errors.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var (part, section, codes) = ("", "", [String]())
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { (part, section) = (String(line.dropFirst(3)), "") }
      if line.hasPrefix("### ") { section = String(line.dropFirst(4)) }
      let isOfSDK = section.hasSuffix("the client SDK") || section == "DoorwardSecurityKeys"
      let isOfOperators = section == "Backends" || section == "The administration"
      guard line.hasPrefix("| `"), part == "HTTP API" && !isOfOperators || isOfSDK else { continue }
      codes.append(String(line.dropFirst(3).prefix { $0 != "`" }))
    }
    return codes
  }()

  @Test func everyDocumentedCodeHasASentenceInEachLanguage() {
    #expect(Self.documented.count > 200)
    for language in Language.all {
      let texts = Texts(language)
      let unknown = texts.text("windows.error.unknown")
      let without = Self.documented.filter { code in
        let error = DoorwardError(code: DoorwardError.Code(rawValue: code), reason: "A reason in English.")
        return [unknown, "A reason in English."].contains(texts.sentence(for: error))
      }
      #expect(without == [], "\(language.tag)")
    }
  }

  /// The shared sentences are also those of the hosted page.
  @Test func sentenceOfAnAppDoesNotSpeakOfAPageOrABrowser() {
    let speaking = Self.documented.filter { code in
      let text = sentence(DoorwardError.Code(rawValue: code)).lowercased()
      return ["this page", "this browser", "your browser", "reload"].contains(where: text.contains)
    }
    #expect(speaking == [])
  }

  @Test(arguments: [
    (["repetition", "add_words"], "Easy to guess: it repeats itself."),
    (["contains_application_name"], "Easy to guess: it contains the name of this app or site."),
    (["a_newer_code"], "Easy to guess. Add more unrelated words."),
    ([], "Easy to guess. Add more unrelated words."),
  ]) func refusedPasswordHasItsReason(_ advice: [String], _ said: String) {
    let error = DoorwardError(
      code: .passwordTooGuessable, reason: "", passwordAdvice: advice.map(PasswordAdvice.init(rawValue:)))
    #expect(texts.sentence(for: error) == said)
  }

  /// A call can need the second factor a second after the sign-in.
  @Test func missingSecondFactorIsNotAnOldSignIn() {
    let sentence = { (stepUp: StepUp) in
      texts.sentence(for: DoorwardError(code: .recentSignInRequired, reason: "", stepUp: stepUp))
    }
    #expect(sentence(.secondFactor(assurances: [])) == texts.text("again.secondFactor"))
    #expect(
      sentence(.recentSignIn(maximumAge: .seconds(600))).hasPrefix("Your last sign-in was a while ago."))
  }
}
