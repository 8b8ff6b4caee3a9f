import Doorward
import DoorwardFlow
import DoorwardTesting
import SwiftUI
import Testing

@testable import DoorwardUI

/// Views that another view of the app covers, and that are shown again.
@MainActor struct CoveredViewTests {
  /// The app's knowledge of its view.
  @MainActor @Observable final class App {
    var isCovered = false
  }

  struct Page<Content: View>: View {
    let app: App
    let content: Content

    var body: some View { content.covered(app.isCovered) }
  }

  private let app = App()

  private func signInPage() -> some View {
    Page(app: app, content: DoorwardDefaultAuthenticationFlowView(flowConfig: .forTests))
  }

  private func cover(_ screen: Screen, during steps: () async throws -> Void = {}) async throws {
    app.isCovered = true
    screen.update()
    try await steps()
    app.isCovered = false
    screen.update()
  }

  private func typeIdentifier(_ screen: Screen) async throws {
    try #require(await screen.wait { screen.has("\(start).identifier") })
    screen.type("ada@example.com", into: "\(start).identifier")
    screen.pressReturn()
    try #require(await screen.wait { screen.has("doorward.sign-in.password.password") })
  }

  @Test(.timeLimit(.minutes(1))) func signInKeepsItsStep() async throws {
    let scene = try await SignInScene { $0.methods = ["password"] }
    let screen = scene.screen(signInPage())
    try await typeIdentifier(screen)
    try await cover(screen) { #expect(screen.elements.isEmpty) }
    #expect(screen.has("doorward.sign-in.password.password"))
  }

  private func completedSignIn() async throws -> (SignInScene, Screen) {
    let scene = try await SignInScene { $0.methods = ["password"] }
    try await scene.makeUser()
    let screen = scene.screen(signInPage())
    try await typeIdentifier(screen)
    screen.type(SignInScene.password, into: "doorward.sign-in.password.password")
    screen.pressReturn()
    try #require(await screen.wait { screen.shows("You are signed in.") })
    return (scene, screen)
  }

  @Test(.timeLimit(.minutes(1))) func completedSignInBeginsAgain() async throws {
    let (scene, screen) = try await completedSignIn()
    try await cover(screen) { try await scene.doorward.signOut() }
    try #require(await screen.wait { screen.has("\(start).identifier") })
  }

  @Test(.timeLimit(.minutes(1))) func completedSignInStaysWhileTheUserIsSignedIn() async throws {
    let (_, screen) = try await completedSignIn()
    try await cover(screen)
    #expect(screen.shows("You are signed in."))
  }

  @Test(.timeLimit(.minutes(1))) func signInBeginsAgainAfterItsCodesAreSaved() async throws {
    let scene = try await SignInScene {
      $0.methods = ["password"]
      $0.requiresSecondFactor = true
    }
    let screen = scene.screen(DoorwardOptionalAuthWindow { signInPage() })
    try await NewFactorJourney(scene: scene, screen: screen).reachRecoveryCodes()
    let saved = "doorward.sign-in.recovery-codes.saved"
    try await cover(screen) {
      #expect(screen.press(saved))
      #expect(!screen.has(saved))
    }
    try #require(await screen.wait { screen.has("\(start).identifier") })
  }

  @Test(.timeLimit(.minutes(1))) func accountOfTheNextSignInIsShown() async throws {
    let scene = try await SignInScene { $0.methods = ["password", "code"] }
    try await scene.makeUser()
    let signIn = {
      _ = try await scene.doorward.password.login(
        identifier: "ada@example.com", password: SignInScene.password)
    }
    try await signIn()
    let screen = scene.screen(Page(app: app, content: DoorwardAccountView(flowConfig: .forTests)))
    try #require(await screen.wait { screen.has("doorward.account.password") })
    try await scene.doorward.signOut()
    try #require(await screen.wait { screen.has("doorward.account.finished.signed-out.title") })
    try await cover(screen, during: signIn)
    try #require(await screen.wait { screen.has("doorward.account.password") })
  }

  @Test(.timeLimit(.minutes(1))) func deletedAccountIsStillExplained() async throws {
    let scene = try await SignInScene { $0.methods = ["password", "code"] }
    try await scene.makeUser()
    _ = try await scene.doorward.password.login(
      identifier: "ada@example.com", password: SignInScene.password)
    let screen = scene.screen(Page(app: app, content: DoorwardAccountView(flowConfig: .forTests)))
    try #require(await screen.wait { screen.has("doorward.account.leaving.delete") })
    #expect(screen.press("doorward.account.leaving.delete"))
    try #require(await screen.wait { screen.has("doorward.account.delete-account.confirm") })
    #expect(screen.press("doorward.account.delete-account.confirm"))
    let explanation = "doorward.account.finished.deleted.title"
    try #require(await screen.wait { screen.has(explanation) })
    try await cover(screen)
    #expect(screen.has(explanation))
  }

  /// SwiftUI tells a view once that it disappears.
  @Test func coveredViewDisappearsOnceIfItIsRemoved() {
    @MainActor final class Count { var value = 0 }
    let (count, place) = (Count(), AccountTests.Place())
    struct Shown: View {
      let app: App
      let place: AccountTests.Place
      let count: () -> Void

      var body: some View {
        if place.isShown { Text(verbatim: "The view").onDisappear(perform: count).covered(app.isCovered) }
      }
    }
    let screen = Screen(Shown(app: app, place: place) { count.value += 1 })
    app.isCovered = true
    screen.update()
    #expect(count.value == 1)
    place.isShown = false
    screen.update()
    #expect(count.value == 1)
  }
}
