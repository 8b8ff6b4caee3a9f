import ChildProcesses
import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Passkeys beside passwords: as second factors, and as their successors.
@MainActor struct PasskeyFactorTests {
  private static let email = "ada@example.com"

  /// A user with a password, an authenticator of codes and a passkey, who is signed out.
  private func user(_ passkeys: TestPasskeys) async throws -> Client {
    let client = try Client(await RunningServer.withPasskeys(), passkeys: passkeys)
    try await client.register(Self.email)
    try await client.doorward.passkey.link()
    _ = try await client.addAuthenticator()
    try await client.doorward.signOut()
    return client
  }

  private func firstStep(_ client: Client) async throws -> SecondFactorChallenge {
    try await client.doorward.password.login(identifier: Self.email, password: Client.password).secondFactor
  }

  @Test(.timeLimit(.minutes(1))) func passkeyIsASecondFactor() async throws {
    let passkeys = TestPasskeys.ofDomain(verifiesUser: false)
    let client = try await user(passkeys)
    let challenge = try await firstStep(client)
    #expect(challenge.methods.first == .passkey && challenge.methods.contains(.totp))
    let state = try await client.doorward.secondFactor.verifyWithPasskey(challenge).state
    #expect(state.isLoggedIn)
    #expect(try await client.doorward.sessions.all().first?.methods == ["password", "passkey"])
    let used = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.verifyWithPasskey(challenge)
    }
    #expect(used?.code.rawValue == "challenge_used" && used?.status == 401)
  }

  @Test(.timeLimit(.minutes(1))) func foreignPasskeyIsRefusedAndKept() async throws {
    let passkeys = TestPasskeys.ofDomain()
    let client = try await user(passkeys)
    let strangers = TestPasskeys.ofDomain()
    let stranger = try Client(client.server, passkeys: strangers)
    try await stranger.doorward.passkey.signUp()
    let foreign = try Client(
      client.server,
      passkeys: ForeignPasskeys(base: strangers))
    let challenge = try await firstStep(foreign)
    let error = await #expect(throws: DoorwardError.self) {
      try await foreign.doorward.secondFactor.verifyWithPasskey(challenge)
    }
    #expect(error?.code.rawValue == "credential_not_allowed")
    // The passkey is another user's: nothing is certain about it.
    #expect(await strangers.passkeys.count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func userWithoutAPasskeyUsesAnotherFactor() async throws {
    let passkeys = TestPasskeys.ofDomain()
    let client = try Client(await RunningServer.withPasskeys(), passkeys: passkeys)
    try await client.register(Self.email)
    _ = try await client.addAuthenticator()
    try await client.doorward.signOut()
    let challenge = try await firstStep(client)
    #expect(!challenge.methods.contains(.passkey))
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.verifyWithPasskey(challenge)
    }
    #expect(error?.code == .noPasskey)
    #expect(await passkeys.requests.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func verifiedPasskeyIsTwoFactors() async throws {
    let client = try await user(TestPasskeys.ofDomain())
    #expect(try await client.doorward.passkey.login().state.isLoggedIn)
    let weak = try await user(TestPasskeys.ofDomain(verifiesUser: false))
    let challenge = try await weak.doorward.passkey.login().secondFactor
    #expect(!challenge.methods.contains(.passkey) && challenge.methods.contains(.totp))
  }

  // MARK: Enrollment

  /// A server whose application requires a second factor.
  private func strictServer() async throws -> RunningServer {
    try await RunningServer.withPasskeys(#", "second_factor": {"required": true}"#)
  }

  @Test(.timeLimit(.minutes(1))) func newUserAddsAPasskeyDuringTheSignUp() async throws {
    let passkeys = TestPasskeys.ofDomain(verifiesUser: false)
    let client = try Client(await strictServer(), passkeys: passkeys)
    let challenge = try await client.signUp(Self.email).secondFactor
    #expect(challenge.methods.isEmpty && challenge.enrollmentMethods == [.totp, .passkey])
    let state = try await client.doorward.secondFactor.enrollPasskey(challenge).state
    #expect(state.user?.info.identities.map(\.type).sorted() == ["email", "passkey"])
    #expect(await passkeys.passkeys.map(\.name) == [Self.email])
    #expect(await passkeys.creations.map(\.occasion) == [.addition])
    try await client.doorward.signOut()
    // From now on the user proves the passkey.
    let next = try await firstStep(client)
    #expect(next.methods == [.passkey, .recoveryCode] && next.enrollmentMethods.isEmpty)
    let again = try await client.doorward.secondFactor.verifyWithPasskey(next).state
    #expect(again.user?.id == state.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func enrollmentListsThePasskeysOnceAndReportsThem() async throws {
    let passkeys = TestPasskeys.ofDomain()
    let client = try Client(await strictServer(), passkeys: passkeys)
    let challenge = try await client.signUp(Self.email).secondFactor
    _ = try await client.doorward.secondFactor.enrollPasskey(challenge).state
    // The accepted passkeys, and the name of the user.
    await passkeys.until(signals: 2)
    #expect(await passkeys.passkeys.map(\.name) == [Self.email])
    #expect(await client.wire.count("/v1/passkeys") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func walletUserAddsAPasskeyAfterACancellation() async throws {
    let passkeys = TestPasskeys.ofDomain()
    let client = try Client(await strictServer(), passkeys: passkeys)
    let error = await #expect(throws: DoorwardError.self) { try await client.signIn() }
    let challenge = try #require(error?.secondFactor)
    await passkeys.fail(with: .cancelled)
    let cancelled = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.enrollPasskey(challenge)
    }
    #expect(cancelled?.code == .cancelled)
    let state = try await client.doorward.secondFactor.enrollPasskey(challenge).state
    #expect(state.isLoggedIn)
    #expect(try await client.doorward.sessions.all().first?.methods == ["siwe", "passkey"])
  }

  @Test(.timeLimit(.minutes(1))) func anonymousUserKeepsTheAccountWithANewPasskey() async throws {
    let client = try Client(await strictServer(), passkeys: TestPasskeys.ofDomain())
    let visitor = try await client.doorward.anonymous.login().user?.id
    let error = await #expect(throws: DoorwardError.self) { try await client.signIn() }
    let challenge = try #require(error?.secondFactor)
    let state = try await client.doorward.secondFactor.enrollPasskey(challenge).state
    #expect(state.isLoggedIn && state.user?.id == visitor)
    try await client.doorward.signOut()
    // The user handle of the passkey is the id of the user.
    #expect(try await client.doorward.passkey.login().state.user?.id == visitor)
  }

  @Test(.timeLimit(.minutes(1))) func refusedNewPasskeyIsForgotten() async throws {
    let passkeys = TestPasskeys.ofDomain()
    let client = try Client(await strictServer(), passkeys: ChangedPasskeys.refused(passkeys))
    let challenge = try await client.signUp(Self.email).secondFactor
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.secondFactor.enrollPasskey(challenge)
    }
    #expect(error?.code.rawValue == "malformed_attestation_object" && !client.doorward.isLoggedIn)
    #expect(await passkeys.creations.count == 1)
    #expect(await passkeys.passkeys.isEmpty)
  }

  // MARK: Upgrades

  /// Waits until the user has so many identities.
  private func identities(_ count: Int, of client: Client) async {
    _ = await client.state { $0.user?.info.identities.count == count }
  }

  /// A client whose authenticator upgrades passwords. Its user has signed up on another device.
  private func upgrading(
    _ passkeys: TestPasskeys, on server: RunningServer? = nil
  ) async throws -> (client: Client, other: Client) {
    let server = if let server { server } else { try await RunningServer.withPasskeys() }
    let other = try Client(server)
    try await other.register(Self.email)
    return (try Client(server, passkeys: passkeys), other)
  }

  @Test(.timeLimit(.minutes(1))) func passwordSignInMakesAPasskey() async throws {
    let passkeys = TestPasskeys.ofDomain(upgradesPasswords: true)
    let (client, _) = try await upgrading(passkeys)
    let login = {
      try await client.doorward.password.login(identifier: Self.email, password: Client.password)
    }
    _ = try await login().state
    await identities(2, of: client)
    #expect(await passkeys.creations.map(\.occasion) == [.upgrade])
    #expect(client.doorward.currentUser?.info.identities.map(\.type).contains("passkey") == true)
    try await client.doorward.signOut()
    #expect(try await client.doorward.passkey.login().state.user?.info.email == Self.email)
  }

  @Test(.timeLimit(.minutes(1))) func upgradeFollowsTheSecondFactor() async throws {
    let passkeys = TestPasskeys.ofDomain(upgradesPasswords: true)
    let (client, other) = try await upgrading(passkeys)
    let (_, added) = try await other.addAuthenticator()
    let challenge = try await firstStep(client)
    #expect(await passkeys.creations.isEmpty)
    _ = try await client.doorward.secondFactor.verify(
      challenge, code: added.recoveryCodes[0], by: .recoveryCode
    ).state
    await identities(2, of: client)
    #expect(await passkeys.creations.map(\.occasion) == [.upgrade])
  }

  @Test(.timeLimit(.minutes(1))) func signUpWithAPasswordMakesAPasskey() async throws {
    let server = try await RunningServer.withPasskeys()
    let passkeys = TestPasskeys.ofDomain(upgradesPasswords: true)
    let client = try Client(server, passkeys: passkeys)
    try await client.register(Self.email)
    await identities(2, of: client)
    #expect(await passkeys.creations.map(\.occasion) == [.upgrade])
    // Without an address, the sign-up needs no code.
    let others = TestPasskeys.ofDomain(upgradesPasswords: true)
    let other = try Client(server, passkeys: others)
    _ = try await other.doorward.password.signUp(username: "lovelace", password: Client.password).state
    await identities(2, of: other)
    #expect(await others.creations.map(\.occasion) == [.upgrade])
  }

  @Test(.timeLimit(.minutes(1))) func newPasswordMakesAPasskey() async throws {
    let passkeys = TestPasskeys.ofDomain(upgradesPasswords: true)
    let (client, _) = try await upgrading(passkeys)
    let challenge = try await client.doorward.password.reset(identifier: Self.email)
    let code = try #require(await client.server.code(to: Self.email))
    _ = try await client.doorward.password.confirmReset(
      challenge, code: code, newPassword: "another battery staple"
    ).state
    await identities(2, of: client)
    #expect(await passkeys.creations.map(\.occasion) == [.upgrade])
  }

  @Test(.timeLimit(.minutes(1))) func codeMakesNoPasskey() async throws {
    let passkeys = TestPasskeys.ofDomain(upgradesPasswords: true)
    let (client, _) = try await upgrading(passkeys)
    let challenge = try await client.doorward.code.send(email: Self.email)
    let code = try #require(await client.server.code(to: Self.email))
    _ = try await client.doorward.code.verify(challenge, code: code).state
    await passkeys.until(signals: 1)
    #expect(await client.wire.count("/registration/options") == 0)
  }

  @Test(.timeLimit(.minutes(1))) func upgradeFollowsTheEnrollment() async throws {
    let passkeys = TestPasskeys.ofDomain(upgradesPasswords: true)
    let client = try Client(await strictServer(), passkeys: passkeys)
    let challenge = try await client.signUp(Self.email).secondFactor
    let enrollment = try await client.doorward.secondFactor.enroll(challenge)
    let code = try TestAuthenticator(enrollment.authenticator).code(at: Date())
    _ = try await client.doorward.secondFactor.finish(enrollment, code: code)
    await identities(2, of: client)
    #expect(await passkeys.creations.map(\.occasion) == [.upgrade])
  }

  @Test(.timeLimit(.minutes(1))) func failedUpgradeChangesNothing() async throws {
    let passkeys = TestPasskeys.ofDomain(upgradesPasswords: true)
    let (client, _) = try await upgrading(
      passkeys, on: RunningServer.withPasskeys(methods: #""password", "code""#))
    let state = try await client.doorward.password.login(
      identifier: Self.email, password: Client.password
    ).state
    await client.wire.until(answers: 1, of: "/registration/options")
    #expect(state.isLoggedIn && client.doorward.isLoggedIn)
    #expect(await passkeys.creations.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func authenticatorThatAsksIsNotAskedAfterAPassword() async throws {
    let passkeys = TestPasskeys.ofDomain()
    let client = try Client(await RunningServer.withPasskeys(), passkeys: passkeys)
    try await client.register(Self.email)
    _ = try await client.doorward.password.login(identifier: Self.email, password: Client.password).state
    try await client.doorward.signOut()
    #expect(await client.wire.count("/registration/options") == 0)
  }

  @Test(.timeLimit(.minutes(1))) func upgradeIsNeverForAnotherUser() async throws {
    let passkeys = TestPasskeys.ofDomain(upgradesPasswords: true)
    let (client, _) = try await upgrading(passkeys)
    await client.wire.next("/registration/options", .holdAnswer)
    _ = try await client.doorward.password.login(identifier: Self.email, password: Client.password).state
    await client.wire.untilItHolds()
    // Another user signs in before the authenticator has made the passkey.
    try await client.signInAs(client.wallet)
    await client.wire.release()
    try await client.doorward.user.refresh()
    let list = try await client.doorward.passkey.all()
    #expect(list.isEmpty)
    #expect(client.doorward.currentUser?.info.identities.map(\.type) == ["ethereum"])
  }
}

/// Answers with its own passkey, whatever the server allows.
private struct ForeignPasskeys: PasskeyAuthenticator {
  let base: TestPasskeys

  func create(_ creation: PasskeyCreation) async throws -> PasskeyRegistration {
    try await base.create(creation)
  }

  func get(_ request: PasskeyRequest) async throws -> DoorwardJSON {
    var options = request.options
    options["allowCredentials"] = nil
    return try await base.get(
      PasskeyRequest(options: options, origin: request.origin, mediation: request.mediation))
  }

  func signal(_ signal: PasskeySignal) async throws { await base.signal(signal) }
}
