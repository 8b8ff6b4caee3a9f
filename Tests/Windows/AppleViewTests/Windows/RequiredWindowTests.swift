import Doorward
import DoorwardFlow
import DoorwardTesting
import SwiftUI
import Testing

@testable import DoorwardUI

@MainActor struct RequiredWindowTests {
  /// Counts how often the app's content was made.
  private final class Count {
    var made = 0
  }

  private func window(_ doorward: Doorward, _ count: Count) -> Screen {
    Screen(
      DoorwardRequiredAuthWindow {
        AppContent(count: count)
      } unauthenticatedContent: {
        Text("Sign in here")
      }
      .environment(\.doorward, doorward)
      .doorwardLanguage("en"))
  }

  /// The window with the sign-in of the package.
  private func window(_ scene: SignInScene) -> Screen {
    Screen(
      DoorwardRequiredAuthWindow {
        Text("The app")
      } unauthenticatedContent: {
        DoorwardDefaultAuthenticationFlowView(flowConfig: .forTests)
      }
      .environment(\.doorward, scene.doorward).doorwardLanguage("en"))
  }

  private struct AppContent: View {
    let count: Count
    @Environment(\.doorwardAuthState) private var state

    init(count: Count) {
      self.count = count
      count.made += 1
    }

    var body: some View { Text("Hello, \(state.user?.info.name ?? "nobody")") }
  }

  @Test func undeterminedStateShowsNeitherAppNorSignIn() {
    let count = Count()
    let screen = window(.preview(.undetermined), count)
    #expect(!screen.shows("Sign in here"))
    #expect(count.made == 0)
  }

  @Test(.timeLimit(.minutes(1))) func progressAppearsWhenReadingTakesLong() async throws {
    let screen = Screen(WindowProgress().doorwardLanguage("en"))
    #expect(screen.elements.isEmpty)
    try #require(await screen.wait { screen.has("doorward.window.progress") })
    expectTree("window.loading", screen)
  }

  @Test(arguments: [DoorwardAuthState.guest(.preview()), .anonymous(.preview())])
  func signedOutUserSeesTheSignIn(state: DoorwardAuthState) {
    let count = Count()
    let screen = window(.preview(state), count)
    #expect(screen.shows("Sign in here"))
    #expect(count.made == 0)
  }

  @Test func signedInUserSeesTheAppAtOnce() {
    let count = Count()
    let screen = window(.preview(.authenticated(.preview(name: "Ada"))), count)
    #expect(screen.shows("Hello, Ada"))
    #expect(!screen.shows("Sign in here"))
  }

  @Test(.timeLimit(.minutes(1))) func errorHasARetry() async throws {
    let error = DoorwardError(code: .storageLocked, reason: "locked")
    let count = Count()
    let screen = window(.withoutServer(error, showing: .error(error)), count)
    #expect(screen.has("doorward.window.problem"))
    #expect(count.made == 0)
    expectTree("window.problem", screen)
    #expect(screen.press("doorward.window.retry"))
    try #require(await screen.wait { screen.shows("Sign in here") })
  }

  @Test(.timeLimit(.minutes(1))) func appAppearsAfterTheSignInAndGoesWithTheSignOut() async throws {
    let scene = try await SignInScene { $0.methods = ["password"] }
    try await scene.makeUser()
    let count = Count()
    let screen = window(scene.doorward, count)
    #expect(screen.shows("Sign in here"))
    try await scene.doorward.password.login(identifier: "ada@example.com", password: SignInScene.password)
    try #require(await screen.wait { count.made > 0 })
    #expect(!screen.shows("Sign in here"))
    try await scene.doorward.signOut()
    try #require(await screen.wait { screen.shows("Sign in here") })
  }

  @Test(.timeLimit(.minutes(1))) func defaultWindowSignsIn() async throws {
    let scene = try await SignInScene { $0.methods = ["password"] }
    try await scene.makeUser()
    let screen = window(scene)
    try #require(await screen.wait { screen.has("\(start).identifier") })
    screen.type("ada@example.com", into: "\(start).identifier")
    screen.pressReturn()
    try #require(await screen.wait { screen.has("doorward.sign-in.password.password") })
    screen.type(SignInScene.password, into: "doorward.sign-in.password.password")
    screen.pressReturn()
    try #require(await screen.wait { screen.shows("The app") })
  }

  @Test(.timeLimit(.minutes(1))) func recoveryCodesAreShownBeforeTheApp() async throws {
    let scene = try await SignInScene {
      $0.methods = ["password"]
      $0.requiresSecondFactor = true
    }
    let screen = window(scene)
    try await NewFactorJourney(scene: scene, screen: screen, tree: "sign-up").reachRecoveryCodes()
    #expect(scene.doorward.isLoggedIn)
    #expect(!screen.shows("The app"))
    expectTree("recovery-codes", screen, without: /[0-9A-Z]{5}-[0-9A-Z]{5}/)
    #expect(screen.press("doorward.sign-in.recovery-codes.saved"))
    try #require(await screen.wait { screen.shows("The app") })
  }
}
