import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// The journeys of users, against the server double.
@MainActor struct DrivenJourneyTests {
  @Test(.timeLimit(.minutes(1))) func passwordSignsUpAndIn() async throws {
    let server = DoorwardTestServer()
    let first = await DrivenSignIn(server)
    #expect(first.screen == .start(typed: "") && first.driver.flow.choices?.minimumPasswordLength == 15)
    try await first.signUp()
    guard case .completed(let state) = await first.driver.result() else {
      Issue.record("not completed")
      return
    }
    #expect(state.user?.info.email == DrivenSignIn.email)
    let next = await DrivenSignIn(server)
    await next.act(.continueWith(" \(DrivenSignIn.email) "))
    #expect(next.screen == .password(identifier: DrivenSignIn.email))
    await next.act(.submitPassword("a wrong password"))
    #expect(next.problem == "invalid_credentials" && next.driver.error?.code == .invalidCredentials)
    await next.act(.submitPassword(DrivenSignIn.password))
    #expect(next.screen == .finished(.completed) && next.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func codeSignsIn() async throws {
    let view = await DrivenSignIn(DoorwardTestServer(DoorwardTestOffer(methods: ["code"])))
    await view.act(.continueWith(DrivenSignIn.email))
    guard case .code(let step) = view.screen else {
      Issue.record("\(view.screen.name)")
      return
    }
    #expect(step.purpose == .signIn && step.sentTo == DrivenSignIn.email)
    let code = try await view.code()
    await view.act(.submitCode(code == "123456" ? "654321" : "123456"))
    #expect(view.problem == "invalid_code")
    await view.act(.submitCode(code))
    #expect(view.doorward.isLoggedIn && view.screen == .finished(.completed))
  }

  @Test(.timeLimit(.minutes(1))) func codeSetsANewPassword() async throws {
    var offer = DoorwardTestOffer()
    offer.codePause = 0
    let view = try await DrivenSignIn.ofUser(DoorwardTestServer(offer))
    await view.act(.continueWith(DrivenSignIn.email))
    await view.act(.resetPassword)
    let code = try await view.code()
    await view.act(.submitReset(code: code, newPassword: "short"))
    #expect(view.problem == "password_too_short" && view.screen.name == "code.reset")
    await view.act(.submitReset(code: code, newPassword: "a long new password"))
    #expect(view.doorward.isLoggedIn && view.screen == .finished(.completed))
  }

  @Test(.timeLimit(.minutes(1))) func requiredAuthenticatorIsAddedAndAsked() async throws {
    var offer = DoorwardTestOffer()
    offer.requiresSecondFactor = true
    let server = DoorwardTestServer(offer)
    let first = await DrivenSignIn(server)
    try await first.signUp()
    #expect(first.screen.name == "new_factor" && !first.doorward.isLoggedIn)
    await first.act(.chooseFactor(.authenticator))
    guard case .newFactor(let step) = first.screen, let shown = step.authenticator else {
      Issue.record("\(first.screen.name)")
      return
    }
    let authenticator = try TestAuthenticator(secret: shown.secret)
    await first.act(.submitFactor(code: try authenticator.code(at: server.time.now)))
    guard case .recoveryCodes(let codes) = first.screen else {
      Issue.record("\(first.screen.name)")
      return
    }
    #expect(codes.codes.count == 10 && !"\(first.driver.flow)".contains(codes.codes[0]))
    await first.act(.cancel)
    #expect(first.screen.name == "recovery_codes")
    await first.act(.savedCodes)
    #expect(first.screen == .finished(.completed) && first.doorward.isLoggedIn)
    // The next sign-in asks for a factor.
    let next = await DrivenSignIn(server)
    await next.act(.continueWith(DrivenSignIn.email))
    await next.act(.submitPassword(DrivenSignIn.password))
    #expect(next.screen.name == "second_factor")
    await next.act(.chooseFactor(.recoveryCode))
    await next.act(.submitFactor(code: codes.codes[0]))
    #expect(next.screen == .recoveryCodeUsed(left: 9) && next.doorward.isLoggedIn)
    await next.act(.goOn)
    #expect(next.screen == .finished(.completed) && next.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func sentCodeIsTheSecondFactor() async throws {
    var offer = DoorwardTestOffer()
    offer.codePause = 0
    let server = DoorwardTestServer(offer)
    let view = try await DrivenSignIn.ofUser(server)
    await server.changeOffer {
      $0.requiresSecondFactor = true
      $0.secondFactorCodeChannels = ["email"]
    }
    await view.act(.continueWith(DrivenSignIn.email))
    await view.act(.submitPassword(DrivenSignIn.password))
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

  @Test(.timeLimit(.minutes(1))) func passkeySignsUpAndIn() async throws {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["passkey"]))
    let passkeys = TestPasskeys()
    let first = await DrivenSignIn(server, passkeys: passkeys)
    await first.act(.choose(.passkey, typed: ""))
    #expect(first.problem == "no_passkey" && first.screen == .start(typed: ""))
    await first.act(.createAccount(typed: ""))
    await passkeys.fail(with: .cancelled)
    await first.act(.signUpWithPasskey(NewAccount(name: "Ada")))
    #expect(first.problem == nil && first.screen.name == "sign_up")
    await first.act(.signUpWithPasskey(NewAccount(name: "Ada")))
    #expect(first.doorward.currentUser?.info.name == "Ada")
    let next = await DrivenSignIn(server, passkeys: passkeys)
    await next.act(.choose(.passkey, typed: ""))
    #expect(next.doorward.currentUser?.id == first.doorward.currentUser?.id)
  }

  @Test(.timeLimit(.minutes(1))) func walletSignsInAndKeepsTheAccount() async throws {
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
}
