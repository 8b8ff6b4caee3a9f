import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

extension DoorwardTestOffer {
  /// The offer of an application that asks for the password before it sends a code.
  static var passwordFirst: DoorwardTestOffer {
    var offer = DoorwardTestOffer()
    offer.signInFirst = "password"
    return offer
  }
}

/// A driver of a sign-in that a test operates.
@MainActor protocol DrivenView {
  var driver: SignInDriver { get }
}

extension DrivenView {
  var screen: SignInScreen { driver.flow.screen }
  var problem: String? { driver.flow.problem?.code }

  /// Performs an act and waits for the answer.
  func act(_ act: SignInAct) async {
    #expect(driver.flow.allows(act), "\(act) in \(screen.name)")
    driver.perform(act)
    await settle()
  }

  func settle() async { await wait { !$0.isBusy } }

  func wait(until isTrue: (SignInFlow) -> Bool) async {
    for await flow in driver.updates where isTrue(flow) { return }
  }
}

/// A sign-in view of a test: a driver, its client and the server double.
@MainActor struct DrivenSignIn: DrivenView {
  static let email = "ada@example.com"
  static let password = "a long old password"

  let server: DoorwardTestServer
  let doorward: Doorward
  let driver: SignInDriver
  /// The clock of the driver's timers.
  private let device: DoorwardTestClock

  /// Makes a view and waits for its first screen.
  init(
    _ server: DoorwardTestServer, passkeys: TestPasskeys? = nil, proofs: SignInProofs = SignInProofs(),
    memory: SignInMemory = .nowhere, clockAhead: TimeInterval = 0
  ) async {
    self.server = server
    device = DoorwardTestClock(server.time.now.addingTimeInterval(clockAhead))
    var configuration = server.configuration
    configuration.passkeys = passkeys
    configuration.clock = device.clock
    doorward = Doorward(configuration)
    driver = SignInDriver(doorward, proofs: proofs, memory: memory, clock: device.clock)
    driver.begin()
    await settle()
  }

  /// Moves all clocks, once the timers of the view run.
  func advance(by duration: Duration) async {
    while device.waits < driver.flow.timers.count { await Task.yield() }
    server.advance(by: duration)
    device.advance(by: duration)
  }

  /// The code that was last sent to the user.
  func code() async throws -> String { try #require(await server.lastCode(to: Self.email)) }

  /// Signs a new user up with a password, up to the answer to the code.
  func signUp() async throws {
    await act(.createAccount(typed: Self.email))
    await act(.signUp(SignUpForm(address: Self.email, password: Self.password)))
    #expect(screen.name == "code.signUp")
    await act(.submitCode(try await code()))
  }

  /// The view of another client, for a user who signs up with this one.
  static func ofUser(_ server: DoorwardTestServer) async throws -> DrivenSignIn {
    let first = await DrivenSignIn(server)
    try await first.signUp()
    #expect(first.screen == .finished(.completed))
    return await DrivenSignIn(server)
  }

  /// The view that asks a user for a code by email after the password. No code was sent yet.
  static func askedForSentCode() async throws -> DrivenSignIn {
    var offer = DoorwardTestOffer.passwordFirst
    offer.codePause = 0
    let server = DoorwardTestServer(offer)
    let view = try await ofUser(server)
    await server.changeOffer {
      $0.requiresSecondFactor = true
      $0.secondFactorCodeChannels = ["email"]
    }
    await view.act(.continueWith(email))
    await view.act(.submitPassword(password))
    return view
  }
}
