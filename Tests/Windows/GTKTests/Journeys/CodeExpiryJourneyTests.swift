#if os(Linux)
  import Doorward
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// Codes that expire while their view is open.
  final class CodeExpiryJourneyTests: WindowTestCase {
    func testExpiredCodeIsReplacedByANewOne() throws {
      try onLoop {
        let server = DoorwardTestServer(DoorwardTestOffer(methods: ["code"]))
        let scene = try await SignInScene(server, clock: server.time.clock)
        try await scene.type(SignInScene.email, into: "Email or phone")
        try await scene.press("Continue")
        try await scene.reader.wait(for: "Send a new code in 60 seconds", role: "push button")
        let first = try await scene.code()
        try await scene.photograph("journey-code-pause")
        server.advance(by: .seconds(300))
        try await scene.reader.wait(for: "The code has expired. Send a new one.", role: "alert")
        let shown = try await scene.reader.tree()
        XCTAssertFalse(
          shown.contains { $0.name == "Code" || $0.name == "Continue" }, "An expired code can be sent.")
        XCTAssertEqual(scene.window.screen.content?.defaultButton?.label, "Send a new code")
        try await scene.photograph("journey-code-expired")
        try await scene.reader.press(.enter)
        try await scene.reader.wait(for: "Send a new code in 60 seconds", role: "push button")
        let field = try await scene.reader.wait(for: "Code", role: "text")
        XCTAssertTrue(field.states.contains("focused"), "\(field)")
        XCTAssertEqual(field.text, "")
        let second = try await scene.code()
        XCTAssertNotEqual(second, first)
        // The challenge of the new code does not accept the old one.
        try await scene.type(first, into: "Code")
        try await scene.reader.wait(
          for: "The code is wrong. Check it, or send a new one.", role: "alert")
        XCTAssertFalse(scene.doorward.isLoggedIn)
        try await scene.type(second, into: "Code")
        try await scene.press("Skip")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
        XCTAssertTrue(scene.doorward.isLoggedIn)
      }
    }

    /// Not the code has expired, but the whole sign-in.
    func testSecondFactorThatTakesTooLongStartsAgain() throws {
      try onLoop {
        let server = try await SentFactorScene.server()
        let scene = try await SignInScene(server, clock: server.time.clock)
        try await scene.signInWithPassword()
        try await scene.reader.wait(for: "Confirm with a code", role: "heading")
        server.advance(by: .seconds(3600))
        try await scene.reader.wait(for: "Sign in again", role: "heading")
        try await scene.reader.wait(for: "This took too long. Start again.", role: "alert")
        try await scene.photograph("journey-too-late")
        try await scene.press("Start again")
        let field = try await scene.reader.wait(for: "Email or phone", role: "text")
        XCTAssertEqual(field.text, SignInScene.email)
        scene.window.close()
        _ = await scene.end()
      }
    }
  }
#endif
