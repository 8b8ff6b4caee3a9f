import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// The facts that a device keeps for the next sign-in, against the server double.
@MainActor struct DrivenMemoryTests {
  /// Keeps the facts in the test.
  private final class Facts: @unchecked Sendable {
    // Unchecked: the values are used under the lock only.
    private let lock = NSLock()
    private var texts: [String: String] = [:]

    var all: [String: String] { lock.withLock { texts } }
    var memory: SignInMemory {
      SignInMemory(
        read: { key in self.lock.withLock { self.texts[key] } },
        write: { key, text in self.lock.withLock { self.texts[key] = text } })
    }
  }

  private func offer() -> DoorwardTestOffer {
    var offer = DoorwardTestOffer.passwordFirst
    offer.methods.append("passkey")
    return offer
  }

  @Test(.timeLimit(.minutes(10))) func lastUsedMethodIsShownFirst() async throws {
    let facts = Facts()
    let server = DoorwardTestServer(.passwordFirst)
    let first = await DrivenSignIn(server, memory: facts.memory)
    #expect(first.driver.flow.choices?.lastUsed == nil)
    try await first.signUp()
    let wallet = TestEthereumWallet()
    let proofs = SignInProofs(ethereum: { try await $0.siwe.login(with: wallet) })
    let next = await DrivenSignIn(server, proofs: proofs, memory: facts.memory)
    #expect(next.driver.flow.choices?.lastUsed == .password)
    await next.act(.choose(.ethereum, typed: ""))
    let last = await DrivenSignIn(server, proofs: proofs, memory: facts.memory)
    #expect(last.driver.flow.choices?.lastUsed == .ethereum)
    // Only the name of the method is kept.
    #expect(facts.all == ["doorward.last-used": "ethereum"])
  }

  @Test(.timeLimit(.minutes(10))) func cancelledSignInIsNotKept() async throws {
    let facts = Facts()
    let view = await DrivenSignIn(DoorwardTestServer(.passwordFirst), memory: facts.memory)
    await view.act(.continueWith(DrivenSignIn.email))
    await view.act(.cancel)
    #expect(facts.all.isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func passkeyIsOfferedOnceAfterAPassword() async throws {
    let facts = Facts()
    let server = DoorwardTestServer(offer())
    let passkeys = TestPasskeys()
    let first = await DrivenSignIn(server, passkeys: passkeys, memory: facts.memory)
    try await first.signUp()
    #expect(first.screen == .passkeyOffer && first.doorward.isLoggedIn)
    await passkeys.fail(with: .cancelled)
    await first.act(.addPasskey)
    #expect(first.screen == .passkeyOffer && first.problem == nil)
    await first.act(.addPasskey)
    #expect(first.screen == .finished(.completed))
    #expect(first.doorward.currentUser?.info.identities.contains { $0.type == "passkey" } == true)
    let next = await DrivenSignIn(server, passkeys: TestPasskeys(), memory: facts.memory)
    await next.act(.continueWith(DrivenSignIn.email))
    await next.act(.submitPassword(DrivenSignIn.password))
    #expect(next.screen == .finished(.completed))
  }

  @Test(.timeLimit(.minutes(10))) func userWithoutAnAuthenticatorGetsNoOffer() async throws {
    let view = await DrivenSignIn(DoorwardTestServer(offer()), memory: Facts().memory)
    try await view.signUp()
    #expect(view.screen == .finished(.completed))
  }

  @Test(.timeLimit(.minutes(10))) func declinedPasskeyCompletesTheSignIn() async throws {
    let view = await DrivenSignIn(
      DoorwardTestServer(offer()), passkeys: TestPasskeys(), memory: Facts().memory)
    try await view.signUp()
    #expect(view.screen == .passkeyOffer)
    await view.act(.cancel)
    guard case .completed = await view.driver.result() else {
      Issue.record("not completed")
      return
    }
    #expect(view.screen == .finished(.completed))
  }
}
