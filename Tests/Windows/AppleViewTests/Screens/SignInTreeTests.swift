import Accessibility
import Doorward
import DoorwardFlow
import DoorwardTesting
import SwiftUI
import Testing

@testable import DoorwardUI

/// The trees of the sign-in's views, in the states that a user reaches.
@MainActor struct SignInTreeTests {
  private func scene(_ change: (inout DoorwardTestOffer) -> Void = { _ in }) async throws -> (
    SignInScene, Screen
  ) {
    let scene = try await SignInScene(change)
    let screen = scene.screen(
      DoorwardDefaultAuthenticationFlowView(
        flowConfig: .forTests.proofs(
          SignInProofs(
            ethereum: { _ in throw CancellationError() }, browser: { _ in throw CancellationError() }))))
    return (scene, screen)
  }

  @Test(.timeLimit(.minutes(1))) func firstViewHasTheMethodsOfTheApplication() async throws {
    let (_, screen) = try await scene()
    expectTree("loading", screen)
    try #require(await screen.wait { screen.has("\(start).identifier") })
    expectTree("start", screen)
  }

  @Test(.timeLimit(.minutes(1))) func mainButtonNeedsTheIdentifier() async throws {
    let (_, screen) = try await scene()
    try #require(await screen.wait { screen.has("\(start).identifier") })
    #expect(!screen.canPress("\(start).continue"))
    #expect(screen.type("ada@example.com", into: "\(start).identifier"))
    #expect(screen.canPress("\(start).continue"))
    expectTree("start.typed", screen)
  }

  @Test(.timeLimit(.minutes(1))) func returnKeyGoesToThePassword() async throws {
    let (scene, screen) = try await scene { $0.methods = ["password"] }
    try await scene.makeUser()
    try #require(await screen.wait { screen.has("\(start).identifier") })
    screen.type("ada@example.com", into: "\(start).identifier")
    try #require(screen.pressReturn())
    try #require(await screen.wait { screen.has("doorward.sign-in.password.password") })
    expectTree("password", screen)
  }

  @Test(.timeLimit(.minutes(1))) func wrongPasswordIsClearedAndExplained() async throws {
    let (scene, screen) = try await scene { $0.methods = ["password"] }
    try await scene.makeUser()
    try #require(await screen.wait { screen.has("\(start).identifier") })
    screen.type("ada@example.com", into: "\(start).identifier")
    screen.pressReturn()
    try #require(await screen.wait { screen.has("doorward.sign-in.password.password") })
    screen.type("a wrong password", into: "doorward.sign-in.password.password")
    try #require(screen.pressReturn())
    try #require(await screen.wait { screen.has("doorward.sign-in.password.problem") })
    expectTree("password.problem", screen)
    #expect(screen.find("doorward.sign-in.password.password")?.value == nil)
    #expect(screen.find("doorward.sign-in.password.password")?.isFocused == true)
    #expect(Announcements.posted.contains { $0 == screen.find("doorward.sign-in.password.problem")?.label })
  }

  @Test(.timeLimit(.minutes(1))) func passwordCanBeShown() async throws {
    let (_, screen) = try await scene { $0.methods = ["password"] }
    try #require(await screen.wait { screen.has("\(start).identifier") })
    screen.type("ada@example.com", into: "\(start).identifier")
    screen.pressReturn()
    let field = "doorward.sign-in.password.password"
    try #require(await screen.wait { screen.has(field) })
    screen.type("secret", into: field)
    #expect(screen.find(field)?.kind == "SecureField")
    #expect(screen.press("\(field).show"))
    #expect(screen.find(field)?.kind == "TextField")
    #expect(screen.find(field)?.value == "secret")
    expectTree("password.shown", screen)
  }

  /// A new user types an address and a code, and skips the name.
  @Test(.timeLimit(.minutes(1))) func codeSignsIn() async throws {
    let (scene, screen) = try await scene { $0.methods = ["code"] }
    try #require(await screen.wait { screen.has("\(start).identifier") })
    screen.type("ada@example.com", into: "\(start).identifier")
    screen.pressReturn()
    try #require(await screen.wait { screen.has("doorward.sign-in.code.sign-in.code") })
    let code = try #require(await scene.server.lastCode(to: "ada@example.com"))
    let field = "doorward.sign-in.code.sign-in.code"
    #expect(screen.find(field)?.isFocused == true)
    // The last digit presses the button. A wrong code is typed again.
    screen.type(code == "123456" ? "654321" : "123456", into: field)
    try #require(await screen.wait { screen.has("doorward.sign-in.code.sign-in.problem") })
    #expect(screen.find(field)?.value == nil && screen.find(field)?.isFocused == true)
    screen.type(code, into: field)
    let name = "doorward.sign-in.your-name"
    try #require(await screen.wait { screen.has("\(name).name") })
    #expect(screen.find("\(name).name")?.isFocused == true)
    expectTree("your-name", screen)
    screen.press("\(name).skip")
    try #require(await screen.wait { scene.doorward.isLoggedIn && screen.shows("You are signed in.") })
    expectTree("finished", screen)
  }

  /// Both steps of the sign-in have a field for a code.
  @Test(.timeLimit(.minutes(1))) func secondCodeIsTypedIntoAnEmptyField() async throws {
    let (scene, screen) = try await scene { $0.methods = ["code", "password"] }
    try await scene.makeUser()
    let other = Doorward(scene.server.configuration)
    _ = try await other.password.login(identifier: "ada@example.com", password: SignInScene.password)
    let enrollment = try await other.secondFactor.addAuthenticator()
    let authenticator = try TestAuthenticator(enrollment)
    _ = try await other.secondFactor.confirm(
      enrollment, code: authenticator.code(at: scene.server.time.now))
    scene.server.advance(by: .seconds(60))
    try #require(await screen.wait { screen.has("\(start).identifier") })
    screen.type("ada@example.com", into: "\(start).identifier")
    screen.pressReturn()
    let first = "doorward.sign-in.code.sign-in.code"
    try #require(await screen.wait { screen.has(first) })
    screen.type(try #require(await scene.server.lastCode(to: "ada@example.com")), into: first)
    let second = "doorward.sign-in.second-factor.authenticator.code"
    try #require(await screen.wait { screen.has(second) })
    #expect(screen.find(second)?.value == nil && screen.find(second)?.isFocused == true)
    screen.type(try authenticator.code(at: scene.server.time.now), into: second)
    try #require(await screen.wait { scene.doorward.isLoggedIn })
  }

  @Test(.timeLimit(.minutes(1))) func offlineViewOffersARetry() async throws {
    let scene = try await SignInScene()
    await scene.server.setOffline(true)
    let screen = scene.screen(DoorwardDefaultAuthenticationFlowView(flowConfig: .forTests))
    try #require(await screen.wait { screen.has("doorward.sign-in.unavailable.title") })
    expectTree("unavailable", screen)
    await scene.server.setOffline(false)
    try #require(screen.pressReturn())
    try #require(await screen.wait { screen.has("\(start).identifier") })
  }
}
