#if os(Linux)
  import DesktopLoops
  import Doorward
  import DoorwardFlow
  import DoorwardGTKWidgets
  import DoorwardSecurityKeys
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// Sign-ins with a passkey, and without a security key.
  final class PasskeyJourneyTests: WindowTestCase {
    func testPasskeyOfferedAfterAPasswordSignsIn() throws {
      try onLoop {
        let server = PasskeyScene.server()
        _ = try await SignInScene.signUp(server)
        let passkeys = TestPasskeys()
        let first = try await SignInScene(server, passkeys: passkeys)
        try await first.signInWithPassword()
        try await first.reader.wait(for: "Sign in faster next time", role: "heading")
        try await first.photograph("journey-passkey-offer")
        try await first.press("Create a passkey")
        let created = await first.end()
        XCTAssertEqual(created, "completed")
        let second = try await SignInScene(server, passkeys: passkeys)
        try await second.press("Sign in with a passkey")
        let end = await second.end()
        XCTAssertEqual(end, "completed")
        XCTAssertEqual(second.doorward.currentUser?.info.email, SignInScene.email)
      }
    }

    func testNewUserSignsUpWithAPasskey() throws {
      try onLoop {
        let server = PasskeyScene.server()
        let passkeys = TestPasskeys()
        let first = try await SignInScene(server, passkeys: passkeys)
        try await first.press("Create an account")
        try await first.type("Ada", into: "Name (optional)")
        try await first.photograph("journey-passkey-sign-up")
        try await first.press("Sign up with a passkey")
        let created = await first.end()
        XCTAssertEqual(created, "completed")
        let user = try XCTUnwrap(first.doorward.currentUser)
        XCTAssertEqual(user.info.name, "Ada")
        XCTAssertEqual(user.info.identities.map(\.type), ["passkey"])
        let second = try await SignInScene(server, passkeys: passkeys)
        try await second.press("Sign in with a passkey")
        let end = await second.end()
        XCTAssertEqual(end, "completed")
        XCTAssertEqual(second.doorward.currentUser?.id, user.id)
      }
    }

    func testRequiredPasskeyIsAddedAndAsked() throws {
      try onLoop {
        let server = PasskeyScene.server(requiresSecondFactor: true)
        let passkeys = TestPasskeys()
        let first = try await SignInScene(server, passkeys: passkeys)
        try await first.press("Create an account")
        try await first.type(SignInScene.email, into: "Email or phone")
        try await first.type(SignInScene.password, into: "Password")
        try await first.press("Create account")
        try await first.typeCode()
        try await first.reader.wait(for: "Set up two-step verification", role: "heading")
        try await first.photograph("journey-new-factors")
        try await first.press("Create a passkey")
        try await first.press("I have saved the codes")
        let created = await first.end()
        XCTAssertEqual(created, "completed")
        let second = try await SignInScene(server, passkeys: passkeys)
        try await second.signInWithPassword()
        try await second.reader.wait(for: "Confirm with a passkey", role: "heading")
        XCTAssertFalse(second.doorward.isLoggedIn)
        try await second.photograph("journey-passkey-factor")
        // Without the passkey, the user stays at the second factor.
        await passkeys.fail(with: .cancelled)
        try await second.press("Use a passkey")
        await passkeys.waitForRequests(1)
        try await eventually("the passkey was refused") { second.window.screen.content?.isBusy == false }
        XCTAssertFalse(second.doorward.isLoggedIn)
        try await second.press("Use a passkey")
        let end = await second.end()
        XCTAssertEqual(end, "completed")
        XCTAssertTrue(second.doorward.isLoggedIn)
      }
    }

    /// Linux has no passkeys of its own. The machines that run the tests have no security key.
    func testSignInWithoutASecurityKeySaysSo() throws {
      try onLoop {
        let scene = try await SignInScene(PasskeyScene.server(), passkeys: PasskeyScene.keys)
        try await scene.press("Sign in with a passkey")
        try await scene.reader.wait(for: PasskeyScene.noKey, role: "alert")
        try await scene.photograph("journey-no-security-key")
        scene.window.close()
        _ = await scene.end()
      }
    }

    func testPasskeyWithoutASecurityKeyIsNotAdded() throws {
      try onLoop {
        let scene = try await AccountScene(PasskeyScene.server(), passkeys: PasskeyScene.keys)
        try await scene.press("Add a passkey")
        try await scene.reader.wait(for: PasskeyScene.noKey, role: "alert")
        try await scene.photograph("account-no-security-key", dialog: true)
        try await scene.press("Cancel")
        try await scene.waitForDialog(false)
        try await scene.reader.wait(for: "You have no passkey yet.")
        await scene.close()
      }
    }
  }

  @MainActor private enum PasskeyScene {
    static let noKey = "No security key is connected. Plug yours in and try again."

    static func server(requiresSecondFactor: Bool = false) -> DoorwardTestServer {
      var offer = DoorwardTestOffer(methods: ["password", "passkey"])
      offer.requiresSecondFactor = requiresSecondFactor
      return DoorwardTestServer(offer)
    }

    /// The security keys of this machine.
    static var keys: SecurityKeys {
      SecurityKeys(
        prompts: SecurityKeyPrompts(
          touch: { _ in }, pin: { _, _ in throw PasskeyFailure.cancelled }, account: { _ in 0 }))
    }
  }
#endif
