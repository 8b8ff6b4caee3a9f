#if os(Linux)
  import DesktopLoops
  import Doorward
  import DoorwardFlow
  import DoorwardGTKWidgets
  import DoorwardTesting
  import Foundation
  import XCTest

  @testable import DoorwardGTK

  /// The account window: each change, by its buttons.
  final class AccountJourneyTests: WindowTestCase {
    func testNameIsChanged() throws {
      try onLoop {
        let scene = try await AccountScene()
        try await scene.press("Edit your profile")
        try await scene.reader.wait(for: "Language", role: "combo box")
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

    func testUserSignsOutEverywhere() throws {
      try onLoop {
        let scene = try await AccountScene()
        let other = Doorward(scene.server.configuration)
        _ = try await other.password.login(identifier: SignInScene.email, password: SignInScene.password)
        try await scene.press("Sign out everywhere")
        try await scene.reader.wait(
          for: "Every device and browser, including this device, has to sign in again.")
        try await scene.photograph("account-everywhere", dialog: true)
        try await scene.pressInDialog("Sign out everywhere")
        let end = await scene.end()
        XCTAssertEqual(end, .signedOut)
        XCTAssertFalse(scene.doorward.isLoggedIn)
        let user = try? await other.user.refresh()
        XCTAssertNil(user ?? nil, "The other session has not ended.")
      }
    }

    /// The file dialog is that of the desktop.
    func testDataIsSavedAsAFile() throws {
      try onLoop {
        let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-export-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let scene = try await AccountScene()
        try await scene.press("Download your data")
        try await scene.reader.wait(for: "Save as a file", role: "push button")
        try await scene.photograph("account-export", dialog: true)
        try await scene.press("Save as a file")
        let name = try await scene.reader.wait(role: "text", with: "account.json")
        try await scene.reader.type(folder.appending(path: "account.json").path, into: name.name)
        // GTK 4.8 reads the mark of the shortcut, too.
        try await scene.press("_Save Save")
        let file = folder.appending(path: "account.json")
        try await eventually("the file is saved") { FileManager.default.fileExists(atPath: file.path) }
        let data = try Data(contentsOf: file)
        XCTAssertTrue(String(decoding: data, as: UTF8.self).contains(SignInScene.email))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
        try await scene.pressInDialog("Close")
        try await scene.waitForDialog(false)
        await scene.close()
      }
    }

    func testEmailAddressIsChangedWithACode() throws {
      try onLoop {
        let scene = try await AccountScene()
        try await scene.press("Change your email address")
        try await scene.type("grace@example.com", into: "New email address")
        try await scene.press("Send the code")
        try await scene.reader.wait(for: "Enter the code that was sent to grace@example.com.")
        try await scene.photograph("account-code", dialog: true)
        let code = await scene.server.lastCode(to: "grace@example.com")
        try await scene.type(try XCTUnwrap(code), into: "Code")
        try await scene.waitForNotice()
        XCTAssertEqual(scene.doorward.currentUser?.info.email, "grace@example.com")
        await scene.close()
      }
    }

    func testPasskeyIsAddedRenamedAndRemoved() throws {
      try onLoop {
        var offer = DoorwardTestOffer()
        offer.methods.append("passkey")
        let scene = try await AccountScene(DoorwardTestServer(offer), passkeys: TestPasskeys())
        try await scene.press("Add a passkey")
        try await scene.waitForNotice()
        let menu = try await scene.reader.wait(starting: "More for Passkey")
        try await scene.reader.press(menu.name)
        try await scene.press("Rename Passkey")
        try await scene.type("Notebook", into: "Name")
        try await scene.press("Save name")
        let renamed = try await scene.reader.wait(starting: "More for Notebook")
        try await scene.photograph("account-passkeys")
        try await scene.reader.press(renamed.name)
        try await scene.press("Remove Notebook")
        try await scene.reader.wait(for: "Remove this passkey?", role: "heading")
        try await scene.pressInDialog("Remove")
        try await scene.reader.wait(for: "You have no passkey yet.")
        await scene.close()
      }
    }

    func testAuthenticatorIsAddedWithRecoveryCodes() throws {
      try onLoop {
        let scene = try await AccountScene()
        try await scene.press("Add an authenticator app")
        let key = try await scene.reader.wait(starting: "Key: ")
        let authenticator = try TestAuthenticator(
          secret: key.name.dropFirst("Key: ".count).filter { $0 != " " })
        try await scene.photograph("account-authenticator", dialog: true)
        try await scene.type(
          try authenticator.code(at: scene.server.time.now), into: "Code that the app shows")
        try await scene.reader.wait(for: "Save your recovery codes", role: "heading")
        try await scene.photograph("account-recovery-codes", dialog: true)
        try await scene.press("I have saved the codes")
        try await scene.waitForDialog(false)
        try await scene.reader.wait(starting: "Authenticator app, Added")
        await scene.close()
      }
    }

    func testWalletIsAddedAndRemoved() throws {
      try onLoop {
        let wallet = TestEthereumWallet()
        let scene = try await AccountScene(
          links: AccountLinks(ethereum: { try await $0.siwe.link(with: wallet) }))
        try await scene.press("Add an Ethereum wallet")
        try await scene.waitForNotice()
        let identity = scene.doorward.currentUser?.info.identities.first { $0.type == "ethereum" }
        let address = try XCTUnwrap(identity?.identifier)
        try await scene.reader.press("More for \(address)")
        try await scene.press("Remove \(address)")
        try await scene.pressInDialog("Remove")
        try await scene.reader.wait(for: "You have added no wallet.")
        await scene.close()
      }
    }

    /// Advice about a new password, and a long password that is refused at once.
    func testNewPasswordHasAdvice() throws {
      try onLoop {
        let scene = try await AccountScene()
        try await scene.press("Change password")
        try await scene.type("too short", into: "New password")
        try await scene.reader.wait(for: "3 more characters.")
        try await scene.type("my mail is \(SignInScene.email)", into: "New password")
        // The sentence of the device, then that of the server about the same text.
        let sentences = ["Easy to guess: it contains your address", "The password contains your own name"]
        try await scene.reader.wait(startingWithOneOf: sentences)
        let field = try await scene.reader.wait(for: "New password", role: "password text")
        XCTAssertTrue(sentences.contains { field.description.hasPrefix($0) }, field.description)
        try await scene.photograph("account-password-advice", dialog: true)
        await scene.close()
      }
    }

    /// Threat case 24: markup in texts of users is text.
    func testMarkupIsShownAsText() throws {
      try onLoop {
        let markup = "<b>Ada</b> &amp; <a href='https://evil.example'>click</a>"
        let scene = try await AccountScene()
        _ = try await scene.doorward.user.updatePersonalInfo(name: markup)
        try await scene.reopen()
        try await scene.reader.wait(for: "Signed in as \(markup)")
        try await scene.reader.wait(for: markup)
        try await scene.photograph("account-markup")
        let tree = try await scene.reader.tree()
        XCTAssertFalse(tree.contains { $0.role == "link" })
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
