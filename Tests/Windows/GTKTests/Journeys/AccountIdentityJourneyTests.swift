#if os(Linux)
  import DesktopLoops
  import Doorward
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// The account window: the ways to sign in, and the other sessions.
  final class AccountIdentityJourneyTests: WindowTestCase {
    func testUserNameIsChosenChangedAndRemoved() throws {
      try onLoop {
        var offer = DoorwardTestOffer()
        offer.passwordIdentifiers.append("username")
        let scene = try await AccountScene(DoorwardTestServer(offer))
        try await scene.press("Choose a user name")
        try await scene.type("a", into: "User name")
        try await scene.press("Save user name")
        try await scene.reader.wait(for: "The user name is too short. Use a longer one.", role: "alert")
        try await scene.photograph("account-user-name", dialog: true)
        try await scene.type("lovelace", into: "User name")
        try await scene.press("Save user name")
        try await scene.reader.wait(for: "User name saved.", role: "alert")
        XCTAssertEqual(scene.doorward.currentUser?.info.username, "lovelace")
        try await scene.press("More for User name")
        try await scene.press("Change your user name")
        let field = try await scene.reader.wait(for: "User name", role: "text")
        XCTAssertEqual(field.text, "lovelace")
        try await scene.type("countess", into: "User name")
        try await scene.press("Save user name")
        try await scene.reader.wait(for: "countess")
        try await scene.press("More for User name")
        try await scene.press("Remove the user name")
        try await scene.reader.wait(
          for: "You can no longer sign in as countess. Someone else may take the name.")
        try await scene.photograph("account-user-name-removal", dialog: true)
        try await scene.pressInDialog("Remove")
        try await scene.reader.wait(for: "User name removed.", role: "alert")
        XCTAssertNil(scene.doorward.currentUser?.info.username)
        await scene.close()
      }
    }

    func testPhoneNumberIsAddedChangedAndRemoved() throws {
      try onLoop {
        let scene = try await AccountScene()
        try await scene.press("Add a phone number")
        try await scene.type("555", into: "New phone number")
        try await scene.press("Send the code")
        try await scene.reader.wait(role: "alert")
        try await scene.photograph("account-phone", dialog: true)
        for (number, button) in [
          ("+14155550123", "Send the code"), ("+14155550124", "Change your phone number"),
        ] {
          if button != "Send the code" {
            try await scene.press("More for Phone")
            try await scene.press(button)
          }
          try await scene.type(number, into: "New phone number")
          try await scene.press("Send the code")
          try await scene.reader.wait(for: "Enter the code that was sent to \(number).")
          try await scene.photograph("account-phone-code", dialog: true)
          try await scene.typeLastCode(to: number)
          try await scene.reader.wait(for: "Phone number saved.", role: "alert")
          XCTAssertEqual(scene.doorward.currentUser?.info.phoneNumber, number)
        }
        try await scene.press("More for Phone")
        try await scene.press("Remove +14155550124")
        try await scene.reader.wait(for: "Remove this way to sign in?", role: "heading")
        try await scene.photograph("account-remove-identity", dialog: true)
        try await scene.pressInDialog("Remove")
        try await scene.reader.wait(for: "Removed.", role: "alert")
        XCTAssertNil(scene.doorward.currentUser?.info.phoneNumber)
        await scene.close()
      }
    }

    func testOtherSessionsAreEnded() throws {
      try onLoop {
        let scene = try await AccountScene()
        let others = (0..<2).map { _ in Doorward(scene.server.configuration) }
        for other in others {
          _ = try await other.password.login(
            identifier: SignInScene.email, password: SignInScene.password)
        }
        try await scene.reopen()
        try await scene.press("Sign out everywhere else")
        try await scene.reader.wait(for: "Every other device and browser has to sign in again.")
        try await scene.photograph("account-others", dialog: true)
        try await scene.pressInDialog("Sign out")
        try await scene.reader.wait(for: "Signed out everywhere else.", role: "alert")
        try await scene.reader.wait(for: "No other app or browser is signed in.")
        for other in others {
          let user = try? await other.user.refresh()
          XCTAssertNil(user ?? nil, "Another session has not ended.")
        }
        XCTAssertTrue(scene.doorward.isLoggedIn)
        await scene.close()
      }
    }
  }
#endif
