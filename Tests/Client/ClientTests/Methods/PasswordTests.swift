import ChildProcesses
import Doorward
import Foundation
import Testing

/// Passwords and one-time codes of the SDK against the built server.
@MainActor struct PasswordTests {
  /// A client of a new server. `pause` is the time between two codes to an address, in seconds.
  private func client(
    _ storage: any SessionStorage = InMemorySessionStorage(), pause: Int = 0
  ) async throws -> Client {
    let server = try await RunningServer.start(
      configuration: """
        {"applications": [{"id": "default", "methods": ["password", "code", "siwe", "anonymous"],
          "password": {"identifiers": ["email", "phone_number", "username"]}}],
         "rate_limits": {"code_pause": \(pause)}}
        """)
    return try Client(server, storage: storage)
  }

  @Test(.timeLimit(.minutes(1))) func signUpNeedsTheCodeThenPasswordSignsIn() async throws {
    let client = try await client()
    let state = try await client.register("ada@example.com")
    #expect(state.isLoggedIn && client.doorward.isLoggedIn)
    #expect(state.user?.info.email == "ada@example.com" && state.user?.info.isEmailVerified == true)
    #expect(state.user?.info.hasPassword == true)
    try await client.doorward.signOut()
    let later = try await client.doorward.password.login(
      identifier: "ADA@example.com", password: Client.password
    ).state
    #expect(later.user?.id == state.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func strengthTellsWhatMakesAPasswordWeak() async throws {
    let client = try await client()
    let strong = try await client.doorward.password.strength(of: Client.password)
    #expect(strong == PasswordStrength(score: 4))
    let weak = try await client.doorward.password.strength(
      of: "zebulonmoonstone", identifiers: ["zebulon.moonstone@example.com"])
    #expect(weak.score < 3 && weak.advice.contains(.containsOwnData) && weak.advice.contains(.addWords))
    let guessable = try await client.doorward.password.strength(of: "passwordpassword")
    #expect(guessable.refusal == .passwordTooGuessable && guessable.advice.contains(.commonWord))
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.password.strength(of: "")
    }
    #expect(error?.code.rawValue == "password_too_short")
  }

  @Test(.timeLimit(.minutes(1))) func guessablePasswordIsRefusedWithItsReasons() async throws {
    let client = try await client()
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.password.signUp(
        email: "ada@example.com", password: String(repeating: "a", count: 15))
    }
    #expect(error?.code == .passwordTooGuessable && error?.passwordAdvice.first == .repetition)
  }

  @Test(.timeLimit(.minutes(1))) func wrongPasswordHasACode() async throws {
    let client = try await client()
    try await client.register("ada@example.com")
    try await client.doorward.signOut()
    for identifier in ["ada@example.com", "eve@example.com"] {
      let error = await #expect(throws: DoorwardError.self) {
        try await client.doorward.password.login(identifier: identifier, password: "not the password")
      }
      #expect(error?.code == .invalidCredentials && error?.isRetryable == false)
    }
    #expect(!client.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func userNameRegistersTheAnonymousUserAtOnce() async throws {
    let client = try await client()
    let visitor = try await client.doorward.anonymous.login()
    let state = try await client.doorward.password.signUp(username: "lovelace", password: Client.password)
      .state
    #expect(state.isLoggedIn && state.user?.id == visitor.user?.id)
    #expect(state.user?.info.username == "lovelace")
    try await client.doorward.signOut()
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.password.signUp(username: "lovelace", password: Client.password)
    }
    #expect(error?.code == .usernameTaken)
  }

  @Test(.timeLimit(.minutes(1))) func codeRegistersTheAnonymousUserAfterALostAnswer() async throws {
    let client = try await client()
    let visitor = try await client.doorward.anonymous.login()
    let challenge = try await client.doorward.code.send(email: "ada@example.com")
    let code = try #require(await client.server.code(to: "ada@example.com"))
    await client.wire.loseAnswers("/v1/code/sign-in")
    await #expect(throws: DoorwardError.self) {
      try await client.doorward.code.verify(challenge, code: code)
    }
    let state = try await client.doorward.code.verify(challenge, code: code).state
    #expect(state.isLoggedIn && state.user?.id == visitor.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func passwordIsNeverStored() async throws {
    let storage = RecordedStorage()
    let client = try await client(storage)
    try await client.doorward.anonymous.login()
    await client.wire.next("/v1/password/sign-up", .drop)
    await #expect(throws: DoorwardError.self) {
      try await client.doorward.password.signUp(username: "lovelace", password: Client.password)
    }
    _ = try await client.doorward.password.signUp(username: "lovelace", password: Client.password)
    let records = await storage.records
    #expect(records.count > 1)
    #expect(records.allSatisfy { !$0.contains(Client.password) })
  }

  @Test(.timeLimit(.minutes(1))) func keyOfAPasswordDoesNotDependOnIt() async throws {
    let client = try await client()
    for _ in 0..<2 {
      _ = try? await client.doorward.password.login(identifier: "ada@example.com", password: Client.password)
    }
    let keys = await client.wire.requests.compactMap { $0.headers["Idempotency-Key"] }
    #expect(Set(keys).count == 2)
  }

  @Test(.timeLimit(.minutes(1))) func passwordsAndCodesAreInNoDescription() async throws {
    let client = try await client()
    let outcome = try await client.doorward.password.signUp(
      email: "ada@example.com", password: Client.password)
    var text = "\(outcome) \(String(reflecting: outcome))"
    dump(outcome, to: &text)
    let code = try #require(await client.server.code(to: "ada@example.com"))
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.password.login(identifier: "ada@example.com", password: Client.password)
    }
    text += "\(String(describing: error)) \(String(reflecting: error))"
    dump(error, to: &text)
    dump(client.doorward, to: &text)
    #expect(text.contains("CodeChallenge"))
    #expect(!text.contains(Client.password) && !text.contains(code))
  }

  @Test(.timeLimit(.minutes(1))) func changedPasswordEndsOtherSessions() async throws {
    let client = try await client()
    try await client.register("ada@example.com")
    let other = try Client(client.server)
    try await other.doorward.password.login(identifier: "ada@example.com", password: Client.password)
    try await client.doorward.password.change(from: Client.password, to: "a long new password")
    await #expect(throws: DoorwardError.self) { try await other.doorward.user.refresh() }
    #expect(try await client.doorward.user.refresh()?.info.hasPassword == true)
    try await other.doorward.password.login(identifier: "ada@example.com", password: "a long new password")
  }

  @Test(.timeLimit(.minutes(1))) func walletUserSetsAFirstPassword() async throws {
    let client = try await client()
    try await client.signIn()
    let challenge = try await client.doorward.code.send(email: "ada@example.com", for: .verify)
    let code = try #require(await client.server.code(to: "ada@example.com"))
    let state = try await client.doorward.code.verify(challenge, code: code).state
    #expect(state.user?.info.identities.count == 2 && state.user?.info.hasPassword == false)
    try await client.doorward.password.change(from: nil, to: Client.password)
    #expect(client.doorward.currentUser?.info.hasPassword == true)
  }

  @Test(.timeLimit(.minutes(1))) func changeReplacesAddressesWithTheCodeOnly() async throws {
    let client = try await client()
    try await client.register("ada@example.com")
    let challenge = try await client.doorward.code.send(email: "lovelace@example.com", for: .change)
    #expect(try await client.doorward.user.refresh()?.info.email == "ada@example.com")
    let code = try #require(await client.server.code(to: "lovelace@example.com"))
    let changed = try await client.doorward.code.verify(challenge, code: code).state
    #expect(changed.user?.info.email == "lovelace@example.com" && changed.user?.info.isEmailVerified == true)
    let phone = try await client.doorward.code.send(phoneNumber: "+4915123456789", for: .verify)
    let sms = try #require(await client.server.code(to: "+4915123456789"))
    let state = try await client.doorward.code.verify(phone, code: sms).state
    #expect(
      state.user?.info.phoneNumber == "+4915123456789" && state.user?.info.isPhoneNumberVerified == true)
    try await client.doorward.signOut()
    let old = await #expect(throws: DoorwardError.self) {
      try await client.doorward.password.login(identifier: "ada@example.com", password: Client.password)
    }
    #expect(old?.code == .invalidCredentials)
    let later = try await client.doorward.password.login(
      identifier: "lovelace@example.com", password: Client.password
    ).state
    #expect(later.user?.id == state.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func exportHasTheUser() async throws {
    let client = try await client()
    let user = try await client.register("ada@example.com").user
    let export = try await client.doorward.user.export()
    #expect(export["user"]?["id"]?.string == user?.id)
    #expect(export["identities"]?[0]?["identifier"]?.string == "ada@example.com")
  }

  @Test(.timeLimit(.minutes(1))) func resetSetsANewPassword() async throws {
    let client = try await client()
    let user = try await client.register("ada@example.com").user?.id
    try await client.doorward.signOut()
    let challenge = try await client.doorward.password.reset(identifier: "ada@example.com")
    let code = try #require(await client.server.code(to: "ada@example.com"))
    let refused = await #expect(throws: DoorwardError.self) {
      try await client.doorward.password.confirmReset(challenge, code: code, newPassword: "short")
    }
    #expect(refused?.code.rawValue == "password_too_short")
    let misused = await #expect(throws: DoorwardError.self) {
      try await client.doorward.code.verify(challenge, code: code)
    }
    #expect(misused?.code == .noMessage)
    let state = try await client.doorward.password.confirmReset(
      challenge, code: code, newPassword: "a long new password"
    ).state
    #expect(state.user?.id == user)
  }

  @Test(.timeLimit(.minutes(1))) func codesHaveTheirOwnErrors() async throws {
    let client = try await client(pause: 60)
    let challenge = try await client.doorward.code.send(email: "ada@example.com")
    #expect(challenge.expiresAt > challenge.resendAt)
    let code = try #require(await client.server.code(to: "ada@example.com"))
    let early = await #expect(throws: DoorwardError.self) { try await client.doorward.code.resend(challenge) }
    #expect(early?.status == 429 && early?.retryAfter != nil)
    let wrong = code == "123456" ? "654321" : "123456"
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.code.verify(challenge, code: wrong)
    }
    #expect(error?.code == .invalidCode)
    try await client.doorward.code.verify(challenge, code: code)
    let used = await #expect(throws: DoorwardError.self) {
      try await client.doorward.code.verify(challenge, code: code + " ")
    }
    #expect(used?.status == 401)
  }

  @Test(.timeLimit(.minutes(1))) func codeReauthenticatesTheSession() async throws {
    let client = try await client()
    try await client.register("ada@example.com")
    let session = try await client.doorward.sessions.all().first?.id
    let outcome = try await client.doorward.reauthenticate {
      try await $0.password.login(identifier: "ada@example.com", password: Client.password)
    }
    #expect(try outcome.state.isLoggedIn)
    let sessions = try await client.doorward.sessions.all()
    #expect(sessions.map(\.id) == [session])
    #expect(sessions.first?.methods.contains("password") == true)
  }

  @Test(.timeLimit(.minutes(1))) func offerHasTheRules() async throws {
    let client = try await client()
    let offer = try await client.doorward.offer()
    #expect(offer.methods == ["password", "code", "siwe", "anonymous"])
    #expect(offer.passwordIdentifiers == ["email", "phone_number", "username"])
    #expect(offer.minimumPasswordLength == 12 && offer.maximumPasswordLength == 256)
    #expect(offer.passwordRules == "minlength: 12; maxlength: 256;")
    #expect(offer.codeChannels == ["email", "sms"] && offer.codeLength == 6)
  }

  @Test(.timeLimit(.minutes(1))) func secondFactorIsAnOutcome() async throws {
    let client = try await client()
    let problem = """
      {"type": "about:blank", "title": "Unauthorized", "status": 401, "code": "second_factor_required",
       "detail": "This account has a second factor.", "trace_id": "0123456789abcdef0123456789abcdef",
       "second_factor": {"challenge_id": "secret-challenge", "methods": ["totp"],
         "expires_at": "2026-11-23T12:00:00Z"}}
      """
    let answer = DoorwardResponse(
      status: 401, headers: ["content-type": "application/problem+json"], body: Array(problem.utf8))
    await client.wire.next("/v1/password/sign-in", .answer(answer))
    let outcome = try await client.doorward.password.login(
      identifier: "ada@example.com", password: Client.password)
    guard case .secondFactorRequired(let challenge) = outcome else { throw Unexpected(outcome: outcome) }
    #expect(challenge.methods == [.totp])
    var text = "\(outcome)"
    dump(outcome, to: &text)
    #expect(!text.contains("secret-challenge"))
    #expect(!client.doorward.isLoggedIn)
    // A wallet's sign-in throws it.
    await client.wire.next("/v1/ethereum/sign-in", .answer(answer))
    let error = await #expect(throws: DoorwardError.self) { try await client.signIn() }
    #expect(error?.code == .secondFactorRequired && error?.secondFactor?.expiresAt == challenge.expiresAt)
  }
}
