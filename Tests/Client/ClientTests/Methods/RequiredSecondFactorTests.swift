import ChildProcesses
import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Second factors that an application requires: codes by email and SMS, and authenticators that users add during a
/// sign-in, against the built server.
@MainActor struct RequiredSecondFactorTests {
  private static let email = "ada@example.com"
  private static let number = "+4915123456789"

  /// A client of the application `strict`, and one of an application without the requirement.
  private func clients(
    _ storage: any SessionStorage = InMemorySessionStorage()
  ) async throws -> (strict: Client, plain: Client) {
    let methods = #""methods": ["password", "code", "siwe", "anonymous"]"#
    let server = try await RunningServer.start(
      configuration: """
        {"applications": [{"id": "plain", \(methods)},
           {"id": "strict", \(methods), "second_factor": {"required": true, "codes": ["email", "sms"]}}],
         "rate_limits": {"code_pause": 0, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000}}
        """)
    let strict = try Client(server, storage: storage, applicationID: "strict")
    return (strict, try Client(server, applicationID: "plain"))
  }

  private func firstStep(_ client: Client) async throws -> SecondFactorChallenge {
    try await client.doorward.password.login(identifier: Self.email, password: Client.password).secondFactor
  }

  private func enroll(_ client: Client, _ challenge: SecondFactorChallenge) async throws -> FinishedSignIn {
    let enrollment = try await client.doorward.secondFactor.enroll(challenge)
    let code = try TestAuthenticator(enrollment.authenticator).code(at: Date())
    return try await client.doorward.secondFactor.finish(enrollment, code: code)
  }

  // MARK: Enrollment

  @Test(.timeLimit(.minutes(1))) func newUserAddsAnAuthenticatorDuringTheSignUp() async throws {
    let (client, _) = try await clients()
    let challenge = try await client.signUp(Self.email).secondFactor
    #expect(challenge.methods.isEmpty && challenge.enrollmentMethods == [.totp])
    #expect(challenge.expiresAt > Date() && !client.doorward.isLoggedIn)
    let done = try await enroll(client, challenge)
    #expect(done.state.user?.info.email == Self.email && client.doorward.isLoggedIn)
    #expect(Set(done.recoveryCodes).count == 10)
    #expect(try await client.doorward.sessions.all().first?.methods == ["password", "totp"])
    try await client.doorward.signOut()
    // From now on the user proves the authenticator.
    let next = try await firstStep(client)
    #expect(next.methods == [.totp, .recoveryCode] && next.enrollmentMethods.isEmpty)
    let state = try await client.doorward.secondFactor.verify(
      next, code: done.recoveryCodes[0], by: .recoveryCode
    ).state
    #expect(state.user?.id == done.state.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func walletUserAddsAnAuthenticatorAfterAWrongCode() async throws {
    let (client, _) = try await clients()
    let error = await #expect(throws: DoorwardError.self) { try await client.signIn() }
    let challenge = try #require(error?.secondFactor)
    let enrollment = try await client.doorward.secondFactor.enroll(challenge)
    let shown = enrollment.authenticator
    #expect(shown.uri.hasPrefix("otpauth://totp/") && shown.uri.contains(shown.secret))
    #expect(shown.qrCode.hasPrefix("<svg "))
    let wrong = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.finish(enrollment, code: "no code")
    }
    #expect(wrong?.code == .invalidCode)
    let code = try TestAuthenticator(shown).code(at: Date())
    let done = try await client.doorward.secondFactor.finish(enrollment, code: code)
    #expect(done.state.isLoggedIn && done.recoveryCodes.count == 10)
    #expect(try await client.doorward.sessions.all().first?.methods == ["siwe", "totp"])
  }

  @Test(.timeLimit(.minutes(1))) func anonymousUserKeepsTheAccount() async throws {
    let (client, _) = try await clients()
    let visitor = try await client.doorward.anonymous.login().user?.id
    let error = await #expect(throws: DoorwardError.self) { try await client.signIn() }
    #expect(client.doorward.currentUser?.id == visitor)
    let done = try await enroll(client, #require(error?.secondFactor))
    #expect(done.state.isLoggedIn && done.state.user?.id == visitor)
  }

  @Test(.timeLimit(.minutes(1))) func repeatedAnswerHasTheSameRecoveryCodes() async throws {
    let (client, _) = try await clients()
    let challenge = try await client.signUp(Self.email).secondFactor
    let enrollment = try await client.doorward.secondFactor.enroll(challenge)
    let code = try TestAuthenticator(enrollment.authenticator).code(at: Date())
    await client.wire.loseAnswers("/v1/second-factor/verify")
    let lost = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.finish(enrollment, code: code)
    }
    #expect(lost?.isOffline == true)
    let done = try await client.doorward.secondFactor.finish(enrollment, code: code)
    #expect(done.state.isLoggedIn && done.recoveryCodes.count == 10)
    #expect(try await client.doorward.secondFactor.all().recoveryCodesLeft == 10)
    try await client.doorward.signOut()
    let next = try await client.doorward.password.login(
      identifier: Self.email, password: Client.password
    ).secondFactor
    _ = try await client.doorward.secondFactor.verify(next, code: done.recoveryCodes[0], by: .recoveryCode)
      .state
  }

  @Test(.timeLimit(.minutes(1))) func secretsAreInNoDescriptionAndNotStored() async throws {
    let storage = RecordedStorage()
    let (client, _) = try await clients(storage)
    let challenge = try await client.signUp(Self.email).secondFactor
    let enrollment = try await client.doorward.secondFactor.enroll(challenge)
    let code = try TestAuthenticator(enrollment.authenticator).code(at: Date())
    let done = try await client.doorward.secondFactor.finish(enrollment, code: code)
    var text = "\(enrollment) \(String(reflecting: enrollment)) \(done) \(String(reflecting: done))"
    dump(enrollment, to: &text)
    dump(done, to: &text)
    dump(client.doorward, to: &text)
    #expect(text.contains("SignInEnrollment") && text.contains("FinishedSignIn"))
    #expect(!text.contains(enrollment.authenticator.secret) && !text.contains(code))
    #expect(done.recoveryCodes.count == 10 && done.recoveryCodes.allSatisfy { !text.contains($0) })
    let records = await storage.records
    #expect(!records.isEmpty)
    for secret in done.recoveryCodes + [code, enrollment.authenticator.secret] {
      #expect(records.allSatisfy { !$0.contains(secret) })
    }
  }

  // MARK: Codes

  @Test(.timeLimit(.minutes(1))) func sentCodeFinishesASignIn() async throws {
    let (client, plain) = try await clients()
    let user = try await plain.register(Self.email).user?.id
    try await plain.addPhoneNumber(Self.number)
    let challenge = try await firstStep(client)
    #expect(challenge.methods == [.code] && challenge.enrollmentMethods.isEmpty)
    let first = try await client.doorward.secondFactor.sendCode(challenge)
    #expect(first.channel == .email && first.sentTo == "a•••@example.com")
    #expect(first.channels == [.email, .sms])
    #expect(first.expiresAt > Date() && first.expiresAt >= first.resendAt)
    _ = try #require(await client.server.code(to: Self.email))
    let second = try await client.doorward.secondFactor.sendCode(challenge, by: .sms)
    #expect(second.channel == .sms && second.sentTo == "•••89")
    let code = try #require(await client.server.code(to: Self.number))
    let wrong = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.verify(second, code: "no code")
    }
    #expect(wrong?.code == .invalidCode)
    // A code belongs to the challenge that it was sent for.
    let unsent = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.verify(challenge, code: code, by: .code)
    }
    #expect(unsent?.code.rawValue == "invalid_challenge")
    let typed = "\(code.prefix(3)) \(code.suffix(3))"
    let state = try await client.doorward.secondFactor.verify(second, code: typed).state
    #expect(state.user?.id == user && client.doorward.isLoggedIn)
    #expect(try await client.doorward.sessions.all().first?.methods == ["password", "code"])
    var text = "\(second) \(String(reflecting: second))"
    dump(second, to: &text)
    #expect(text.contains("SecondFactorCode") && !text.contains(code))
  }

  @Test(.timeLimit(.minutes(1))) func channelOfTheFirstFactorIsNoSecondFactor() async throws {
    let (client, plain) = try await clients()
    try await plain.register(Self.email)
    // The only address of the user has proven the first factor.
    let only = try await codeStep(client)
    #expect(only.methods.isEmpty && only.enrollmentMethods == [.totp])
    let notTaken = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.sendCode(only)
    }
    #expect(notTaken?.code.rawValue == "invalid_method")
    try await plain.addPhoneNumber(Self.number)
    let challenge = try await codeStep(client)
    let refused = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.sendCode(challenge, by: .email)
    }
    #expect(refused?.code.rawValue == "channel_not_offered")
    let sent = try await client.doorward.secondFactor.sendCode(challenge)
    #expect(sent.channel == .sms)
    let code = try #require(await client.server.code(to: Self.number))
    _ = try await client.doorward.secondFactor.verify(sent, code: code).state
    #expect(try await client.doorward.sessions.all().first?.methods == ["code"])
  }

  /// Signs in with a code by email, up to the second factor.
  private func codeStep(_ client: Client) async throws -> SecondFactorChallenge {
    let sent = try await client.doorward.code.send(email: Self.email)
    let code = try #require(await client.server.code(to: Self.email))
    return try await client.doorward.code.verify(sent, code: code).secondFactor
  }
}
