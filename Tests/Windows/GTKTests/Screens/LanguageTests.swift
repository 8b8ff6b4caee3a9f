#if os(Linux)
  import DoorwardFlow
  import DoorwardGTKWidgets
  import DoorwardTesting
  import DoorwardTexts
  import XCTest

  @testable import DoorwardGTK

  /// The windows in other languages, with dark colors and with large texts.
  final class LanguageTests: WindowTestCase {
    /// In Arabic the key to the right goes back, and addresses are written from left to right.
    func testArabicIsMirrored() throws {
      try onLoop {
        let texts = Texts(try XCTUnwrap(Language(tag: "ar")))
        let scene = try await SignInScene(DoorwardTestServer(.passwordFirst), content: SignInContent(texts))
        let identifier = try await scene.reader.wait(role: "text")
        try await scene.photograph("arabic-start")
        try await scene.reader.type(SignInScene.email, into: identifier.name)
        try await scene.reader.press(.enter)
        _ = try await scene.reader.wait(role: "password text")
        try await scene.photograph("arabic-password")
        try await scene.reader.press(.right, alt: true)
        let again = try await scene.reader.wait(role: "text")
        XCTAssertEqual(again.text, SignInScene.email)
        XCTAssertEqual(scene.window.screen.content?.isRightToLeft, true)
        scene.window.close()
        let end = await scene.end()
        XCTAssertEqual(end, "cancelled")
      }
    }

    func testEachLanguageFitsAWindowWithLargeTexts() throws {
      try onLoop {
        TextScale.set(1.5)
        defer { TextScale.set(1) }
        for language in ["de", "ja", "th", "uk"] {
          let texts = Texts(try XCTUnwrap(Language(tag: language)))
          let scene = try await SignInScene(DoorwardTestServer(), content: SignInContent(texts))
          _ = try await scene.reader.wait(role: "text")
          let picture = try await scene.photograph("large-\(language)")
          // A text that does not fit would widen the window.
          XCTAssertEqual(picture.width, 690, language)
          scene.window.close()
          _ = await scene.end()
        }
      }
    }

    func testDarkAccountIsDark() throws {
      try onLoop {
        guard Adwaita.setDark(true) else { throw XCTSkip("libadwaita is not installed") }
        defer { Adwaita.setDark(false) }
        let scene = try await AccountScene()
        try await scene.photograph("account-journey-dark")
        await scene.close()
      }
    }
  }
#endif
