import Doorward
import DoorwardTesting
import SwiftUI
import Testing

@testable import DoorwardUI

/// The behavior of the samples of the guide to authentication, which are compiled with these tests.
@MainActor struct SampleTests {
  /// An app delegate with a client of the test, as if the app had made it.
  private func delegate(_ doorward: Doorward) -> DoorwardAppDelegate {
    let delegate = DoorwardAppDelegate()
    _ = delegate.client.client { doorward }
    return delegate
  }

  @Test func optionalWindowShowsTheContentToEveryone() {
    let screen = Screen(scene: OptionalWindowSample(appDelegate: delegate(.preview(.guest(.preview())))))
    #expect(screen.shows("Content for everyone"))
  }

  @Test(.timeLimit(.minutes(1))) func requiredWindowsSignInFirst() async throws {
    let scene = try await SignInScene { $0.methods = ["password", "code"] }
    try await scene.makeUser()
    let custom = Screen(scene: CustomSignInSample(appDelegate: delegate(scene.doorward)))
    let screen = Screen(scene: RequiredWindowSample(appDelegate: delegate(scene.doorward)))
    try #require(await screen.wait { screen.has("\(start).identifier") })
    #expect(await custom.wait { custom.has("\(start).identifier") })
    #expect(!screen.all.contains { $0.label.hasPrefix("Content for") })
    try await scene.doorward.password.login(identifier: "ada@example.com", password: SignInScene.password)
    try #require(await screen.wait { screen.all.contains { $0.label.hasPrefix("Content for") } })
    #expect(await custom.wait { custom.all.contains { $0.label.hasPrefix("Content for") } })
  }

  @Test(.timeLimit(.minutes(1))) func profileOpensTheSignIn() async throws {
    let screen = try await SignInScene().screen(ProfileView())
    #expect(screen.press(labeled: "Sign in"))
    try #require(await screen.wait { screen.has("\(start).identifier") })
    #expect(screen.pressEscape())
    try #require(await screen.wait { !screen.has("\(start).identifier") })
  }

  @Test(.timeLimit(.minutes(1))) func profileIsRenamed() async throws {
    let scene = try await SignInScene { $0.methods = ["password", "code"] }
    try await scene.makeUser()
    try await scene.doorward.password.login(identifier: "ada@example.com", password: SignInScene.password)
    let screen = scene.screen(ProfileNameView())
    #expect(screen.press(labeled: "Rename"))
    try #require(await screen.wait { scene.doorward.currentUser?.info.name == "new display name" })
    #expect(scene.doorward.currentUser?.info.firstName == "new first name")
    #expect(scene.doorward.currentUser?.info.lastName == "new last name")
  }

  @Test func photoWellHasAPlaceholder() {
    let screen = Screen(PhotoSample().doorward(.preview(.guest(.preview()))))
    #expect(screen.has("doorward.photo.placeholder"))
  }
}
