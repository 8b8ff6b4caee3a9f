#if os(Linux)
  import Doorward
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// Sign-ins with a password and with codes, in the window.
  final class PasswordJourneyTests: WindowTestCase {
    func testPasswordSignsIn() throws {
      try onLoop {
        let server = DoorwardTestServer(.passwordFirst)
        _ = try await SignInScene.signUp(server)
        let scene = try await SignInScene(server)
        try await scene.continueToPassword()
        try await scene.photograph("journey-password")
        try await scene.type("a wrong password", into: "Password")
        try await scene.press("Sign in")
        try await scene.reader.wait(
          for: "Wrong email or password.", role: "alert")
        try await scene.photograph("journey-password-wrong")
        try await scene.type(SignInScene.password, into: "Password")
        try await scene.press("Sign in")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
        XCTAssertTrue(scene.doorward.isLoggedIn)
        XCTAssertFalse(scene.window.screen.window.isVisible)
      }
    }

    func testNewUserSignsUp() throws {
      try onLoop {
        let scene = try await SignInScene(DoorwardTestServer(DoorwardTestOffer(methods: ["password"])))
        try await scene.reader.wait(for: "Create an account", role: "push button")
        try await scene.photograph("journey-start")
        try await scene.press("Create an account")
        try await scene.type(SignInScene.email, into: "Email or phone")
        try await scene.type("Ada Lovelace", into: "Name (optional)")
        try await scene.type(SignInScene.password, into: "Password")
        try await scene.photograph("journey-sign-up")
        try await scene.press("Create account")
        try await scene.reader.wait(for: "Code", role: "text")
        try await scene.photograph("journey-sign-up-code")
        try await scene.typeCode()
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
        XCTAssertEqual(scene.doorward.currentUser?.info.email, SignInScene.email)
        XCTAssertEqual(scene.doorward.currentUser?.info.name, "Ada Lovelace")
      }
    }

    func testCodeSignsIn() throws {
      try onLoop {
        let scene = try await SignInScene(DoorwardTestServer(DoorwardTestOffer(methods: ["code"])))
        try await scene.type(SignInScene.email, into: "Email or phone")
        try await scene.reader.press(.enter)
        try await scene.reader.wait(for: "Code", role: "text")
        let code = try await scene.code()
        try await scene.type(code == "123456" ? "654321" : "123456", into: "Code")
        let alert = try await scene.reader.wait(
          for: "The code is wrong. Check it, or send a new one.", role: "alert")
        XCTAssertFalse(alert.name.isEmpty)
        let field = try await scene.reader.wait(for: "Code", role: "text")
        XCTAssertEqual(field.text, "", "A wrong code is typed again.")
        try await scene.photograph("journey-code-wrong")
        try await scene.type(code, into: "Code")
        try await scene.press("Skip")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
      }
    }

    func testCodeSetsNewPassword() throws {
      try onLoop {
        var offer = DoorwardTestOffer.passwordFirst
        offer.codePause = 0
        let server = DoorwardTestServer(offer)
        _ = try await SignInScene.signUp(server)
        let scene = try await SignInScene(server)
        try await scene.continueToPassword()
        try await scene.press("Forgot password?")
        try await scene.typeCode()
        try await scene.type("a long new password", into: "New password")
        try await scene.photograph("journey-reset")
        try await scene.press("Save and sign in")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
      }
    }
  }
#endif
