import ChildProcesses
import Doorward
import DoorwardTesting
import Encodings
import Foundation
import Testing

/// The passkeys of a user, and the signals that keep the authenticator up to date.
@MainActor struct PasskeyListTests {
  private let passkeys = TestPasskeys.ofDomain()

  private func client() async throws -> Client {
    try Client(await RunningServer.withPasskeys(), passkeys: passkeys)
  }

  private func accepted(_ credentials: [String], of user: DoorwardUser?) throws -> PasskeySignal {
    let id = try #require(user.flatMap { UUID(uuidString: $0.id) })
    return .allAcceptedCredentials(
      relyingPartyID: Contender.passkeyDomain, userHandle: withUnsafeBytes(of: id.uuid) { Array($0) },
      credentialIDs: try credentials.map { try Base64URL.decode($0) })
  }

  @Test(.timeLimit(.minutes(1))) func userAddsRenamesAndRemoves() async throws {
    let client = try await client()
    try await client.signIn()
    let state = try await client.doorward.passkey.link()
    #expect(state.user?.info.identities.map(\.type).sorted() == ["ethereum", "passkey"])
    let passkey = try #require(try await client.doorward.passkey.all().first)
    #expect(passkey.name == "Passkey" && passkey.isBackedUp && passkey.isBackupEligible)
    #expect(passkey.createdAt != nil && passkey.model == "00000000-0000-0000-0000-000000000000")
    #expect(await passkeys.passkeys.map { Base64URL.encode($0.credentialID) } == [passkey.credentialID])
    let renamed = try await client.doorward.passkey.rename(passkey.id, to: "Laptop")
    #expect(renamed.name == "Laptop")
    #expect(try await client.doorward.passkey.all() == [renamed])
    let refused = await #expect(throws: DoorwardError.self) {
      try await client.doorward.passkey.rename(passkey.id, to: "")
    }
    #expect(refused?.code.rawValue == "invalid_name")
    let removed = try await client.doorward.passkey.unlink(passkey.id)
    #expect(removed.user?.info.identities.map(\.type) == ["ethereum"])
    #expect(await passkeys.passkeys.isEmpty)
    let missing = await #expect(throws: DoorwardError.self) {
      try await client.doorward.passkey.unlink(passkey.id)
    }
    #expect(missing?.code == .notFound)
    for id in ["", "../user", "a b"] {
      let error = await #expect(throws: DoorwardError.self) {
        try await client.doorward.passkey.unlink(id)
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test(.timeLimit(.minutes(1))) func authenticatorMakesOnePasskeyOfAUser() async throws {
    let client = try await client()
    try await client.doorward.passkey.signUp()
    let error = await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.link() }
    #expect(error?.code == .passkeyRegistered)
    #expect(await passkeys.creations.last?.options["excludeCredentials"] != nil)
  }

  @Test(.timeLimit(.minutes(1))) func lastWayInStays() async throws {
    let client = try await client()
    try await client.doorward.passkey.signUp()
    let passkey = try #require(try await client.doorward.passkey.all().first)
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.passkey.unlink(passkey.id)
    }
    #expect(error?.code == .lastIdentity)
    #expect(await passkeys.passkeys.count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func everyChangeTellsTheAcceptedPasskeys() async throws {
    let client = try await client()
    try await client.signIn()
    let user = client.doorward.currentUser
    await passkeys.until(signals: 1)
    try await client.doorward.passkey.link()
    let first = try #require(await passkeys.passkeys.first).credentialID
    #expect(
      await passkeys.signals == [
        try accepted([], of: user), try accepted([Base64URL.encode(first)], of: user),
      ])
    let passkey = try #require(try await client.doorward.passkey.all().first)
    #expect(await passkeys.signals.last == (try accepted([passkey.credentialID], of: user)))
    // By the list of all identities, too.
    try await client.doorward.identities.unlink(passkey.id)
    #expect(await passkeys.signals.last == (try accepted([], of: user)))
    #expect(await passkeys.signals.count == 4)
    #expect(await passkeys.passkeys.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func endOfTheSessionIsNoObstacleToTheSignal() async throws {
    let client = try await client()
    try await client.signIn()
    await passkeys.until(signals: 1)
    try await client.doorward.passkey.link()
    try await client.doorward.signOut()
    // This session rests on the passkey alone.
    let user = try await client.doorward.passkey.login().state.user
    await passkeys.until(signals: 4)
    let passkey = try #require(try await client.doorward.passkey.all().first)
    let state = try await client.doorward.passkey.unlink(passkey.id)
    #expect(state.isSignedOut)
    #expect(await passkeys.signals.last == (try accepted([], of: user)))
  }

  @Test(.timeLimit(.minutes(1))) func changedNameIsTold() async throws {
    let client = try await client()
    try await client.doorward.passkey.signUp(name: "Ada")
    try await client.doorward.user.updatePersonalInfo(name: "Ada Lovelace")
    #expect(await passkeys.passkeys.map(\.displayName) == ["Ada Lovelace"])
    #expect(await passkeys.passkeys.map(\.name) == ["Ada Lovelace"])
    try await client.doorward.user.setUsername("lovelace")
    #expect(await passkeys.passkeys.map(\.name) == ["lovelace"])
    let count = await passkeys.signals.count
    // Nothing that the authenticator shows.
    try await client.doorward.user.updatePersonalInfo(locale: "en")
    try await client.doorward.user.refresh()
    #expect(await passkeys.signals.count == count)
    try await client.doorward.user.removeUsername()
    try await client.doorward.user.clearPersonalInfo(.name)
    #expect(await passkeys.passkeys.map(\.name) == ["Doorward"])
  }

  @Test(.timeLimit(.minutes(1))) func changedAddressIsTold() async throws {
    let client = try await client()
    try await client.doorward.passkey.signUp(name: "Ada")
    let challenge = try await client.doorward.code.send(email: "ada@example.com", for: .verify)
    let code = try #require(await client.server.code(to: "ada@example.com"))
    try await client.doorward.code.verify(challenge, code: code)
    #expect(await passkeys.passkeys.map(\.name) == ["ada@example.com"])
    #expect(await passkeys.passkeys.map(\.displayName) == ["Ada"])
    // A new passkey has the same names.
    let others = TestPasskeys.ofDomain()
    let other = try Client(client.server, passkeys: others)
    _ = try await other.doorward.code.verify(
      other.doorward.code.send(email: "ada@example.com"),
      code: #require(await client.server.code(to: "ada@example.com"))
    ).state
    try await other.doorward.passkey.link()
    #expect(await others.passkeys.map(\.name) == ["ada@example.com"])
    #expect(await others.passkeys.map(\.displayName) == ["Ada"])
  }

  @Test(.timeLimit(.minutes(1))) func nameOfAUserWithoutPasskeysIsNotTold() async throws {
    let client = try await client()
    try await client.signIn()
    await passkeys.until(signals: 1)
    try await client.doorward.user.updatePersonalInfo(name: "Ada")
    #expect(await passkeys.signals == [try accepted([], of: client.doorward.currentUser)])
    #expect(await client.wire.count("/v1/passkeys") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func failedSignalChangesNothing() async throws {
    let client = try Client(
      await RunningServer.withPasskeys(), passkeys: DeafPasskeys(base: TestPasskeys.ofDomain()))
    try await client.doorward.passkey.signUp(name: "Ada")
    #expect(try await client.doorward.passkey.all().count == 1)
    let user = try await client.doorward.user.updatePersonalInfo(name: "Lovelace")
    #expect(user?.info.name == "Lovelace")
  }

  @Test(.timeLimit(.minutes(1))) func additionNeedsARecentSignIn() async throws {
    let client = try Client(
      await RunningServer.start(
        configuration: """
          {"applications": [{"id": "default", "methods": ["siwe", "passkey"],
             "passkeys": {"rp_id": "example.org", "origins": ["https://example.org"]}}],
           "lifetimes": {"recent_sign_in": 3}}
          """), passkeys: passkeys)
    try await client.signIn()
    try await Task.sleep(for: .seconds(4))
    let error = await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.link() }
    #expect(error?.code == .recentSignInRequired)
    // The user was not asked in vain.
    #expect(await passkeys.creations.isEmpty)
    try await client.doorward.reauthenticate { doorward in
      let message = try await doorward.siwe.generateMessage(params: client.server.params(client.wallet))
      return try await doorward.siwe.login(message: message, signature: client.wallet.personalSign(message))
    }
    try await client.doorward.passkey.link()
  }
}

/// An authenticator that accepts no signals.
private struct DeafPasskeys: PasskeyAuthenticator {
  struct Deaf: Error {}
  let base: TestPasskeys

  func create(_ creation: PasskeyCreation) async throws -> PasskeyRegistration {
    try await base.create(creation)
  }

  func get(_ request: PasskeyRequest) async throws -> DoorwardJSON { try await base.get(request) }

  func signal(_ signal: PasskeySignal) async throws { throw Deaf() }
}
