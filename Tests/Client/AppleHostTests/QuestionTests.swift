import DoorwardTexts
import Foundation
import Testing
import WebKit

@testable import NEARConnect

@MainActor struct QuestionTests {
  private let scene = HostScene()

  @Test(arguments: [("OK", true), ("Cancel", false)])
  func confirmWaitsForUser(_ button: String, _ isConfirmed: Bool) throws {
    let answers = try scene.walletFrame().confirm("Delete the account?")
    #expect(scene.screen.question == "Delete the account?")
    #expect(scene.screen.asker == "wallet.example")
    #expect(answers.values == [])
    scene.screen.press(button)
    #expect(answers.values == [isConfirmed])
    #expect(scene.screen.question == nil)
  }

  @Test func buttonsAreInTheLanguageOfThePage() throws {
    let language = try required(Language(tag: "de"), "no German")
    let scene = HostScene(texts: Texts(language))
    _ = try scene.walletFrame().confirm("Delete the account?")
    #expect(Set(scene.screen.buttons) == ["OK", "Abbrechen"])
    scene.screen.press("Abbrechen")
  }

  @Test func alertWaitsForUser() throws {
    let answers = try scene.walletFrame().alert("Signed")
    #expect(scene.screen.buttons == ["OK"])
    #expect(answers.values == [])
    scene.screen.press("OK")
    #expect(answers.values == [true])
  }

  @Test func promptReturnsEnteredText() throws {
    let answers = try scene.walletFrame().prompt("Name?", "alice")
    #expect(scene.screen.entry == "alice")
    scene.screen.entry = "bob"
    scene.screen.press("OK")
    #expect(answers.values == ["bob"])
    let declined = try scene.walletFrame().prompt("Name?", "alice")
    scene.screen.press("Cancel")
    #expect(declined.values == [nil])
  }

  @Test func questionsAreShownOneAtATime() throws {
    let first = try scene.walletFrame().confirm("First?")
    let second = try scene.walletFrame().confirm("Second?")
    #expect(scene.screen.question == "First?")
    scene.screen.press("OK")
    #expect(scene.screen.question == "Second?")
    scene.screen.press("Cancel")
    #expect(first.values == [true])
    #expect(second.values == [false])
  }

  @Test func questionWithoutWindowIsDeclined() throws {
    let scene = HostScene(isInWindow: false)
    #expect(try scene.walletFrame().confirm("Delete?").values == [false])
  }

  @Test func questionThatIsCoveredIsDeclined() throws {
    let shown = try scene.walletFrame().confirm("First?")
    let waiting = try scene.walletFrame().confirm("Second?")
    scene.host.view.removeFromSuperview()
    #expect(shown.values == [false])
    #expect(waiting.values == [false])
    #expect(scene.screen.question == nil)
  }

  @Test func questionOfPageThatEndsIsDeclined() throws {
    let answers = try scene.walletFrame().confirm("Delete?")
    try scene.bridge.terminate()
    #expect(answers.values == [false])
    #expect(scene.screen.question == nil)
  }

  @Test func questionThatAppRemovesIsDeclined() async throws {
    let answers = try scene.walletFrame().confirm("Delete?")
    scene.screen.dropQuestion()
    try await eventually("the page has its answer") { !answers.values.isEmpty }
    #expect(answers.values == [false])
    let next = try scene.walletFrame().confirm("Again?")
    scene.screen.press("OK")
    #expect(next.values == [true])
  }

  @Test func questionOutlivesHost() async throws {
    var scene: HostScene? = HostScene()
    let screen = try required(scene?.screen, "no screen")
    let answers = try required(try scene?.walletFrame().confirm("Delete?"), "no page")
    scene = nil
    screen.press("OK")
    #expect(answers.values == [true])
  }

  @Test func onlyFirstAnswerCounts() async {
    var given: [String?] = []
    var pending: PendingAnswer<String>? = PendingAnswer { given.append($0) }
    pending?("first")
    pending?("second")
    pending = nil
    for _ in 0..<100 { await Task.yield() }
    #expect(given == ["first"])
  }

  #if canImport(UIKit)
    @Test func questionThatIsNotPresentedIsDeclined() async throws {
      scene.screen.root.setInHierarchy(false)
      let answers = try scene.walletFrame().confirm("Delete?")
      #expect(scene.screen.question == nil)
      try await eventually("the page has its answer") { !answers.values.isEmpty }
      #expect(answers.values == [false])
      scene.screen.root.setInHierarchy(true)
      let next = try scene.walletFrame().confirm("Again?")
      scene.screen.press("OK")
      #expect(next.values == [true])
    }

    @Test func questionWaitsForSheetThatAppears() throws {
      let sheet = UIViewController()
      scene.screen.root.beginPresenting(sheet)
      let answers = try scene.walletFrame().confirm("Delete?")
      #expect(answers.values == [])
      scene.screen.root.finishTransition()
      #expect(scene.screen.question == "Delete?")
      scene.screen.press("OK")
      #expect(answers.values == [true])
    }

    @Test func questionDeclinedWhileItWaitsIsNotShown() throws {
      scene.screen.root.beginPresenting(UIViewController())
      let answers = try scene.walletFrame().confirm("Delete?")
      scene.host.view.removeFromSuperview()
      #expect(answers.values == [false])
      scene.screen.root.finishTransition()
      #expect(scene.screen.question == nil)
    }

    @Test func questionWaitsForSheetThatDisappears() throws {
      scene.screen.root.present(UIViewController(), animated: true)
      scene.screen.root.beginDismissing()
      let answers = try scene.walletFrame().confirm("Delete?")
      scene.screen.root.finishTransition()
      #expect(scene.screen.question == "Delete?")
      scene.screen.press("Cancel")
      #expect(answers.values == [false])
    }
  #endif
}
