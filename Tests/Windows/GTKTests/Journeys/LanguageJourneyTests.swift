#if os(Linux)
  import Doorward
  import DoorwardFlow
  import DoorwardGTKWidgets
  import DoorwardTesting
  import DoorwardTexts
  import XCTest

  @testable import DoorwardGTK

  /// Users sign up and change their accounts in other languages, by the names of the controls in the language.
  final class LanguageJourneyTests: WindowTestCase {
    func testGermanUserSignsUpAndAddsAnAuthenticator() throws { try onLoop { try await Self.journey("de") } }

    func testArabicUserSignsUpAndAddsAnAuthenticator() throws { try onLoop { try await Self.journey("ar") } }

    @MainActor private static func journey(_ tag: String) async throws {
      let texts = Texts(try XCTUnwrap(Language(tag: tag)))
      let doorward = try await signUp(texts)
      let window = try XCTUnwrap(
        DoorwardAccountWindow(
          doorward, content: AccountContent(SignInContent(texts), photoSources: [.file])))
      window.present()
      WindowTestCase.closings.append { window.close() }
      let reader = try await ScreenReader.shared()
      try await reader.wait(for: texts.text("account.signedInAs", ["name": "Ada"]))
      try await Photograph(window.screen.window, "\(tag)-account")
      try await reader.press(texts.text("secondFactor.add"))
      let start = "\(texts.text("secondFactor.key")): "
      let key = try await reader.wait(starting: start).name.dropFirst(start.count)
      try await Photograph(try XCTUnwrap(window.dialog).window, "\(tag)-authenticator")
      let authenticator = try TestAuthenticator(secret: key.filter { $0 != " " })
      try await reader.type(
        try authenticator.code(at: doorward.serverTime), into: texts.text("secondFactor.firstCode"))
      try await reader.wait(for: texts.text("secondFactor.showTitle"), role: "heading")
      try await Photograph(try XCTUnwrap(window.dialog).window, "\(tag)-recovery-codes")
      try await reader.press(texts.text("secondFactor.saved"))
      try await reader.wait(for: texts.text("secondFactor.left", count: 10))
      window.close()
      _ = await window.result()
    }

    @MainActor private static func signUp(_ texts: Texts) async throws -> Doorward {
      let scene = try await SignInScene(
        DoorwardTestServer(DoorwardTestOffer(methods: ["password"])), content: SignInContent(texts))
      try await scene.press(texts.text("identifier.createAccount"))
      try await scene.type(SignInScene.email, into: texts.text("identifier.emailOrPhone"))
      try await scene.type("Ada", into: texts.text("passkeys.name"))
      try await scene.type(SignInScene.password, into: texts.text("identifier.password"))
      try await scene.photograph("\(texts.language.tag)-sign-up")
      try await scene.press(texts.text("identifier.signUp"))
      try await scene.reader.wait(for: texts.text("identifier.code"), role: "text")
      try await scene.photograph("\(texts.language.tag)-code")
      try await scene.typeCode(into: texts.text("identifier.code"))
      let end = await scene.end()
      XCTAssertEqual(end, "completed")
      return scene.doorward
    }
  }
#endif
