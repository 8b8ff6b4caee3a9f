import Doorward
import DoorwardTexts
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

  @Test(arguments: ["no_such_code", "cross_origin", "photo_processing_unavailable"])
  func sentenceSpeaksNeitherOfPagesNorWithTheWordsOfTheServer(_ code: String) {
    #expect(sentence(DoorwardError.Code(rawValue: code)) == "Something went wrong. Try again.")
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
