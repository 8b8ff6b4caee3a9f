import Doorward
import DoorwardFlow
import DoorwardTesting
import DoorwardTexts
import Foundation
import SwiftUI

@testable import DoorwardUI

/// A server with a user, and a client of it.
@MainActor struct SignInScene {
  static let password = "eleven purple boots swim"

  let server: DoorwardTestServer
  let doorward: Doorward

  init(_ change: (inout DoorwardTestOffer) -> Void = { _ in }) async throws {
    var offer = DoorwardTestOffer(methods: ["password", "code", "siwe"])
    offer.name = "Notes"
    change(&offer)
    server = DoorwardTestServer(offer)
    var configuration = server.configuration
    configuration.visitors = .staySignedOut
    configuration.renewsAhead = false
    doorward = Doorward(configuration)
    await doorward.ready()
  }

  /// Makes the user ada@example.com with ``password``, on another device.
  func makeUser() async throws {
    var configuration = server.configuration
    configuration.visitors = .staySignedOut
    let driver = SignInDriver(Doorward(configuration))
    driver.begin()
    await settle(driver)
    driver.perform(.createAccount(typed: "ada@example.com"))
    driver.perform(.signUp(SignUpForm(address: "ada@example.com", password: Self.password)))
    await settle(driver)
    driver.perform(.submitCode(await server.lastCode(to: "ada@example.com") ?? ""))
    await settle(driver)
  }

  private func settle(_ driver: SignInDriver) async {
    for await flow in driver.updates where !flow.isBusy { return }
  }

  /// A window with the client and English texts.
  func screen<V: View>(_ view: V) -> Screen {
    Screen(view.doorward(doorward).doorwardLanguage("en"))
  }
}

extension DoorwardAuthenticationFlowConfig {
  /// The default, which keeps nothing on the device.
  static let forTests = DoorwardAuthenticationFlowConfig(memory: .nowhere)
}

let start = "doorward.sign-in.start"
