import ChildProcesses
import Doorward
import DoorwardTesting
import Encodings
import Foundation
import Testing

/// The signals to an authenticator: after each sign-in and refused registration, and beside changes that are not finished.
@MainActor struct PasskeySignalTests {
  private let passkeys = TestPasskeys.ofDomain()

  /// A client whose user has signed in with a wallet, and whose authenticator has been told.
  private func signedIn(_ authenticator: (any PasskeyAuthenticator)? = nil) async throws -> Client {
    let client = try Client(await RunningServer.withPasskeys(), passkeys: authenticator ?? passkeys)
    try await client.signIn()
    await passkeys.until(signals: 1)
    return client
  }

  /// Another device of the user of a client.
  private func other(_ client: Client, _ passkeys: TestPasskeys? = nil) async throws -> Client {
    let other = try Client(client.server, passkeys: passkeys)
    try await other.signInAs(client.wallet)
    return other
  }

  /// Waits until the authenticator has these accounts.
  private func authenticator(shows names: [String]) async {
    while await passkeys.passkeys.map(\.displayName) != names, !Task.isCancelled { await Task.yield() }
    #expect(await passkeys.passkeys.map(\.displayName) == names)
  }

  // MARK: After a sign-in

  @Test(.timeLimit(.minutes(1))) func signInTellsTheNameAndTheAcceptedPasskeys() async throws {
    let client = try await signedIn()
    try await client.doorward.passkey.link()
    try await client.doorward.signOut()
    let other = try await other(client)
    try await other.doorward.user.updatePersonalInfo(name: "Ada")
    // The passkey is not the proof of this sign-in.
    try await client.signIn()
    await authenticator(shows: ["Ada"])
    try await client.doorward.signOut()
    let passkey = try #require(try await other.doorward.passkey.all().first)
    try await other.doorward.passkey.unlink(passkey.id)
    try await client.signIn()
    await authenticator(shows: [])
  }

  @Test(.timeLimit(.minutes(1))) func signInDoesNotWaitForTheSignals() async throws {
    let client = try Client(await RunningServer.withPasskeys(), passkeys: passkeys)
    await client.wire.next("/v1/passkeys", .hold)
    #expect(try await client.signIn().isLoggedIn)
    await client.wire.untilItHolds()
    #expect(await passkeys.signals.isEmpty)
    await client.wire.release()
    await passkeys.until(signals: 1)
  }

  // MARK: Beside a change

  @Test(.timeLimit(.minutes(1))) func listDuringAnAdditionHidesNoPasskey() async throws {
    let client = try await signedIn()
    await client.wire.next("/passkeys/registration", .hold)
    let addition = Task { try await client.doorward.passkey.link() }
    await client.wire.untilItHolds()
    #expect(await passkeys.passkeys.count == 1)
    // The server does not know the passkey yet.
    #expect(try await client.doorward.passkey.all().isEmpty)
    #expect(await passkeys.passkeys.count == 1)
    #expect(await passkeys.signals.count == 1)
    await client.wire.release()
    _ = try await addition.value
    #expect(await passkeys.passkeys.count == 1)
    #expect(await passkeys.signals.count == 2)
  }

  @Test(.timeLimit(.minutes(1))) func lateListHidesNoNewPasskey() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/passkeys", .holdAnswer)
    let list = Task { try await client.doorward.passkey.all() }
    await client.wire.untilItHolds()
    try await client.doorward.passkey.link()
    await client.wire.release()
    #expect(try await list.value.isEmpty)
    #expect(await passkeys.passkeys.count == 1)
    #expect(await passkeys.signals.count == 2)
  }

  @Test(.timeLimit(.minutes(1))) func listOfTheSignInHidesNoUpgrade() async throws {
    let passkeys = TestPasskeys.ofDomain(upgradesPasswords: true)
    let client = try Client(await RunningServer.withPasskeys(), passkeys: passkeys)
    await client.wire.next("/v1/passkeys", .holdAnswer)
    try await client.register("ada@example.com")
    await client.wire.untilItHolds()
    _ = await client.state { $0.user?.info.identities.count == 2 }
    // The list that follows the upgrade is not held.
    await client.wire.until(answers: 1, of: "/v1/passkeys")
    await client.wire.release()
    await client.wire.until(answers: 2, of: "/v1/passkeys")
    try await client.doorward.signOut()
    #expect(try await client.doorward.passkey.login().state.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func listDuringTheSignUpOfAnAnonymousUserHidesNoPasskey() async throws {
    let client = try Client(await RunningServer.withPasskeys(), passkeys: passkeys)
    try await client.doorward.anonymous.login()
    await client.wire.next("/passkeys/registration", .hold)
    let signUp = Task { try await client.doorward.passkey.signUp() }
    await client.wire.untilItHolds()
    #expect(try await client.doorward.passkey.all().isEmpty)
    #expect(await passkeys.signals.isEmpty)
    await client.wire.release()
    _ = try await signUp.value.state
    #expect(await passkeys.passkeys.count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func removalDuringAnAdditionTellsTheRemovedPasskey() async throws {
    let client = try await signedIn()
    let others = TestPasskeys.ofDomain()
    try await other(client, others).doorward.passkey.link()
    let old = try #require(try await client.doorward.passkey.all().first)
    await client.wire.next("/passkeys/registration", .hold)
    let addition = Task { try await client.doorward.passkey.link() }
    await client.wire.untilItHolds()
    try await client.doorward.passkey.unlink(old.id)
    let signal = PasskeySignal.unknownCredential(
      relyingPartyID: Contender.passkeyDomain, credentialID: try Base64URL.decode(old.credentialID))
    #expect(await passkeys.signals.last == signal)
    #expect(await passkeys.passkeys.count == 1)
    await client.wire.release()
    _ = try await addition.value
    #expect(try await client.doorward.passkey.all().count == 1)
    #expect(await passkeys.passkeys.count == 1)
  }

  // MARK: After a refused registration

  @Test(.timeLimit(.minutes(1))) func refusedPasskeyIsForgotten() async throws {
    let visitor = try Client(await RunningServer.withPasskeys(), passkeys: ChangedPasskeys.refused(passkeys))
    let signUp = await #expect(throws: DoorwardError.self) { try await visitor.doorward.passkey.signUp() }
    #expect(signUp?.code.rawValue == "malformed_attestation_object")
    #expect(await passkeys.creations.count == 1)
    #expect(await passkeys.signals.count == 1)
    #expect(await passkeys.passkeys.isEmpty)
    let client = try await signedIn(ChangedPasskeys.refused(passkeys))
    await passkeys.until(signals: 2)
    let addition = await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.link() }
    #expect(addition?.code.rawValue == "malformed_attestation_object")
    #expect(await passkeys.creations.count == 2)
    #expect(await passkeys.signals.count == 3)
    #expect(await passkeys.passkeys.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func uncertainRegistrationKeepsThePasskey() async throws {
    let client = try await signedIn()
    let problem = { (code: String) in
      Array(#"{"code": "\#(code)", "status": 409, "trace_id": "0123"}"#.utf8)
    }
    let answers = [
      // A proxy on the way knows nothing about passkeys.
      DoorwardResponse(status: 403, headers: [:], body: Array("<p>Forbidden".utf8)),
      DoorwardResponse(status: 404, headers: [:], body: problem("not_found")),
      DoorwardResponse(status: 503, headers: [:], body: problem("unavailable")),
      DoorwardResponse(status: 429, headers: [:], body: problem("rate_limited")),
      // The first copy of the request may have succeeded.
      DoorwardResponse(status: 409, headers: [:], body: problem("passkey_registered")),
      DoorwardResponse(status: 401, headers: [:], body: problem("challenge_used")),
      // The same response keeps the account.
      DoorwardResponse(status: 409, headers: [:], body: problem("account_deletion_pending")),
    ]
    for answer in answers {
      await client.wire.next("/passkeys/registration", .answer(answer))
      _ = await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.link() }
      #expect(await passkeys.passkeys.count == 1)
    }
    await client.wire.loseAnswers("/passkeys/registration")
    _ = await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.link() }
    #expect(await passkeys.passkeys.count == 1)
    #expect(await passkeys.signals.count == 1)
  }
}
