#if os(Linux)
  import Doorward
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// Codes by email and SMS as the second factor.
  final class SentFactorJourneyTests: WindowTestCase {
    func testCodeByEmailIsTheSecondFactor() throws {
      try onLoop {
        let scene = try await SignInScene(try await SentFactorScene.server())
        try await scene.signInWithPassword()
        try await scene.reader.wait(for: "Confirm with a code", role: "heading")
        try await scene.photograph("journey-factor-code")
        try await scene.press("Send a code")
        try await scene.reader.wait(for: "Enter the code that was sent to a•••@example.com.")
        let code = try await scene.code()
        try await scene.type(code == "123456" ? "654321" : "123456", into: "Code")
        try await scene.reader.wait(
          for: "The code is wrong. Check it, or send a new one.", role: "alert")
        XCTAssertFalse(scene.doorward.isLoggedIn)
        try await scene.photograph("journey-factor-email")
        try await scene.type(code, into: "Code")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
      }
    }

    func testCodeBySMSReplacesThatByEmail() throws {
      try onLoop {
        let server = try await SentFactorScene.server()
        let scene = try await SignInScene(server)
        try await scene.signInWithPassword()
        try await scene.press("Send a code")
        try await scene.press("Send it by SMS instead")
        try await scene.reader.wait(for: "Enter the code that was sent to •••23.")
        try await scene.reader.wait(for: "Send it by email instead", role: "push button")
        try await scene.photograph("journey-factor-sms")
        let code = await server.lastCode(to: SentFactorScene.phoneNumber)
        try await scene.type(try XCTUnwrap(code), into: "Code")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
        XCTAssertTrue(scene.doorward.isLoggedIn)
      }
    }
  }

  /// A server that asks for a code after each first factor, and a user with an email address and a phone number.
  @MainActor enum SentFactorScene {
    static let phoneNumber = "+14155550123"

    static func server() async throws -> DoorwardTestServer {
      let server = DoorwardTestServer(.passwordFirst)
      let doorward = try await SignInScene.signUp(server)
      let challenge = try await doorward.code.send(phoneNumber: phoneNumber, for: .verify)
      let code = await server.lastCode(to: phoneNumber)
      try await doorward.code.verify(challenge, code: try XCTUnwrap(code))
      await server.changeOffer {
        $0.requiresSecondFactor = true
        $0.secondFactorCodeChannels = ["email", "sms"]
      }
      return server
    }
  }
#endif
