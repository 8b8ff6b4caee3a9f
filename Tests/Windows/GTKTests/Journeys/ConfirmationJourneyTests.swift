#if os(Linux)
  import Doorward
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// Changes that need a recent sign-in, after an old one.
  final class ConfirmationJourneyTests: WindowTestCase {
    func testOldSignInIsConfirmedWithThePassword() throws {
      try onLoop {
        let scene = try await AccountScene()
        await scene.server.requireRecentSignIn()
        try await scene.press("Add an authenticator app")
        try await scene.reader.wait(for: "Sign in again to continue", role: "heading")
        try await scene.reader.wait(starting: "Your last sign-in was more than a few minutes ago.")
        try await scene.photograph("account-confirmation", dialog: true)
        try await scene.press("Confirm with your password")
        try await scene.type("a wrong password", into: "Password")
        try await scene.press("Sign in")
        try await scene.reader.wait(
          for: "Wrong email or password.", role: "alert")
        try await scene.photograph("account-confirmation-password", dialog: true)
        try await scene.type(SignInScene.password, into: "Password")
        try await scene.press("Sign in")
        // The change goes on.
        _ = try await scene.reader.wait(starting: "Key: ")
        await scene.close()
      }
    }

    func testOldSignInIsConfirmedWithACode() throws {
      try onLoop {
        var offer = DoorwardTestOffer()
        offer.codePause = 0
        let scene = try await AccountScene(DoorwardTestServer(offer))
        await scene.server.requireRecentSignIn()
        try await scene.press("Change your email address")
        try await scene.type("grace@example.com", into: "New email address")
        try await scene.press("Send the code")
        try await scene.press("Confirm with a code to \(SignInScene.email)")
        try await scene.reader.wait(for: "Enter the code that was sent to \(SignInScene.email).")
        try await scene.typeLastCode(to: SignInScene.email)
        // The change goes on, to the address that was typed before.
        try await scene.reader.wait(for: "Enter the code that was sent to grace@example.com.")
        try await scene.typeLastCode(to: "grace@example.com")
        try await scene.waitForNotice()
        XCTAssertEqual(scene.doorward.currentUser?.info.email, "grace@example.com")
        await scene.close()
      }
    }

    func testUserWhoDoesNotConfirmChangesNothing() throws {
      try onLoop {
        let scene = try await AccountScene()
        await scene.server.requireRecentSignIn()
        try await scene.press("Add an authenticator app")
        try await scene.reader.wait(for: "Confirm with your password", role: "push button")
        try await scene.reader.press(.escape)
        try await scene.waitForDialog(false)
        try await scene.reader.wait(for: "Nothing was changed. Sign in again first.", role: "alert")
        try await scene.reader.wait(for: "Two-step verification is off.")
        try await scene.photograph("account-not-confirmed")
        await scene.close()
      }
    }
  }
#endif
