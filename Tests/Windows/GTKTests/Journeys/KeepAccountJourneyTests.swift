#if os(Linux)
  import Doorward
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// A sign-in to an account that will be deleted.
  final class KeepAccountJourneyTests: WindowTestCase {
    func testUserKeepsAnAccountThatWillBeDeleted() throws {
      try onLoop {
        let server = DoorwardTestServer(.passwordFirst)
        try await SignInScene.signUp(server).user.delete()
        let scene = try await SignInScene(server)
        try await scene.signInWithPassword()
        try await scene.reader.wait(for: "Keep your account?", role: "heading")
        try await scene.reader.wait(starting: "You have asked to delete this account.")
        try await scene.photograph("journey-keep-account")
        try await scene.press("Keep my account")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
        XCTAssertTrue(scene.doorward.isLoggedIn)
        // The account is not deleted when the time has passed.
        server.advance(by: .seconds(31 * 24 * 3600))
        let users = await server.users
        XCTAssertEqual(users.count, 1)
      }
    }

    func testUserWhoDoesNotKeepTheAccountStaysSignedOut() throws {
      try onLoop {
        let server = DoorwardTestServer(.passwordFirst)
        try await SignInScene.signUp(server).user.delete()
        let scene = try await SignInScene(server)
        try await scene.signInWithPassword()
        try await scene.press("Do not keep it")
        let field = try await scene.reader.wait(for: "Email or phone", role: "text")
        XCTAssertEqual(field.text, SignInScene.email)
        XCTAssertFalse(scene.doorward.isLoggedIn)
        try await scene.press("Close")
        let end = await scene.end()
        XCTAssertEqual(end, "cancelled")
      }
    }
  }
#endif
