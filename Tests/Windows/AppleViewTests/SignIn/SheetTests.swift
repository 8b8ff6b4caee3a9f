import Doorward
import DoorwardFlow
import DoorwardTesting
import SwiftUI
import Testing

@testable import DoorwardUI

@MainActor struct SheetTests {
  /// The app's knowledge of its sheet.
  @MainActor @Observable final class App {
    var isSigningIn = false
    var isShown = true
    var ends: [String] = []

    func end(_ type: DoorwardSignInDismissType) {
      switch type {
      case .completed: ends.append("completed")
      case .cancelled: ends.append("cancelled")
      case .failed(let error): ends.append("failed \(error.code.rawValue)")
      }
    }
  }

  struct Profile: View {
    let app: App

    var body: some View {
      if app.isShown { SignInButton(app: app) }
    }
  }

  struct SignInButton: View {
    @Bindable var app: App

    var body: some View {
      Button("Sign in") { app.isSigningIn = true }
        .accessibilityIdentifier("sign-in")
        .presentDoorwardSignInView(isPresented: $app.isSigningIn, flowConfig: .forTests) { app.end($0) }
    }
  }

  private let app = App()

  private func open(_ scene: SignInScene, inWindow: Bool = true) async throws -> Screen {
    let profile = Profile(app: app)
    let screen =
      inWindow ? scene.screen(DoorwardOptionalAuthWindow { profile }) : scene.screen(profile)
    #expect(screen.press("sign-in"))
    try #require(await screen.wait { screen.has("\(start).identifier") })
    return screen
  }

  private func type(_ screen: Screen) async throws {
    screen.type("ada@example.com", into: "\(start).identifier")
    screen.pressReturn()
    try #require(await screen.wait { screen.has("doorward.sign-in.password.password") })
    screen.type(SignInScene.password, into: "doorward.sign-in.password.password")
    screen.pressReturn()
  }

  @Test(.timeLimit(.minutes(1))) func completedSignInClosesTheSheet() async throws {
    let scene = try await SignInScene { $0.methods = ["password"] }
    try await scene.makeUser()
    let screen = try await open(scene)
    try await type(screen)
    try #require(await screen.wait { app.ends == ["completed"] })
    #expect(!app.isSigningIn)
    #expect(!screen.has("\(start).identifier"))
  }

  @Test(.timeLimit(.minutes(1))) func closeButtonCancels() async throws {
    let screen = try await open(SignInScene())
    expectTree("sheet", screen)
    #expect(screen.pressEscape())
    try #require(await screen.wait { app.ends == ["cancelled"] })
    #expect(!app.isSigningIn)
  }

  @Test(.timeLimit(.minutes(1))) func swipeCancels() async throws {
    let screen = try await open(SignInScene())
    #expect(screen.swipeDown())
    try #require(await screen.wait { app.ends == ["cancelled"] })
  }

  @Test(.timeLimit(.minutes(1))) func programCancels() async throws {
    let screen = try await open(SignInScene())
    app.isSigningIn = false
    try #require(await screen.wait { app.ends == ["cancelled"] })
  }

  @Test(.timeLimit(.minutes(1))) func sheetThatDisappearsWithItsViewCancels() async throws {
    let screen = try await open(SignInScene())
    app.isShown = false
    try #require(await screen.wait { app.ends == ["cancelled"] })
  }

  @Test(.timeLimit(.minutes(1))) func nothingOfferedFails() async throws {
    let scene = try await SignInScene { $0.methods = ["near"] }
    let screen = scene.screen(Profile(app: app))
    screen.press("sign-in")
    try #require(await screen.wait { screen.has("doorward.sign-in.nothing-offered.title") })
    screen.pressEscape()
    try #require(await screen.wait { app.ends == ["failed nothing_offered"] })
  }

  @Test(.timeLimit(.minutes(1))) func signInThatCompletesWhileTheSheetClosesIsCompleted() async throws {
    let scene = try await SignInScene { $0.methods = ["password"] }
    try await scene.makeUser()
    let screen = try await open(scene)
    await scene.server.next(.held, for: "/v1/password/sign-in")
    try await type(screen)
    _ = await scene.server.request(for: "/v1/password/sign-in")
    app.isSigningIn = false
    screen.update()
    await scene.server.release()
    try #require(await screen.wait { !app.ends.isEmpty })
    #expect(app.ends == [scene.doorward.isLoggedIn ? "completed" : "cancelled"])
  }

  private let saved = "doorward.sign-in.recovery-codes.saved"

  private func openWithRecoveryCodes(inWindow: Bool = true) async throws -> Screen {
    let scene = try await SignInScene {
      $0.methods = ["password"]
      $0.requiresSecondFactor = true
    }
    let screen = try await open(scene, inWindow: inWindow)
    try await NewFactorJourney(scene: scene, screen: screen).reachRecoveryCodes()
    return screen
  }

  @Test(.timeLimit(.minutes(1))) func recoveryCodesKeepTheSheetOpen() async throws {
    let screen = try await openWithRecoveryCodes()
    #expect(!screen.swipeDown())
    #expect(screen.press(saved))
    try #require(await screen.wait { app.ends == ["completed"] })
  }

  @Test(.timeLimit(.minutes(1))) func appCannotCloseASheetWithRecoveryCodes() async throws {
    // A window would show the codes of a closed sheet.
    let screen = try await openWithRecoveryCodes(inWindow: false)
    app.isSigningIn = false
    screen.update()
    #expect(screen.canPress(saved) && app.ends.isEmpty)
    #expect(screen.press(saved))
    try #require(await screen.wait { app.ends == ["completed"] })
    #expect(!screen.has(saved) && !app.isSigningIn)
  }

  @Test(.timeLimit(.minutes(1))) func windowShowsRecoveryCodesOfARemovedSheet() async throws {
    let screen = try await openWithRecoveryCodes()
    let codes = screen.find("doorward.sign-in.recovery-codes.codes")?.children.map(\.label)
    app.isShown = false
    screen.update()
    #expect(!screen.has("sign-in") && app.ends.isEmpty)
    #expect(screen.find("doorward.sign-in.recovery-codes.codes")?.children.map(\.label) == codes)
    #expect(!screen.swipeDown())
    #expect(screen.press(saved))
    try #require(await screen.wait { app.ends == ["completed"] })
    #expect(!screen.has(saved))
  }

  @Test(.timeLimit(.minutes(1))) func windowShowsRecoveryCodesOfARemovedView() async throws {
    try await expectRecoveryCodes(above: DoorwardOptionalAuthWindow { SignInPage(app: app) })
  }

  /// The modifiers of a window are those of the shown branch.
  @Test(.timeLimit(.minutes(1))) func windowShowsRecoveryCodesOfARemovedBranch() async throws {
    try await expectRecoveryCodes(above: WindowOfBranches(app: app))
  }

  /// Expects that the codes stay when the app removes the sign-in from the window.
  private func expectRecoveryCodes(above window: some View) async throws {
    let scene = try await SignInScene {
      $0.methods = ["password"]
      $0.requiresSecondFactor = true
    }
    let screen = scene.screen(window)
    try await NewFactorJourney(scene: scene, screen: screen).reachRecoveryCodes()
    app.isShown = false
    screen.update()
    #expect(screen.shows("The app"))
    #expect(screen.press(saved))
    #expect(!screen.has(saved))
  }

  struct WindowOfBranches: View {
    let app: App

    var body: some View {
      DoorwardOptionalAuthWindow {
        Group {
          if app.isShown {
            DoorwardDefaultAuthenticationFlowView(flowConfig: .forTests)
          } else {
            Text(verbatim: "The app")
          }
        }
      }
    }
  }

  /// A part of an app that has the sign-in in place.
  struct SignInPage: View {
    let app: App

    var body: some View {
      if app.isShown {
        DoorwardDefaultAuthenticationFlowView(flowConfig: .forTests)
      } else {
        Text(verbatim: "The app")
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func confirmationIsOfThePresentUser() async throws {
    let scene = try await SignInScene { $0.methods = ["password", "code"] }
    try await scene.makeUser()
    try await scene.doorward.password.login(identifier: "ada@example.com", password: SignInScene.password)
    let app = app
    app.isSigningIn = true
    let screen = scene.screen(Confirmation(app: app))
    try #require(await screen.wait { screen.has("\(start).password") })
    expectTree("confirmation", screen)
    screen.press("\(start).password")
    try #require(await screen.wait { screen.has("doorward.sign-in.password.password") })
    screen.type(SignInScene.password, into: "doorward.sign-in.password.password")
    screen.pressReturn()
    try #require(await screen.wait { app.ends == ["completed"] })
  }

  struct Confirmation: View {
    @Bindable var app: App

    var body: some View {
      Text("Account")
        .presentDoorwardReauthenticationView(isPresented: $app.isSigningIn, flowConfig: .forTests) {
          app.end($0)
        }
    }
  }

  @Test(.timeLimit(.minutes(1))) func secondSheetIsAnotherSignIn() async throws {
    let scene = try await SignInScene { $0.methods = ["password"] }
    try await scene.makeUser()
    let screen = try await open(scene)
    screen.swipeDown()
    try #require(await screen.wait { app.ends == ["cancelled"] })
    screen.press("sign-in")
    try #require(await screen.wait { screen.has("\(start).identifier") })
    try await type(screen)
    try #require(await screen.wait { app.ends == ["cancelled", "completed"] })
  }
}
