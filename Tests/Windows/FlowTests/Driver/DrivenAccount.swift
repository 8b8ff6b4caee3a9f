import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// An account window of a test: a driver, its client and the server double.
@MainActor struct DrivenAccount {
  let server: DoorwardTestServer
  let doorward: Doorward
  let driver: AccountDriver
  let content = AccountContent.inEnglish

  /// Makes the window of a user who has just signed up with a password, and waits until everything is read.
  static func ofUser(
    _ server: DoorwardTestServer, passkeys: TestPasskeys? = nil, links: AccountLinks = AccountLinks()
  ) async throws -> DrivenAccount {
    let signIn = await DrivenSignIn(server, passkeys: passkeys, proofs: SignInProofs(usesPasskeys: false))
    try await signIn.signUp()
    #expect(signIn.screen == .finished(.completed))
    let account = DrivenAccount(
      server: server, doorward: signIn.doorward,
      driver: AccountDriver(signIn.doorward, links: links, clock: server.time.clock))
    account.driver.begin()
    await account.settle()
    return account
  }

  var flow: AccountFlow { driver.flow }
  var window: WindowContent { content.window(of: driver.state, at: driver.now) }
  var dialog: String? { window.dialog?.content.name }
  var problem: String? { flow.problem?.code }

  /// Performs an act and waits for the answer and the lists.
  func act(_ act: AccountAct) async {
    #expect(flow.allows(act), "\(act)")
    driver.perform(act)
    await settle()
  }

  /// Presses the button of the open dialog with this id, with texts.
  func press(_ id: String, _ texts: [FieldName: String] = [:]) async throws {
    let screen = window.dialog?.content ?? window.page
    let button = try #require(screen.buttons.first { $0.id == "doorward.\(id)" }, "no \(id)")
    #expect(screen.isEnabled(button, with: FieldTexts(texts)), "\(id) is disabled")
    driver.perform(button.action, with: FieldTexts(texts))
    await settle()
  }

  func settle() async {
    for await state in driver.updates
    where !state.flow.isBusy && state.flow.reading.isEmpty && state.confirmation?.isBusy != true { return }
  }

  /// The code that was last sent to an address.
  func code(_ address: String = DrivenSignIn.email) async throws -> String {
    try #require(await server.lastCode(to: address))
  }

  /// Signs the user in again in the open dialog, with the password.
  func confirm() async throws {
    try await press("sign-in.start.password")
    try await press("sign-in.password.sign-in", [.password: DrivenSignIn.password])
    while driver.confirmation != nil { await Task.yield() }
    await settle()
  }
}
