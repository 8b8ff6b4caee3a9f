#if os(Linux)
  import Doorward
  import DoorwardTesting
  import XCTest

  @testable import DoorwardFlow

  /// Second factors and their recovery codes, in the window.
  final class SecondFactorJourneyTests: WindowTestCase {
    func testRequiredAuthenticatorIsAddedAndAsked() throws {
      try onLoop {
        var offer = DoorwardTestOffer()
        offer.requiresSecondFactor = true
        let server = DoorwardTestServer(offer)
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
        var offer = DoorwardTestOffer()
        offer.requiresSecondFactor = true
        let server = DoorwardTestServer(offer)
        let authenticator = try await FactorScene.addAuthenticator(server).authenticator
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
            try await scene.press("Continue")
          }
          try await scene.reader.wait(for: "Enter the code of your app", role: "heading")
          XCTAssertFalse(scene.doorward.isLoggedIn)
          let code = try authenticator.code(at: server.time.now)
          try await scene.type(code == "123456" ? "654321" : "123456", into: "Code")
          try await scene.press("Continue")
          try await scene.reader.wait(
            for: "The code is wrong, or was used already. Wait for the next code of the app.", role: "alert")
          try await scene.photograph("journey-authenticator-code")
          try await scene.type(code, into: "Code")
          try await scene.press("Continue")
          let end = await scene.end()
          XCTAssertEqual(end, "completed")
          XCTAssertTrue(scene.doorward.isLoggedIn)
        }
      }
    }
  }

  @MainActor private enum FactorScene {
    /// Signs a user up, who adds an authenticator in the window and tries to leave the recovery codes.
    ///
    /// - Returns: The authenticator, and the recovery codes that the window shows.
    static func addAuthenticator(
      _ server: DoorwardTestServer
    ) async throws -> (authenticator: TestAuthenticator, codes: [String]) {
      let scene = try await SignInScene(server)
      try await scene.press("Create an account")
      try await scene.type(SignInScene.email, into: "Email or phone")
      try await scene.type(SignInScene.password, into: "Password")
      try await scene.press("Create account")
      try await scene.typeCode()
      try await scene.press("Continue")
      try await scene.press("Add an authenticator app")
      let node = try await scene.reader.wait(starting: "Key: ")
      let secret = node.name.dropFirst("Key: ".count).filter { $0 != " " }
      let authenticator = try TestAuthenticator(secret: secret)
      try await scene.type(
        try authenticator.code(at: server.time.now), into: "Code that the app shows")
      try await scene.photograph("journey-authenticator")
      try await scene.press("Confirm")
      try await scene.reader.wait(for: "Save your recovery codes", role: "heading")
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
  }
#endif
