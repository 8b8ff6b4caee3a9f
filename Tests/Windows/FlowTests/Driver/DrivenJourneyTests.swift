import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// The journeys of users whose test changes the settings or the clock of the server, against the server double. The others are in
/// ``BuiltJourneyTests``.
@MainActor struct DrivenJourneyTests {
  @Test(.timeLimit(.minutes(10))) func sentCodeIsTheSecondFactor() async throws {
    let view = try await DrivenSignIn.askedForSentCode()
    guard case .secondFactor(let step) = view.screen else {
      Issue.record("\(view.screen.name)")
      return
    }
    #expect(
      step.chosen == .sentCode && step.sent == nil && !view.driver.flow.allows(.submitFactor(code: "1")))
    await view.act(.sendCode)
    guard case .secondFactor(let step) = view.screen else {
      Issue.record("\(view.screen.name)")
      return
    }
    #expect(step.sent?.maskedAddress?.hasSuffix("@example.com") == true)
    #expect(step.sent?.channel == .email && step.sent?.channels == [.email])
    await view.act(.submitFactor(code: try await view.code()))
    #expect(view.screen == .finished(.completed) && view.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func walletSignsInAndKeepsTheAccount() async throws {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["siwe"]))
    let wallet = TestEthereumWallet()
    let proofs = SignInProofs(ethereum: { try await $0.siwe.login(with: wallet) })
    let first = await DrivenSignIn(server, proofs: proofs)
    await first.act(.choose(.ethereum, typed: ""))
    #expect(first.screen == .finished(.completed))
    try await first.doorward.user.delete()
    let next = await DrivenSignIn(server, proofs: proofs)
    await next.act(.choose(.ethereum, typed: ""))
    guard case .keepAccount(let step) = next.screen else {
      Issue.record("\(next.screen.name)")
      return
    }
    #expect(step.deletesAt > server.time.now)
    await next.act(.keepAccount)
    #expect(next.screen == .finished(.completed) && next.doorward.isLoggedIn)
  }

  /// Each kind of address has its own code and its own pause.
  @Test(.timeLimit(.minutes(10))) func userChoosesTheAddressOfTheCode() async throws {
    let server = DoorwardTestServer(.passwordFirst)
    let first = try await DrivenSignIn.ofUser(server)
    let number = "+491512345678"
    await first.act(.continueWith(DrivenSignIn.email))
    await first.act(.submitPassword(DrivenSignIn.password))
    let sent = try await first.doorward.code.send(phoneNumber: number, for: .verify)
    _ = try await first.doorward.code.verify(sent, code: try #require(await server.lastCode(to: number)))
    await server.changeOffer {
      $0.requiresSecondFactor = true
      $0.secondFactorCodeChannels = ["email", "sms"]
    }
    let view = await DrivenSignIn(server)
    await view.act(.continueWith(DrivenSignIn.email))
    await view.act(.submitPassword(DrivenSignIn.password))
    await view.act(.sendCode)
    guard case .secondFactor(let step) = view.screen else {
      Issue.record("\(view.screen.name)")
      return
    }
    #expect(step.sent?.channels == [.email, .phoneNumber])
    let other: IdentifierKind = step.sent?.channel == .email ? .phoneNumber : .email
    #expect(!view.driver.flow.allows(.sendCode) && view.driver.flow.allows(.sendCodeTo(other)))
    await view.act(.sendCodeTo(other))
    let address = other == .email ? DrivenSignIn.email : number
    await view.act(.submitFactor(code: try #require(await server.lastCode(to: address))))
    #expect(view.screen == .finished(.completed) && view.doorward.isLoggedIn)
  }

  /// A sign-in that confirms the user counts for the present session, and shows only the methods that the account has.
  @Test(.timeLimit(.minutes(10))) func signedInUserIsConfirmed() async throws {
    let server = DoorwardTestServer(.passwordFirst)
    let view = await DrivenSignIn(server)
    try await view.signUp()
    let session = await view.doorward.signedInSession()
    server.advance(by: .seconds(3600))
    let again = SignInDriver(view.doorward, for: .confirmation(.oldSignIn), memory: .nowhere)
    again.begin()
    for await flow in again.updates where !flow.isBusy { break }
    #expect(again.flow.choices?.known[.email] == DrivenSignIn.email)
    #expect(
      !again.flow.allows(.continueWith("grace@example.com")) && !again.flow.allows(.createAccount(typed: "")))
    again.perform(.continueWith(DrivenSignIn.email))
    again.perform(.submitPassword(DrivenSignIn.password))
    guard case .completed = await again.result() else {
      Issue.record("\(again.flow.screen.name)")
      return
    }
    #expect(await view.doorward.signedInSession() == session)
    try await view.doorward.user.delete()
  }
}
