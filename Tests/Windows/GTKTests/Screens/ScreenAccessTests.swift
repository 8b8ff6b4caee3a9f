#if os(Linux)
  import DesktopLoops
  import DoorwardGTKWidgets
  import XCTest

  @testable import DoorwardFlow
  @testable import DoorwardGTK

  /// The controls that a screen reader and a keyboard reach.
  final class ScreenAccessTests: WindowTestCase {
    func testControlsHaveNamesInReadingOrder() throws {
      try onLoop {
        let scene = try AccessScene(SampleContents.start)
        let reader = try await ScreenReader.shared()
        try await reader.wait(for: "Email or user name", role: "text")
        let tree = try await reader.tree()
        let controls = tree.filter { ["text", "push button"].contains($0.role) }.map(\.name)
        XCTAssertEqual(
          controls,
          [
            "Email or user name", "Continue", "Use a passkey, Last used", "Continue in the browser",
            "Create an account", "Close",
          ])
        XCTAssertTrue(tree.contains { $0.role == "heading" && $0.name == "Sign in to Notes" }, "\(tree)")
        XCTAssertTrue(tree.contains { $0.role == "text" && $0.states.contains("focused") })
        XCTAssertNil(scene.pressed)
      }
    }

    func testButtonNeedsItsFields() throws {
      try onLoop {
        let scene = try AccessScene(SampleContents.start)
        let reader = try await ScreenReader.shared()
        let button = try await reader.wait(for: "Continue", role: "push button")
        XCTAssertFalse(button.states.contains("sensitive"))
        try await reader.type("ada@example.com", into: "Email or user name")
        try await reader.press("Continue")
        try await eventually("the button is pressed") {
          scene.pressed?.id == "doorward.sign-in.start.continue"
        }
        XCTAssertEqual(scene.texts?[.identifier], "ada@example.com")
      }
    }

    func testReturnPressesDefaultButton() throws {
      try onLoop {
        let scene = try AccessScene(SampleContents.start)
        let reader = try await ScreenReader.shared()
        try await reader.wait(for: "Continue", role: "push button")
        try await reader.type("ada", into: "Email or user name")
        try await reader.press(.enter)
        try await eventually("the button is pressed") {
          scene.pressed?.id == "doorward.sign-in.start.continue"
        }
      }
    }

    func testEscapeAndAltLeftGoBack() throws {
      try onLoop {
        let reader = try await ScreenReader.shared()
        for (key, alt) in [(ScreenReader.Key.escape, false), (.left, true)] {
          let scene = try AccessScene(SampleContents.password)
          try await reader.wait(for: "Password", role: "password text")
          try await reader.press(key, alt: alt)
          try await eventually("the user goes back") { scene.pressed?.id == "doorward.sign-in.password.back" }
        }
      }
    }

    func testEscapeClosesFirstView() throws {
      try onLoop {
        let reader = try await ScreenReader.shared()
        let scene = try AccessScene(SampleContents.start)
        try await reader.wait(for: "Continue", role: "push button")
        try await reader.press(.escape)
        try await eventually("the window is closed") { scene.pressed?.id == "doorward.sign-in.start.close" }
      }
    }

    func testUpdateKeepsTextAndFocus() throws {
      try onLoop {
        let reader = try await ScreenReader.shared()
        let scene = try AccessScene(SampleContents.start)
        try await reader.wait(for: "Continue", role: "push button")
        try await reader.type("ada", into: "Email or user name")
        var content = SampleContents.start
        content.elements.insert(
          .text(ScreenContent.Paragraph(id: "doorward.sign-in.start.note", "By invitation only.", .caption)),
          at: 0)
        content.problem = ScreenContent.Problem(id: "problem", text: "The server cannot be reached.")
        scene.window.draw(content)
        let field = try await reader.wait(for: "Email or user name", role: "text")
        XCTAssertEqual(field.text, "ada")
        XCTAssertTrue(field.states.contains("focused"), "\(field)")
        try await reader.wait(for: "By invitation only.")
      }
    }

    func testProblemIsAnAlertAndBelongsToItsField() throws {
      try onLoop {
        let reader = try await ScreenReader.shared()
        let scene = try AccessScene(SampleContents.password)
        try await reader.wait(for: "Password", role: "password text")
        try await reader.type("wrong", into: "Password")
        var content = SampleContents.password
        content.problem = ScreenContent.Problem(
          id: "problem", text: "This password is wrong.", field: .password)
        scene.window.draw(content)
        let alert = try await reader.wait(for: "This password is wrong.", role: "alert")
        XCTAssertEqual(alert.name, "This password is wrong.")
        let field = try await reader.wait(for: "Password", role: "password text")
        XCTAssertEqual(field.description, "This password is wrong.")
        XCTAssertTrue(!Set(field.states).isDisjoint(with: ["invalid", "invalid-entry"]), "\(field)")
        XCTAssertEqual(scene.window.content?.problem?.text, "This password is wrong.")
        XCTAssertEqual(field.text ?? "", "", "A wrong password is typed again.")
      }
    }

    /// As in SwiftUI, the problem of a field has the button that repeats the step.
    func testProblemOfFieldHasRetry() throws {
      try onLoop {
        let reader = try await ScreenReader.shared()
        let scene = try AccessScene(SampleContents.password)
        try await reader.wait(for: "Password", role: "password text")
        var content = SampleContents.password
        content.problem = ScreenContent.Problem(
          id: "problem", text: "The server has too much to do.", field: .password,
          retry: ScreenContent.Button(id: "retry", label: "Try again", action: .signIn(.retry)))
        scene.window.draw(content)
        try await reader.wait(for: "Try again", role: "push button")
        try await reader.press("Try again")
        try await eventually("the button is pressed") { scene.pressed?.id == "retry" }
        content.problem = nil
        scene.window.draw(content)
        let tree = try await reader.tree()
        XCTAssertFalse(tree.contains { $0.name == "Try again" })
      }
    }

    /// A screen reader must not read the problem again each second.
    func testRemainingTimeIsNotAnnouncedAgain() throws {
      try onLoop {
        let reader = try await ScreenReader.shared()
        let scene = try AccessScene(SampleContents.password)
        var content = SampleContents.password
        for seconds in [42, 41] {
          content.problem = ScreenContent.Problem(
            id: "problem",
            text: ProblemSentence(
              text: "Too many tries. Try again in \(seconds) seconds.", announcement: "Too many tries."),
            field: nil, retry: nil)
          scene.window.draw(content)
          try await reader.wait(for: "Too many tries. Try again in \(seconds) seconds.")
          let alert = try await reader.wait(role: "alert")
          XCTAssertEqual(alert.name, "Too many tries.")
        }
      }
    }
  }

  /// A window with a content, and what was pressed in it.
  @MainActor final class AccessScene {
    let window: ScreenWindow
    private(set) var pressed: ScreenContent.Button?
    private(set) var texts: FieldTexts?

    init(_ content: ScreenContent, _ layout: ScreenLayout = .signIn) throws {
      window = try XCTUnwrap(ScreenWindow(layout, DoorwardTheme()))
      window.onPress = { [weak self] in
        self?.pressed = $0
        self?.texts = $1
      }
      window.draw(content)
      window.window.present()
    }
  }
#endif
