import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// The cases of `docs/security.md` that concern windows. SwiftUI and GTK draw these flows and make no request of their own, except for
/// images.
@MainActor struct DrivenThreatTests {
  /// The requests that a client has sent.
  private actor Wire {
    private(set) var requests: [DoorwardRequest] = []

    func note(_ request: DoorwardRequest) { requests.append(request) }

    nonisolated func transport(to server: DoorwardTestServer) -> DoorwardTransport {
      let next = server.transport
      return DoorwardTransport {
        await self.note($0)
        return try await next.send($0)
      }
    }
  }

  private func client(
    _ server: DoorwardTestServer, _ wire: Wire, storage: any SessionStorage = InMemorySessionStorage()
  ) -> Doorward {
    var configuration = server.configuration
    configuration.storage = storage
    configuration.transport = wire.transport(to: server)
    return Doorward(configuration)
  }

  /// Case 21: no secret is in a URL, and no cookie is sent.
  @Test(.timeLimit(.minutes(10))) func windowsPutNoSecretIntoAURLAndSendNoCookie() async throws {
    let server = DoorwardTestServer(.passwordFirst)
    let wire = Wire()
    _ = try await DrivenSignIn.ofUser(server)
    let doorward = client(server, wire)
    let driver = SignInDriver(doorward, memory: .nowhere, clock: server.time.clock)
    driver.begin()
    for act in [nil, .continueWith(DrivenSignIn.email), .submitPassword(DrivenSignIn.password)]
      as [SignInAct?]
    {
      if let act { driver.perform(act) }
      for await flow in driver.updates where !flow.isBusy { break }
    }
    #expect(doorward.isLoggedIn)
    let window = DrivenAccount(
      server: server, doorward: doorward, driver: AccountDriver(doorward, clock: server.time.clock))
    window.driver.begin()
    await window.settle()
    try await window.press("account.addresses.email.change")
    try await window.press("account.email.confirm", [.address: "grace@example.com"])
    let code = try await window.code("grace@example.com")
    try await window.press("account.email.code.confirm", [.code: code])
    try await window.press("account.data.export")
    let token = try await doorward.accessToken()
    let requests = await wire.requests
    #expect(requests.count > 8)
    for request in requests {
      for secret in [DrivenSignIn.password, code, token, "@", "token="] {
        #expect(!request.url.contains(secret), "\(request.method) \(request.url)")
      }
      #expect(!request.headers.keys.contains { $0.lowercased() == "cookie" }, "\(request.url)")
    }
  }

  /// Case 31: no first factor signs in alone, also not one that is stronger than a password.
  @Test(.timeLimit(.minutes(10))) func everyFirstFactorIsFollowedByTheSecond() async throws {
    let server = DoorwardTestServer(.passwordFirst)
    let wallet = TestEthereumWallet()
    let first = await DrivenSignIn(server)
    try await first.signUp()
    _ = try await first.doorward.siwe.link(with: wallet)
    await server.changeOffer {
      $0.requiresSecondFactor = true
      $0.secondFactorCodeChannels = ["email"]
    }
    let proofs = SignInProofs(ethereum: { try await $0.siwe.login(with: wallet) })
    for isWallet in [false, true] {
      let view = await DrivenSignIn(server, proofs: proofs)
      if isWallet {
        await view.act(.choose(.ethereum, typed: ""))
      } else {
        await view.act(.continueWith(DrivenSignIn.email))
        await view.act(.submitPassword(DrivenSignIn.password))
      }
      #expect(view.screen.name == "second_factor" && !view.doorward.isLoggedIn, "wallet: \(isWallet)")
      await view.act(.sendCode)
      await view.act(.submitFactor(code: try await view.code()))
      #expect(view.screen == .finished(.completed) && view.doorward.isLoggedIn, "wallet: \(isWallet)")
      server.advance(by: .seconds(120))
    }
  }

  /// Case 31: the confirmation of a change needs the second factor too.
  @Test(.timeLimit(.minutes(10))) func passwordAloneDoesNotConfirmAChange() async throws {
    let server = DoorwardTestServer(.passwordFirst)
    let account = try await DrivenAccount.ofUser(server)
    let enrollment = try await account.doorward.secondFactor.addAuthenticator()
    let authenticator = try TestAuthenticator(secret: enrollment.secret)
    _ = try await account.doorward.secondFactor.confirm(
      enrollment, code: authenticator.code(at: server.time.now))
    server.advance(by: .seconds(3600))
    try await account.press("account.leaving.delete")
    try await account.press("account.delete-account.confirm")
    #expect(account.driver.confirmation?.flow.choices?.confirmation == .oldSignIn)
    try await account.press("sign-in.start.password")
    try await account.press("sign-in.password.sign-in", [.password: DrivenSignIn.password])
    #expect(account.driver.confirmation?.flow.screen.name == "second_factor" && account.flow.end == nil)
    try await account.press(
      "sign-in.second-factor.authenticator.continue", [.code: try authenticator.code(at: server.time.now)])
    #expect(await account.driver.result() == .deleted)
  }

  /// Case 39: a window of another server gets nothing of a stored session.
  @Test(.timeLimit(.minutes(10))) func windowsOfAnotherServerGetNoStoredToken() async throws {
    let storage = InMemorySessionStorage()
    let first = DoorwardTestServer(.passwordFirst)
    _ = try await DrivenSignIn.ofUser(first)
    let signedIn = client(first, Wire(), storage: storage)
    _ = try await signedIn.password.login(identifier: DrivenSignIn.email, password: DrivenSignIn.password)
    let wire = Wire()
    let other = client(DoorwardTestServer(origin: "https://other.test"), wire, storage: storage)
    let (account, signIn) = (AccountDriver(other), SignInDriver(other, memory: .nowhere))
    account.begin()
    signIn.begin()
    for await state in account.updates where !state.flow.isBusy { break }
    for await flow in signIn.updates where !flow.isBusy { break }
    #expect(account.flow.user == nil)
    let requests = await wire.requests
    #expect(
      !requests.isEmpty && requests.allSatisfy { $0.url == "https://other.test/v1/config" }, "\(requests)")
    #expect(!requests.contains { $0.headers.keys.contains { $0.lowercased() == "authorization" } })
    #expect(signedIn.isLoggedIn)
  }
}
