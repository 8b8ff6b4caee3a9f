#if os(Linux)
  import Doorward
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// The account window: second factors and recovery codes.
  final class AccountFactorJourneyTests: WindowTestCase {
    func testCodesByEmailBecomeASecondFactor() throws {
      try onLoop {
        var offer = DoorwardTestOffer()
        offer.secondFactorCodeChannels = ["email", "sms"]
        let scene = try await AccountScene(DoorwardTestServer(offer))
        try await scene.press("Use codes by email")
        let first = try await scene.saveRecoveryCodes()
        let row = try await scene.reader.wait(starting: "Codes by email, Added")
        XCTAssertFalse(row.name.isEmpty)
        try await scene.photograph("account-factors")
        try await scene.press("Make new recovery codes")
        try await scene.reader.wait(for: "Make new recovery codes?", role: "heading")
        try await scene.photograph("account-new-codes", dialog: true)
        try await scene.press("Make new codes")
        // The new factor was not proven in this session.
        try await scene.reader.wait(starting: "Your last sign-in did not use your second step.")
        try await scene.photograph("account-confirmation-second-factor", dialog: true)
        try await scene.press("Confirm with your password")
        try await scene.type(SignInScene.password, into: "Password")
        try await scene.press("Sign in")
        try await scene.press("Send a code")
        try await scene.reader.wait(for: "Code", role: "text")
        try await scene.photograph("account-confirmation-factor", dialog: true)
        try await scene.typeLastCode(to: SignInScene.email)
        let second = try await scene.saveRecoveryCodes()
        XCTAssertEqual(first.count, 10)
        XCTAssertEqual(second.count, 10)
        XCTAssertTrue(Set(first).isDisjoint(with: second))
        let remove = try await scene.reader.wait(
          starting: "Remove: Codes by email, added", role: "push button")
        try await scene.press(remove.name)
        try await scene.reader.wait(for: "Stop using codes as a second step?", role: "heading")
        try await scene.photograph("account-remove-factor", dialog: true)
        try await scene.pressInDialog("Remove")
        try await scene.reader.wait(for: "Second step removed.", role: "alert")
        try await scene.reader.wait(for: "Two-step verification is off.")
        await scene.close()
      }
    }
  }
#endif
