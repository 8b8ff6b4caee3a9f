import Doorward
import DoorwardTesting
import DoorwardTexts
import SwiftUI
import Testing

@testable import DoorwardUI

/// The language that the application has fixed on the server.
@MainActor struct FixedLanguageTests {
  private let german = Texts(.best(for: ["de"]))

  private func scene() async throws -> SignInScene {
    try await SignInScene {
      $0.methods = ["password"]
      $0.language = "de"
    }
  }

  @Test(.timeLimit(.minutes(1))) func signInHasTheLanguageOfTheApplication() async throws {
    let scene = try await scene()
    let screen = Screen(
      DoorwardDefaultAuthenticationFlowView(flowConfig: .forTests).doorward(scene.doorward))
    try #require(await screen.wait { screen.has("\(start).identifier") })
    #expect(screen.find("\(start).continue")?.label == german.text("identifier.continue"))
    screen.type("ada@example.com", into: "\(start).identifier")
    try #require(screen.pressReturn())
    let password = "doorward.sign-in.password.password"
    try #require(await screen.wait { screen.has(password) })
    // A control of the view alone, whose label is not a part of the content.
    #expect(screen.find("\(password).show")?.label == german.text("field.showPassword"))
  }

  @Test(.timeLimit(.minutes(1))) func accountHasTheLanguageOfTheApplication() async throws {
    let scene = try await scene()
    try await scene.makeUser()
    try await scene.doorward.password.login(identifier: "ada@example.com", password: SignInScene.password)
    let screen = Screen(DoorwardAccountView(flowConfig: .forTests).doorward(scene.doorward))
    try #require(await screen.wait { screen.has("doorward.account.password") })
    #expect(screen.find("doorward.account.account.title")?.label == german.text("account.title"))
    #expect(screen.press("doorward.account.password.change"))
    let password = "doorward.account.password-change.password"
    try #require(await screen.wait { screen.has(password) })
    #expect(screen.find("\(password).show")?.label == german.text("field.showPassword"))
  }

  @Test(.timeLimit(.minutes(1))) func languageOfTheAppWins() async throws {
    let scene = try await scene()
    let screen = scene.screen(DoorwardDefaultAuthenticationFlowView(flowConfig: .forTests))
    try #require(await screen.wait { screen.has("\(start).identifier") })
    #expect(screen.find("\(start).continue")?.label == Texts(.english).text("identifier.continue"))
  }
}
