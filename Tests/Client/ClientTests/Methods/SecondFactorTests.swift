import ChildProcesses
import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Second factors of the SDK against the built server.
@MainActor struct SecondFactorTests {
  private static let email = "ada@example.com"

  private func client(_ storage: any SessionStorage = InMemorySessionStorage()) async throws -> Client {
    let server = try await RunningServer.start(
      configuration: """
        {"applications": [{"id": "default", "methods": ["password", "code", "siwe", "anonymous"],
           "second_factor": {"codes": ["email"]}}],
         "rate_limits": {"code_pause": 0, "sign_in_per_minute": 1000}}
        """)
    return try Client(server, storage: storage)
  }

  private func firstStep(_ client: Client) async throws -> SecondFactorChallenge {
    try await client.doorward.password.login(identifier: Self.email, password: Client.password).secondFactor
  }

  @Test(.timeLimit(.minutes(1))) func firstAuthenticatorComesWithRecoveryCodes() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let none = try await client.doorward.secondFactor.all()
    #expect(none.factors.isEmpty && none.recoveryCodesLeft == 0)
    let enrollment = try await client.doorward.secondFactor.addAuthenticator()
    #expect(enrollment.uri.hasPrefix("otpauth://totp/") && enrollment.uri.contains(enrollment.secret))
    #expect(enrollment.qrCode.hasPrefix("<svg ") && enrollment.expiresAt > Date())
    let code = try TestAuthenticator(enrollment).code(at: Date())
    let added = try await client.doorward.secondFactor.confirm(enrollment, code: code)
    #expect(added.factor.method == .totp && Set(added.recoveryCodes).count == 10)
    let (_, second) = try await client.addAuthenticator()
    #expect(second.recoveryCodes.isEmpty)
    let list = try await client.doorward.secondFactor.all()
    #expect(list.factors == [added.factor, second.factor] && list.recoveryCodesLeft == 10)
  }

  @Test(.timeLimit(.minutes(1))) func authenticatorFinishesASignInWithAPassword() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let user = client.doorward.currentUser?.id
    let (authenticator, _) = try await client.addAuthenticator()
    try await client.doorward.signOut()
    let challenge = try await firstStep(client)
    #expect(challenge.methods == [.totp, .recoveryCode] && challenge.expiresAt > Date())
    #expect(!client.doorward.isLoggedIn)
    let code = try authenticator.code(at: Date().addingTimeInterval(30))
    let state = try await client.doorward.secondFactor.verify(challenge, code: code).state
    #expect(state.user?.id == user && client.doorward.isLoggedIn)
    #expect(try await client.doorward.sessions.all().first?.methods == ["password", "totp"])
    // A code and a challenge work once.
    let next = try await firstStep(client)
    await #expect(throws: DoorwardError(code: .invalidCode, reason: "")) {
      try await client.doorward.secondFactor.verify(next, code: code)
    }
  }

  @Test(.timeLimit(.minutes(1))) func recoveryCodeFinishesASignInWithAWallet() async throws {
    let client = try await client()
    let user = try await client.signIn().user?.id
    let (_, added) = try await client.addAuthenticator()
    try await client.doorward.signOut()
    let required = await #expect(throws: DoorwardError.self) { try await client.signIn() }
    #expect(required?.code == .secondFactorRequired)
    let challenge = try #require(required?.secondFactor)
    let code = try #require(added.recoveryCodes.first)
    // The challenge belongs to the client that has begun the sign-in; a user may type lower case and no hyphen.
    let typed = code.lowercased().replacing("-", with: " ")
    let state = try await client.doorward.secondFactor.verify(challenge, code: typed, by: .recoveryCode).state
    #expect(state.user?.id == user)
    let session = try await client.doorward.sessions.all().first
    #expect(session?.methods == ["siwe", "recovery_code"])
    #expect(try await client.doorward.secondFactor.all().recoveryCodesLeft == 9)
  }

  @Test(.timeLimit(.minutes(1))) func secondFactorFinishesASignInWithACode() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let (_, added) = try await client.addAuthenticator()
    try await client.doorward.signOut()
    let sent = try await client.doorward.code.send(email: Self.email)
    let code = try #require(await client.server.code(to: Self.email))
    let challenge = try await client.doorward.code.verify(sent, code: code).secondFactor
    let state = try await client.doorward.secondFactor.verify(
      challenge, code: added.recoveryCodes[0], by: .recoveryCode
    ).state
    #expect(state.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func resetChangesThePasswordWithTheSecondFactorOnly() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let (_, added) = try await client.addAuthenticator()
    try await client.doorward.signOut()
    let sent = try await client.doorward.password.reset(identifier: Self.email)
    let code = try #require(await client.server.code(to: Self.email))
    let challenge = try await client.doorward.password.confirmReset(
      sent, code: code, newPassword: "a long new password"
    ).secondFactor
    _ = try await firstStep(client)
    _ = try await client.doorward.secondFactor.verify(
      challenge, code: added.recoveryCodes[0], by: .recoveryCode
    ).state
    let error = await #expect(throws: DoorwardError.self) { try await firstStep(client) }
    #expect(error?.code == .invalidCredentials)
  }

  @Test(.timeLimit(.minutes(1))) func wrongCodesAreCountedAndRecoveryCodesWorkAlways() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let (_, added) = try await client.addAuthenticator()
    let challenge = try await firstStep(client)
    for _ in 0..<5 {
      let wrong = await #expect(throws: DoorwardError.self) {
        try await client.doorward.secondFactor.verify(challenge, code: "no code")
      }
      #expect(wrong?.code == .invalidCode && wrong?.isRetryable == false)
    }
    let sixth = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.verify(challenge, code: "no code")
    }
    // The pause is over if this machine is slow; then the challenge has no guess left.
    #expect(sixth?.code == .tooManyGuesses || sixth?.code == .codeExhausted)
    #expect((sixth?.retryAfter != nil) == (sixth?.code == .tooManyGuesses))
    try await client.doorward.secondFactor.verify(
      challenge, code: added.recoveryCodes[0], by: .recoveryCode)
  }

  @Test(.timeLimit(.minutes(1))) func lostAnswerOfTheSecondStepIsRepeated() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let (authenticator, _) = try await client.addAuthenticator()
    try await client.doorward.signOut()
    let challenge = try await firstStep(client)
    let code = try authenticator.code(at: Date().addingTimeInterval(30))
    await client.wire.loseAnswers("/v1/second-factor/verify")
    let lost = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.verify(challenge, code: code)
    }
    #expect(lost?.isOffline == true)
    #expect(try await client.doorward.secondFactor.verify(challenge, code: code).state.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func changesNeedASessionWithTheSecondFactor() async throws {
    let client = try await client()
    try await client.register(Self.email)
    // A session from before the factor, on another device.
    let other = try Client(client.server)
    _ = try await other.doorward.password.login(identifier: Self.email, password: Client.password).state
    let session = try await other.doorward.sessions.all().first(where: \.isCurrent)?.id
    let (_, added) = try await client.addAuthenticator()
    let calls: [(SecondFactorClient) async throws -> Void] = [
      { _ = try await $0.addAuthenticator() }, { _ = try await $0.newRecoveryCodes() },
      { try await $0.remove(added.factor.id) },
    ]
    for call in calls {
      let refused = await #expect(throws: DoorwardError.self) {
        try await call(other.doorward.secondFactor)
      }
      #expect(refused?.code == .recentSignInRequired)
      #expect(refused?.stepUp == .secondFactor(assurances: ["urn:doorward:acr:second-factor"]))
    }
    try await other.doorward.reauthenticate { doorward in
      let outcome = try await doorward.password.login(identifier: Self.email, password: Client.password)
      try await doorward.secondFactor.verify(
        outcome.secondFactor, code: added.recoveryCodes[0], by: .recoveryCode)
    }
    let codes = try await other.doorward.secondFactor.newRecoveryCodes()
    #expect(codes.count == 10 && Set(codes).isDisjoint(with: added.recoveryCodes))
    #expect(try await other.doorward.sessions.all().first(where: \.isCurrent)?.id == session)
  }

  @Test(.timeLimit(.minutes(1))) func removedFactorEndsTheSessionsThatRestOnIt() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let (_, added) = try await client.addAuthenticator()
    let other = try Client(client.server)
    _ = try await other.doorward.secondFactor.verify(
      firstStep(other), code: added.recoveryCodes[0], by: .recoveryCode
    ).state
    try await client.doorward.secondFactor.remove(added.factor.id)
    let missing = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.remove(added.factor.id)
    }
    #expect(missing?.code == .notFound)
    let ended = await #expect(throws: DoorwardError.self) { try await other.doorward.user.refresh() }
    #expect(ended?.code == .sessionEnded)
    let list = try await client.doorward.secondFactor.all()
    #expect(list.factors.isEmpty && list.recoveryCodesLeft == 0)
    let none = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.newRecoveryCodes()
    }
    #expect(none?.code == .noSecondFactor)
    _ = try await client.doorward.password.login(identifier: Self.email, password: Client.password).state
  }

  @Test(.timeLimit(.minutes(1))) func chosenCodesFollowThePassword() async throws {
    let client = try await client()
    try await client.register(Self.email)
    #expect(try await client.doorward.offer().secondFactorCodes == [.email])
    let refused = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.addCode(by: .sms)
    }
    #expect(refused?.code == DoorwardError.Code(rawValue: "channel_not_offered"))
    let added = try await client.doorward.secondFactor.addCode(by: .email)
    #expect(added.factor.method == .code && added.factor.channel == .email)
    #expect(Set(added.recoveryCodes).count == 10)
    let again = try await client.doorward.secondFactor.addCode(by: .email)
    #expect(again.factor == added.factor && again.recoveryCodes.isEmpty)
    #expect(try await client.doorward.secondFactor.all().factors == [added.factor])
    let late = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.remove(added.factor.id)
    }
    #expect(
      late?.stepUp
        == .secondFactor(assurances: [
          "urn:doorward:acr:second-factor", "urn:doorward:acr:second-factor-code",
        ]))
    try await client.doorward.signOut()
    let challenge = try await firstStep(client)
    #expect(challenge.methods == [.recoveryCode, .code])
    let sent = try await client.doorward.secondFactor.sendCode(challenge)
    let code = try #require(await client.server.code(to: Self.email))
    _ = try await client.doorward.secondFactor.verify(sent, code: code).state
    try await client.doorward.secondFactor.remove(added.factor.id)
    #expect(try await client.doorward.secondFactor.all().factors.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func wrongFirstCodeAddsNothing() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let enrollment = try await client.doorward.secondFactor.addAuthenticator()
    let wrong = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.confirm(enrollment, code: "no code")
    }
    #expect(wrong?.code == .invalidCode)
    #expect(try await client.doorward.secondFactor.all().factors.isEmpty)
    let code = try TestAuthenticator(enrollment).code(at: Date())
    _ = try await client.doorward.secondFactor.confirm(enrollment, code: code)
  }

  @Test(.timeLimit(.minutes(1))) func secondFactorIsNeverStored() async throws {
    let storage = RecordedStorage()
    let client = try await client(storage)
    try await client.register(Self.email)
    let (_, added) = try await client.addAuthenticator()
    try await client.doorward.signOut()
    // The sign-in of an anonymous user is stored before it is sent, if it has no secret of the user.
    try await client.doorward.anonymous.login()
    let challenge = try await firstStep(client)
    let state = try await client.doorward.secondFactor.verify(
      challenge, code: added.recoveryCodes[0], by: .recoveryCode
    ).state
    #expect(state.isLoggedIn)
    let records = await storage.records
    #expect(records.count > 2 && records.allSatisfy { !$0.contains(added.recoveryCodes[0]) })
  }

  @Test(.timeLimit(.minutes(1))) func anonymousUserSignsInToAnAccountWithASecondFactor() async throws {
    let storage = RecordedStorage()
    let client = try await client(storage)
    let user = try await client.signIn().user?.id
    let (_, added) = try await client.addAuthenticator()
    try await client.doorward.signOut()
    let visitor = try await client.doorward.anonymous.login().user?.id
    let required = await #expect(throws: DoorwardError.self) { try await client.signIn() }
    #expect(client.doorward.currentUser?.id == visitor)
    // The refused sign-in is not sent again. The change is stored after the caller has the answer.
    while try await #require(storage.records.last).contains("pending_upgrade") { await Task.yield() }
    let state = try await client.doorward.secondFactor.verify(
      #require(required?.secondFactor), code: added.recoveryCodes[0], by: .recoveryCode
    ).state
    #expect(state.user?.id == user && state.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func secretsAreInNoDescription() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let enrollment = try await client.doorward.secondFactor.addAuthenticator()
    let code = try TestAuthenticator(enrollment).code(at: Date())
    let added = try await client.doorward.secondFactor.confirm(enrollment, code: code)
    var text = "\(enrollment) \(String(reflecting: enrollment)) \(added) \(String(reflecting: added))"
    dump(enrollment, to: &text)
    dump(added, to: &text)
    dump(try await firstStep(client), to: &text)
    dump(client.doorward, to: &text)
    #expect(text.contains("AuthenticatorEnrollment") && text.contains("SecondFactorChallenge"))
    #expect(!text.contains(enrollment.secret) && !text.contains(code))
    #expect(added.recoveryCodes.allSatisfy { !text.contains($0) })
  }
}
