import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// Troubles of the second factor, against the server double.
@MainActor struct DrivenFactorTests {
  /// A view that asks a user for a code by email after the password.
  private func waiting() async throws -> DrivenSignIn {
    let view = try await DrivenSignIn.askedForSentCode()
    await view.act(.sendCode)
    return view
  }

  @Test(.timeLimit(.minutes(10))) func expiredCodeIsReplaced() async throws {
    let view = try await waiting()
    await view.server.next(
      .problem(status: 400, code: "challenge_expired"), for: "/v1/second-factor/verify")
    await view.act(.submitFactor(code: "123456"))
    #expect(view.screen.name == "second_factor" && view.driver.error?.code == .challengeExpired)
    await view.act(.sendCode)
    await view.act(.submitFactor(code: try await view.code()))
    #expect(view.screen == .finished(.completed) && view.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func unknownFactorsHaveASentence() async throws {
    let view = try await DrivenSignIn.ofUser(DoorwardTestServer(.passwordFirst))
    await view.act(.continueWith(DrivenSignIn.email))
    let challenge = """
      {"challenge_id": "id", "expires_at": "2099-01-01T00:00:00Z", "methods": ["telepathy"]}
      """
    let body = """
      {"code": "second_factor_required", "title": "Second factor", "status": 401, "trace_id": "trace",
       "detail": "Prove it.", "second_factor": \(challenge)}
      """
    await view.server.next(
      .response(
        DoorwardResponse(
          status: 401, headers: ["content-type": "application/problem+json"], body: Array(body.utf8))),
      for: "/v1/password/sign-in")
    await view.act(.submitPassword(DrivenSignIn.password))
    #expect(view.screen == .password(identifier: DrivenSignIn.email))
    #expect(view.driver.error?.reason == "This app cannot ask for the second factor of your account.")
  }

  /// The server refuses a proof of the sign-in that has become too old.
  @Test func keptAccountNeedsFreshProofs() {
    let error = DoorwardError(code: .invalidCode, reason: "The code is too old.", status: 401)
    let now = Date()
    #expect(SignInProblem(error, of: .keepAccount(Ticket(1)), now: now).remedy == .anotherChallenge)
    #expect(
      SignInProblem(error, of: .verifyCode(Ticket(1), SecretText("123456"), .signIn), now: now).remedy
        == .otherInput)
  }

  @Test(.timeLimit(.minutes(10))) func refusalInTheWalletIsAProblem() async {
    let view = await DrivenSignIn(
      DoorwardTestServer(.passwordFirst),
      proofs: SignInProofs(near: { _ in throw DoorwardError(code: .rejected, reason: "Declined.") }))
    await view.act(.choose(.near, typed: "ada"))
    #expect(view.problem == "rejected" && view.screen == .start(typed: "ada"))
  }

  @Test(.timeLimit(.minutes(10))) func passkeysNeedAnAuthenticator() async {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["passkey"]))
    #expect(await DrivenSignIn(server).screen == .nothingOffered)
    #expect(await DrivenSignIn(server, passkeys: TestPasskeys()).screen == .start(typed: ""))
    let proofs = SignInProofs(usesPasskeys: false)
    #expect(
      await DrivenSignIn(server, passkeys: TestPasskeys(), proofs: proofs).screen == .nothingOffered)
  }
}
