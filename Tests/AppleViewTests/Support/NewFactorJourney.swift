import Doorward
import DoorwardTesting
import SwiftUI
import Testing

/// A sign-up that must add an authenticator, up to the recovery codes.
@MainActor struct NewFactorJourney {
  let scene: SignInScene
  let screen: Screen

  func reachRecoveryCodes() async throws {
    #expect(await screen.wait { screen.has("\(start).create-account") })
    screen.press("\(start).create-account")
    let form = "doorward.sign-in.sign-up"
    #expect(await screen.wait { screen.has("\(form).address") })
    expectTree("sign-up", screen)
    screen.type("ada@example.com", into: "\(form).address")
    screen.type(SignInScene.password, into: "\(form).newPassword")
    print(screen.dump)
  }
}
