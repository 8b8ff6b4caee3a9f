import Doorward
import DoorwardTesting
import SwiftUI
import Testing

/// A sign-up that must add an authenticator, up to the recovery codes.
@MainActor struct NewFactorJourney {
  let scene: SignInScene
  let screen: Screen
  /// The name of the tree of the sign-up; nil for none.
  var tree: String?

  func reachRecoveryCodes() async throws {
    let view = "doorward.sign-in"
    try #require(await screen.wait { screen.has("\(start).create-account") })
    screen.press("\(start).create-account")
    try #require(await screen.wait { screen.has("\(view).sign-up.address") })
    if let tree { expectTree(tree, screen) }
    screen.type("ada@example.com", into: "\(view).sign-up.address")
    screen.type(SignInScene.password, into: "\(view).sign-up.new-password")
    try #require(screen.pressReturn())
    try #require(await screen.wait { screen.has("\(view).code.sign-up.code") })
    screen.type(await scene.server.lastCode(to: "ada@example.com") ?? "", into: "\(view).code.sign-up.code")
    try #require(await screen.wait { screen.has("\(view).new-factor.title") })
    #expect(screen.press("\(view).new-factor.authenticator"))
    try #require(await screen.wait { screen.has("\(view).new-factor.authenticator.code") })
    let key = screen.find("\(view).new-factor.authenticator.key")?.value ?? ""
    let authenticator = try TestAuthenticator(secret: key.filter { $0 != " " && $0 != "," })
    screen.type(
      try authenticator.code(at: scene.server.time.now), into: "\(view).new-factor.authenticator.code")
    try #require(await screen.wait { screen.has("\(view).recovery-codes.title") })
  }
}
