import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Second factors in the tests of an app.
@MainActor struct DoubleSecondFactorTests {
  private let server = DoorwardTestServer()
  private let wallet = TestEthereumWallet()

  /// A client that is signed in with an authenticator and signed out again.
  private func signedOut() async throws -> (Doorward, TestAuthenticator) {
    let doorward = Doorward(server.configuration)
    try await doorward.siwe.login(with: wallet)
    let enrollment = try await doorward.secondFactor.addAuthenticator()
    let authenticator = try TestAuthenticator(enrollment)
    _ = try await doorward.secondFactor.confirm(
      enrollment, code: authenticator.code(at: server.time.now))
    try await doorward.signOut()
    server.advance(by: .seconds(30))
    return (doorward, authenticator)
  }

  private func firstStep(_ doorward: Doorward) async throws -> SecondFactorChallenge {
    let error = await #expect(throws: DoorwardError.self) { try await doorward.siwe.login(with: wallet) }
    return try #require(error?.secondFactor)
  }

  @Test(.timeLimit(.minutes(1))) func authenticatorFinishesASignIn() async throws {
    let (doorward, authenticator) = try await signedOut()
    let challenge = try await firstStep(doorward)
    let code = try authenticator.code(at: server.time.now)
    #expect(try await doorward.secondFactor.verify(challenge, code: code).state.isLoggedIn)
    // The next code is that of the next thirty seconds.
    try await doorward.signOut()
    let next = try await firstStep(doorward)
    await #expect(throws: DoorwardError(code: .invalidCode, reason: "")) {
      try await doorward.secondFactor.verify(next, code: code)
    }
    server.advance(by: .seconds(30))
    _ = try await doorward.secondFactor.verify(next, code: authenticator.code(at: server.time.now)).state
  }

  @Test(.timeLimit(.minutes(1))) func challengeAndEnrollmentExpire() async throws {
    let (doorward, authenticator) = try await signedOut()
    let challenge = try await firstStep(doorward)
    server.advance(by: .seconds(600))
    let late = try authenticator.code(at: server.time.now)
    await #expect(throws: DoorwardError(code: .challengeExpired, reason: "")) {
      try await doorward.secondFactor.verify(challenge, code: late)
    }
    let next = try await firstStep(doorward)
    _ = try await doorward.secondFactor.verify(next, code: late).state
    let enrollment = try await doorward.secondFactor.addAuthenticator()
    server.advance(by: .seconds(600))
    let code = try TestAuthenticator(enrollment).code(at: server.time.now)
    await #expect(throws: DoorwardError(code: .challengeExpired, reason: "")) {
      try await doorward.secondFactor.confirm(enrollment, code: code)
    }
  }

  @Test(.timeLimit(.minutes(1))) func wrongCodesNeedAnotherSignInAfterAPause() async throws {
    let (doorward, authenticator) = try await signedOut()
    let challenge = try await firstStep(doorward)
    for _ in 0..<5 {
      await #expect(throws: DoorwardError(code: .invalidCode, reason: "")) {
        try await doorward.secondFactor.verify(challenge, code: "no code")
      }
    }
    let code = try authenticator.code(at: server.time.now)
    await #expect(throws: DoorwardError(code: .codeExhausted, reason: "")) {
      try await doorward.secondFactor.verify(challenge, code: code)
    }
    server.advance(by: .seconds(1))
    _ = try await doorward.secondFactor.verify(firstStep(doorward), code: code).state
  }

  @Test(.timeLimit(.minutes(1))) func oldSignInChangesNoFactor() async throws {
    let (doorward, authenticator) = try await signedOut()
    _ = try await doorward.secondFactor.verify(
      firstStep(doorward), code: authenticator.code(at: server.time.now)
    ).state
    await server.requireRecentSignIn()
    await #expect(throws: DoorwardError(code: .recentSignInRequired, reason: "")) {
      try await doorward.secondFactor.newRecoveryCodes()
    }
  }
}
