#if os(Linux)
  import DesktopLoops
  import Doorward
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardFlow
  @testable import DoorwardGTK

  /// Second factors and their recovery codes, in the window.
  final class SecondFactorJourneyTests: WindowTestCase {
    func testRequiredAuthenticatorIsAddedAndAsked() throws {
      try onLoop {
        let server = FactorScene.server()
        let codes = try await FactorScene.addAuthenticator(server).codes
        XCTAssertEqual(codes.count, 10)
        // The next sign-in asks for a factor.
        let scene = try await SignInScene(server)
        try await scene.continueToPassword()
        try await scene.type(SignInScene.password, into: "Password")
        try await scene.press("Sign in")
        try await scene.press("Use a recovery code instead")
        try await scene.type(codes[0], into: "Recovery code")
        try await scene.photograph("journey-recovery-code")
        try await scene.press("Continue")
        try await scene.reader.wait(for: "You have 9 recovery codes left.")
        try await scene.press("Continue")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
        XCTAssertTrue(scene.doorward.isLoggedIn)
      }
    }

    /// Threat case 31: a code of the authenticator is asked for after a password and after a code.
    func testAuthenticatorIsAskedAfterEachFirstFactor() throws {
      try onLoop {
        let server = FactorScene.server()
        let authenticator = try await FactorScene.addAuthenticator(server).authenticator
        await server.changeOffer {
          $0.methods.append("code")
          $0.signInFirst = "password"
        }
        for hasPassword in [true, false] {
          // A code of an authenticator works once.
          server.advance(by: .seconds(90))
          let scene = try await SignInScene(server)
          try await scene.continueToPassword()
          if hasPassword {
            try await scene.type(SignInScene.password, into: "Password")
            try await scene.press("Sign in")
          } else {
            try await scene.press("Send a code instead")
            try await scene.typeCode()
          }
          try await scene.reader.wait(for: "Enter the code of your app", role: "heading")
          XCTAssertFalse(scene.doorward.isLoggedIn)
          let code = try authenticator.code(at: server.time.now)
          try await scene.type(code == "123456" ? "654321" : "123456", into: "Code")
          try await scene.reader.wait(
            for: "The code is wrong, or was used already. Wait for the next code of the app.", role: "alert")
          try await scene.photograph("journey-authenticator-code")
          try await scene.type(code, into: "Code")
          let end = await scene.end()
          XCTAssertEqual(end, "completed")
          XCTAssertTrue(scene.doorward.isLoggedIn)
        }
      }
    }

    func testAppCannotCloseAWindowWithRecoveryCodes() throws {
      try onLoop {
        let scene = try await SignInScene(FactorScene.server())
        try await FactorScene(scene.server, scene.reader).reachRecoveryCodes()
        scene.window.close()
        try await scene.reader.wait(for: "Save the codes first. They are not shown again.")
        XCTAssertTrue(scene.window.screen.window.isVisible)
        try await scene.press("I have saved the codes")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
      }
    }

    /// The window closes when the server has answered without codes.
    func testWindowThatWaitsForRecoveryCodesClosesLater() throws {
      try onLoop {
        let scene = try await SignInScene(FactorScene.server())
        let journey = FactorScene(scene.server, scene.reader)
        try await journey.reachAuthenticator()
        await scene.server.next(.held, for: "/v1/second-factor/verify")
        try await scene.type("000000", into: "Code that the app shows")
        _ = await scene.server.request(for: "/v1/second-factor/verify")
        scene.window.close()
        XCTAssertTrue(scene.window.screen.window.isVisible)
        await scene.server.release()
        let end = await scene.end()
        XCTAssertEqual(end, "cancelled")
      }
    }

    func testReleasedWindowShowsItsRecoveryCodes() throws {
      try onLoop {
        let server = FactorScene.server()
        let doorward = Doorward(server.configuration)
        var window = DoorwardSignInWindow(doorward, memory: .nowhere)
        window?.present()
        let journey = FactorScene(server, try await ScreenReader.shared())
        try await journey.reachRecoveryCodes()
        weak let released = window
        window = nil
        try await journey.press("I have saved the codes")
        try await eventually("the window is freed") { released == nil }
        XCTAssertTrue(doorward.isLoggedIn)
      }
    }
  }

  /// A sign-up that adds an authenticator.
  @MainActor private struct FactorScene {
    let server: DoorwardTestServer
    let reader: ScreenReader

    init(_ server: DoorwardTestServer, _ reader: ScreenReader) {
      self.server = server
      self.reader = reader
    }

    /// A server that requires a second factor, after a password.
    static func server() -> DoorwardTestServer {
      var offer = DoorwardTestOffer(methods: ["password"])
      offer.requiresSecondFactor = true
      return DoorwardTestServer(offer)
    }

    /// Signs a user up, who adds an authenticator in the window and tries to leave the recovery codes.
    ///
    /// - Returns: The authenticator, and the recovery codes that the window shows.
    static func addAuthenticator(
      _ server: DoorwardTestServer
    ) async throws -> (authenticator: TestAuthenticator, codes: [String]) {
      let scene = try await SignInScene(server)
      let journey = FactorScene(server, scene.reader)
      try await journey.reachAuthenticator()
      try await scene.photograph("journey-authenticator")
      let authenticator = try await journey.confirm()
      // The window does not close before the user has saved the codes.
      try await scene.reader.press(.escape)
      try await scene.reader.wait(for: "Save the codes first. They are not shown again.")
      try await scene.photograph("journey-recovery-codes")
      let tree = try await scene.reader.tree()
      let codes = tree.compactMap(\.text).filter { $0.count == 11 && $0.contains("-") }
      try await scene.press("I have saved the codes")
      let end = await scene.end()
      XCTAssertEqual(end, "completed")
      return (authenticator, codes)
    }

    func reachRecoveryCodes() async throws {
      try await reachAuthenticator()
      try await confirm()
    }

    /// Signs up and begins to add an authenticator.
    func reachAuthenticator() async throws {
      try await press("Create an account")
      try await type(SignInScene.email, into: "Email or phone")
      try await type(SignInScene.password, into: "Password")
      try await press("Create account")
      try await reader.wait(for: "Code", role: "text")
      let sent = await server.lastCode(to: SignInScene.email)
      try await type(try XCTUnwrap(sent), into: "Code")
      try await press("Add an authenticator app")
      _ = try await reader.wait(starting: "Key: ")
    }

    /// Types the code of the new authenticator.
    @discardableResult private func confirm() async throws -> TestAuthenticator {
      let node = try await reader.wait(starting: "Key: ")
      let secret = node.name.dropFirst("Key: ".count).filter { $0 != " " }
      let authenticator = try TestAuthenticator(secret: secret)
      try await type(try authenticator.code(at: server.time.now), into: "Code that the app shows")
      try await reader.wait(for: "Save your recovery codes", role: "heading")
      return authenticator
    }

    func press(_ name: String) async throws {
      try await reader.press(name)
    }

    private func type(_ text: String, into name: String) async throws {
      try await reader.type(text, into: name)
    }
  }
#endif
