import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// The journeys of users, against the server double.
@MainActor struct DrivenJourneyTests {
  @Test(.timeLimit(.minutes(10))) func passwordSignsUpAndIn() async throws {
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

  @Test(.timeLimit(.minutes(10))) func codeSignsIn() async throws {
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

  @Test(.timeLimit(.minutes(10))) func codeSetsANewPassword() async throws {
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

  @Test(.timeLimit(.minutes(10))) func requiredAuthenticatorIsAddedAndAsked() async throws {
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

  @Test(.timeLimit(.minutes(10))) func passkeySignsUpAndIn() async throws {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["passkey"]))
    let passkeys = TestPasskeys()
    let first = await DrivenSignIn(server, passkeys: passkeys)
    await first.act(.choose(.passkey, typed: ""))
    #expect(first.problem == "no_passkey" && first.screen == .start(typed: ""))
    await first.act(.createAccount(typed: ""))
    await passkeys.fail(with: .cancelled)
    await first.act(.signUpWithPasskey(SignUpForm(name: "Ada")))
    #expect(first.problem == nil && first.screen.name == "sign_up")
    await first.act(.signUpWithPasskey(SignUpForm(name: "Ada")))
    #expect(first.doorward.currentUser?.info.name == "Ada")
    let next = await DrivenSignIn(server, passkeys: passkeys)
    await next.act(.choose(.passkey, typed: ""))
    #expect(next.doorward.currentUser?.id == first.doorward.currentUser?.id)
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
    let server = DoorwardTestServer()
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
    let server = DoorwardTestServer()
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
