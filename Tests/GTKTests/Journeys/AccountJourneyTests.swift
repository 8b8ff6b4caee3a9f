#if os(Linux)
  import Doorward
  import DoorwardFlow
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// The account window: each change, by its buttons.
  final class AccountJourneyTests: WindowTestCase {
    func testNameIsChanged() throws {
      try onLoop {
        let scene = try await AccountScene()
        try await scene.press("Edit")
        try await scene.type("Ada King", into: "Name")
        try await scene.photograph("account-profile", dialog: true)
        try await scene.press("Save")
        try await scene.reader.wait(for: "Ada King")
        XCTAssertEqual(scene.doorward.currentUser?.info.name, "Ada King")
        try await scene.photograph("account-journey")
        await scene.close()
      }
    }

    func testOtherSessionIsEnded() throws {
      try onLoop {
        let scene = try await AccountScene()
        let other = Doorward(scene.server.configuration)
        _ = try await other.password.login(identifier: SignInScene.email, password: SignInScene.password)
        try await scene.reopen()
        let button = try await scene.reader.wait(starting: "Sign out ", role: "push button")
        try await scene.reader.press(button.name)
        try await scene.reader.wait(for: "That device has to sign in again.")
        try await scene.photograph("account-end-session", dialog: true)
        try await scene.pressInDialog("Sign out")
        try await scene.waitForNotice()
        await scene.close()
      }
    }

    func testPasswordIsChanged() throws {
      try onLoop {
        let scene = try await AccountScene()
        try await scene.press("Change password")
        try await scene.type("a wrong password", into: "Current password")
        try await scene.type("a long new password", into: "New password")
        try await scene.press("Save password")
        try await scene.reader.wait(for: "The current password is wrong.", role: "alert")
        try await scene.photograph("account-password", dialog: true)
        try await scene.type(SignInScene.password, into: "Current password")
        try await scene.press("Save password")
        try await scene.waitForNotice()
        let other = Doorward(scene.server.configuration)
        _ = try await other.password.login(identifier: SignInScene.email, password: "a long new password")
        XCTAssertTrue(other.isLoggedIn)
        await scene.close()
      }
    }

    func testUserSignsOut() throws {
      try onLoop {
        let scene = try await AccountScene()
        try await scene.press("Sign out")
        try await scene.reader.wait(for: "You can sign in again at any time.")
        try await scene.pressInDialog("Sign out")
        let end = await scene.end()
        XCTAssertEqual(end, .signedOut)
        XCTAssertFalse(scene.doorward.isLoggedIn)
      }
    }

    func testAccountIsDeleted() throws {
      try onLoop {
        let scene = try await AccountScene()
        try await scene.press("Delete account")
        try await scene.reader.wait(for: "Delete your account?", role: "heading")
        try await scene.photograph("account-delete", dialog: true)
        try await scene.press("Delete my account")
        try await scene.reader.wait(for: "Your account will be deleted", role: "heading")
        try await scene.photograph("account-deleted")
        XCTAssertFalse(scene.doorward.isLoggedIn)
        try await scene.reader.press(.escape)
        let end = await scene.end()
        XCTAssertEqual(end, .deleted)
      }
    }

    func testEscapeClosesTheDialogAlone() throws {
      try onLoop {
        let scene = try await AccountScene()
        try await scene.press("Change password")
        try await scene.reader.wait(for: "Current password", role: "password text")
        try await scene.reader.press(.escape)
        try await scene.waitForDialog(false)
        XCTAssertTrue(scene.window.screen.window.isVisible)
        await scene.close()
      }
    }
  }
#endif
