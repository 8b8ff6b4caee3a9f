import Doorward
import DoorwardFlow
import DoorwardTesting
import SwiftUI
import Testing

@testable import DoorwardUI

@MainActor struct AccountTests {
  /// The ids of sessions, and the version of the client.
  private let random = /[0-9a-f]{8}-[0-9a-f-]{27}|Doorward\/[0-9.]+/

  private func scene() async throws -> SignInScene {
    let scene = try await SignInScene { $0.methods = ["password", "code"] }
    try await scene.makeUser()
    try await scene.doorward.password.login(identifier: "ada@example.com", password: SignInScene.password)
    return scene
  }

  private func open(_ scene: SignInScene) async throws -> Screen {
    let screen = scene.screen(DoorwardUserButton(flowConfig: .forTests))
    #expect(screen.has("doorward.user"))
    expectTree("user-button", screen)
    #expect(screen.press("doorward.user.account"))
    #expect(
      await screen.wait {
        screen.has("doorward.account.password") && !screen.all.contains { $0.kind == "Progress" }
      })
    return screen
  }

  @Test(.timeLimit(.minutes(1))) func buttonOpensTheAccount() async throws {
    let screen = try await open(try await scene())
    expectTree("account", screen, without: random)
    #expect(screen.press("doorward.account.close"))
    #expect(!screen.has("doorward.account.password"))
  }

  @Test(.timeLimit(.minutes(1))) func accountInAnotherViewHasNoCloseButton() async throws {
    let screen = try await scene().screen(DoorwardAccountView(flowConfig: .forTests))
    #expect(await screen.wait { screen.has("doorward.account.password") })
    #expect(!screen.has("doorward.account.close"))
  }

  @Test(.timeLimit(.minutes(1))) func dialogIsASheet() async throws {
    let screen = try await open(try await scene())
    #expect(screen.press("doorward.account.password.change"))
    #expect(await screen.wait { screen.has("doorward.account.password-change.new-password") })
    expectTree("account.password-change", screen, without: random)
    // The account behind the dialog cannot be used.
    #expect(!screen.canPress("doorward.account.password.change"))
    #expect(screen.swipeDown())
    #expect(await screen.wait { !screen.has("doorward.account.password-change.new-password") })
    #expect(screen.canPress("doorward.account.password.change"))
  }

  @Test(.timeLimit(.minutes(1))) func questionIsASheetToo() async throws {
    let scene = try await scene()
    let screen = try await open(scene)
    #expect(screen.press("doorward.account.leaving.sign-out"))
    #expect(await screen.wait { screen.has("doorward.account.sign-out.title") })
    expectTree("account.sign-out", screen, without: random)
    #expect(screen.press("doorward.account.sign-out.confirm"))
    #expect(await screen.wait { screen.has("doorward.user.sign-in") })
    #expect(!scene.doorward.isLoggedIn)
    #expect(await screen.wait { !screen.has("doorward.account.sign-out.title") })
  }

  @Test(.timeLimit(.minutes(1))) func oldSignInIsRepeatedForAChange() async throws {
    let scene = try await scene()
    let screen = try await open(scene)
    await scene.server.requireRecentSignIn()
    #expect(screen.press("doorward.account.leaving.delete"))
    #expect(await screen.wait { screen.has("doorward.account.delete-account.confirm") })
    screen.press("doorward.account.delete-account.confirm")
    #expect(await screen.wait { screen.has("\(start).password") })
    expectTree("account.again", screen, without: random)
    #expect(screen.press("\(start).password"))
    #expect(await screen.wait { screen.has("doorward.sign-in.password.password") })
    screen.type(SignInScene.password, into: "doorward.sign-in.password.password")
    #expect(screen.pressReturn())
    #expect(await screen.wait { screen.has("doorward.account.finished.deleted.title") })
    expectTree("account.deleted", screen, without: random)
    #expect(!scene.doorward.isLoggedIn)
    #expect(screen.pressEscape())
    #expect(!screen.has("doorward.account.finished.deleted.title"))
  }

  @Test(.timeLimit(.minutes(1))) func signedOutUserCanSignIn() async throws {
    let screen = try await SignInScene().screen(DoorwardUserButton(flowConfig: .forTests))
    expectTree("user-button.signed-out", screen)
    #expect(screen.press("doorward.user.sign-in"))
    #expect(await screen.wait { screen.has("\(start).identifier") })
  }

  @Test(.timeLimit(.minutes(1))) func menuSignsOut() async throws {
    let scene = try await scene()
    let screen = scene.screen(DoorwardUserButton(flowConfig: .forTests))
    #expect(screen.press("doorward.user.sign-out"))
    #expect(await screen.wait { screen.has("doorward.user.sign-in") })
    #expect(!scene.doorward.isLoggedIn)
  }
}
