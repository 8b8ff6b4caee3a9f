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
    let screen = try await open(scene())
    expectTree("account", screen, without: random)
    #expect(screen.press("doorward.account.close"))
    #expect(!screen.has("doorward.account.password"))
  }

  @Test(.timeLimit(.minutes(1))) func accountInAnotherViewHasNoCloseButton() async throws {
    let screen = try await scene().screen(DoorwardAccountView(flowConfig: .forTests))
    try #require(await screen.wait { screen.has("doorward.account.password") })
    #expect(!screen.has("doorward.account.close"))
  }

  @Test(.timeLimit(.minutes(1))) func dialogIsASheet() async throws {
    let screen = try await open(scene())
    #expect(screen.press("doorward.account.password.change"))
    try #require(await screen.wait { screen.has("doorward.account.password-change.new-password") })
    expectTree("account.password-change", screen, without: random)
    // The account behind the dialog cannot be used.
    #expect(!screen.canPress("doorward.account.password.change"))
    #expect(screen.swipeDown())
    try #require(await screen.wait { !screen.has("doorward.account.password-change.new-password") })
    #expect(screen.canPress("doorward.account.password.change"))
  }

  @Test(.timeLimit(.minutes(1))) func questionIsASheetToo() async throws {
    let scene = try await scene()
    let screen = try await open(scene)
    #expect(screen.press("doorward.account.leaving.sign-out"))
    try #require(await screen.wait { screen.has("doorward.account.sign-out.title") })
    expectTree("account.sign-out", screen, without: random)
    #expect(screen.press("doorward.account.sign-out.confirm"))
    try #require(await screen.wait { screen.has("doorward.user.sign-in") })
    #expect(!scene.doorward.isLoggedIn)
    try #require(await screen.wait { !screen.has("doorward.account.sign-out.title") })
  }

  @Test(.timeLimit(.minutes(1))) func dataIsSavedAsAFile() async throws {
    let screen = try await open(scene())
    #expect(screen.press("doorward.account.data.export"))
    try #require(await screen.wait { screen.has("doorward.account.export.file.save") })
    expectTree("account.export.file", screen, without: random)
    #expect(screen.press("doorward.account.export.file.save"))
    #expect(screen.press("panel.save"))
    #expect(screen.savedFiles["account.json"]?.contains("ada@example.com") == true)
    #expect(screen.press("doorward.account.export.file.close"))
    try #require(await screen.wait { !screen.has("doorward.account.export.file.save") })
  }

  @Test(.timeLimit(.minutes(1))) func signOutEverywhereEndsEverySession() async throws {
    let scene = try await scene()
    let screen = try await open(scene)
    #expect(screen.press("doorward.account.sessions.end-all"))
    try #require(await screen.wait { screen.has("doorward.account.sign-out-everywhere.title") })
    #expect(screen.press("doorward.account.sign-out-everywhere.confirm"))
    try #require(await screen.wait { screen.has("doorward.user.sign-in") })
    #expect(!scene.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func newPasswordHasAdvice() async throws {
    let screen = try await open(scene())
    let field = "doorward.account.password-change.new-password"
    #expect(screen.press("doorward.account.password.change"))
    try #require(await screen.wait { screen.has(field) })
    #expect(!screen.has("\(field).advice"))
    screen.type("my name is ada@example.com", into: field)
    #expect(
      screen.find("\(field).advice")?.label == "Easy to guess: it contains your address or user name.")
  }

  /// Threat case 24: markup in texts of users is text.
  @Test(.timeLimit(.minutes(1))) func markupIsShownAsText() async throws {
    let scene = try await scene()
    let markup = "**Ada** <b>&amp;</b> [click](https://evil.example)"
    _ = try await scene.doorward.user.updatePersonalInfo(name: markup)
    let screen = scene.screen(DoorwardAccountView(flowConfig: .forTests))
    try #require(await screen.wait { screen.has("doorward.account.password") })
    #expect(screen.find("doorward.account.account.lead")?.label == "Signed in as \(markup)")
  }

  @Test(.timeLimit(.minutes(1))) func escapeCancelsADialog() async throws {
    let scene = try await scene()
    let screen = try await open(scene)
    #expect(screen.press("doorward.account.leaving.sign-out"))
    try #require(await screen.wait { screen.has("doorward.account.sign-out.title") })
    #expect(screen.pressEscape())
    #expect(!screen.has("doorward.account.sign-out.title") && scene.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func oldSignInIsRepeatedForAChange() async throws {
    let scene = try await scene()
    let screen = try await open(scene)
    await scene.server.requireRecentSignIn()
    #expect(screen.press("doorward.account.leaving.delete"))
    try #require(await screen.wait { screen.has("doorward.account.delete-account.confirm") })
    screen.press("doorward.account.delete-account.confirm")
    try #require(await screen.wait { screen.has("\(start).password") })
    expectTree("account.again", screen, without: random)
    #expect(screen.press("\(start).password"))
    try #require(await screen.wait { screen.has("doorward.sign-in.password.password") })
    screen.type(SignInScene.password, into: "doorward.sign-in.password.password")
    try #require(screen.pressReturn())
    try #require(await screen.wait { screen.has("doorward.account.finished.deleted.title") })
    expectTree("account.deleted", screen, without: random)
    #expect(!scene.doorward.isLoggedIn)
    #expect(screen.pressEscape())
    #expect(!screen.has("doorward.account.finished.deleted.title"))
  }

  @Test(.timeLimit(.minutes(1))) func windowShowsRecoveryCodesOfARemovedAccount() async throws {
    let scene = try await scene()
    let place = Place()
    let screen = scene.screen(DoorwardOptionalAuthWindow { AccountPage(place: place) })
    try #require(await screen.wait { screen.canPress("\(account).second-factors.add-authenticator") })
    screen.press("\(account).second-factors.add-authenticator")
    try #require(await screen.wait { screen.has("\(account).new-authenticator.code") })
    let key = screen.find("\(account).new-authenticator.key")?.value ?? ""
    let authenticator = try TestAuthenticator(secret: key.filter { $0 != " " && $0 != "," })
    screen.type(
      try authenticator.code(at: scene.server.time.now), into: "\(account).new-authenticator.code")
    let saved = "\(account).recovery-codes.saved"
    try #require(await screen.wait { screen.has(saved) })
    place.isShown = false
    screen.update()
    #expect(screen.shows("The app") && !screen.swipeDown())
    #expect(screen.press(saved))
    try #require(await screen.wait { !screen.has(saved) })
  }

  private let account = "doorward.account"

  /// Whether the app shows the account.
  @MainActor @Observable final class Place {
    var isShown = true
  }

  struct AccountPage: View {
    let place: Place

    var body: some View {
      if place.isShown { DoorwardAccountView(flowConfig: .forTests) } else { Text(verbatim: "The app") }
    }
  }

  @Test(.timeLimit(.minutes(1))) func signedOutUserCanSignIn() async throws {
    let screen = try await SignInScene().screen(DoorwardUserButton(flowConfig: .forTests))
    expectTree("user-button.signed-out", screen)
    #expect(screen.press("doorward.user.sign-in"))
    try #require(await screen.wait { screen.has("\(start).identifier") })
  }

  @Test(.timeLimit(.minutes(1))) func menuSignsOut() async throws {
    let scene = try await scene()
    let screen = scene.screen(DoorwardUserButton(flowConfig: .forTests))
    #expect(screen.press("doorward.user.sign-out"))
    try #require(await screen.wait { screen.has("doorward.user.sign-in") })
    #expect(!scene.doorward.isLoggedIn)
  }
}
