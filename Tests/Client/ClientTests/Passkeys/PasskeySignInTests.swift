import ChildProcesses
import Doorward
import DoorwardTesting
import Encodings
import Foundation
import Testing

/// Sign-ups and sign-ins with passkeys, against the built server, which verifies every response.
@MainActor struct PasskeySignInTests {
  private let passkeys = TestPasskeys.ofDomain()

  private func client(_ authenticator: (any PasskeyAuthenticator)? = nil) async throws -> Client {
    try Client(await RunningServer.withPasskeys(), passkeys: authenticator ?? passkeys)
  }

  @Test(.timeLimit(.minutes(1))) func passkeySignsUpAndIn() async throws {
    let client = try await client()
    let state = try await client.doorward.passkey.signUp(name: "Ada").state
    let user = try #require(state.user)
    #expect(state.isLoggedIn && user.info.name == "Ada")
    #expect(user.info.identities.map(\.type) == ["passkey"])
    #expect(await passkeys.passkeys.map(\.name) == ["Ada"])
    #expect(await passkeys.creations.map(\.occasion) == [.signUp])
    try await client.doorward.signOut()
    let again = try await client.doorward.passkey.login().state
    #expect(again.user?.id == user.id && again.isLoggedIn)
    let request = try #require(await passkeys.requests.first)
    #expect(request.mediation == .sheet && request.origin == client.server.origin)
    #expect(request.options["challenge_id"] == nil && request.options["expires_at"] == nil)
    #expect(try await client.doorward.sessions.all().map(\.methods) == [["passkey"]])
  }

  @Test(.timeLimit(.minutes(1))) func offerNamesPasskeys() async throws {
    let client = try await client()
    #expect(try await client.doorward.offer().methods.contains("passkey"))
  }

  @Test(.timeLimit(.minutes(1))) func anonymousUserKeepsTheAccount() async throws {
    let client = try await client()
    let visitor = try await client.doorward.anonymous.login().user?.id
    let state = try await client.doorward.passkey.signUp().state
    #expect(state.isLoggedIn && state.user?.id == visitor)
    try await client.doorward.signOut()
    // The user handle of the passkey is the id of the user.
    #expect(try await client.doorward.passkey.login().state.user?.id == visitor)
  }

  @Test(.timeLimit(.minutes(1))) func lostAnswerOfASignUpIsAskedForAgain() async throws {
    let (server, storage) = (try await RunningServer.withPasskeys(), InMemorySessionStorage())
    var first: Client? = try Client(server, storage: storage, passkeys: passkeys)
    let visitor = try await first?.doorward.anonymous.login().user?.id
    await first?.wire.loseAnswers("/passkeys/registration")
    let lost = await #expect(throws: DoorwardError.self) { try await first?.doorward.passkey.signUp() }
    #expect(lost?.isOffline == true)
    first = nil
    let next = try Client(server, storage: storage, passkeys: passkeys)
    #expect(await next.state { $0.isLoggedIn }?.user?.id == visitor)
    try await next.doorward.signOut()
    #expect(try await next.doorward.passkey.login().state.user?.id == visitor)
  }

  @Test(.timeLimit(.minutes(1))) func signInRenewsThePresentSession() async throws {
    let client = try await client()
    try await client.doorward.passkey.signUp()
    let session = try await client.doorward.sessions.all().first?.id
    try await client.doorward.reauthenticate { try await $0.passkey.login() }
    #expect(try await client.doorward.sessions.all().map(\.id) == [session])
  }

  @Test(.timeLimit(.minutes(1))) func withoutAPasskeyThereIsNoSignIn() async throws {
    let client = try await client()
    for signIn in [
      { try await $0.passkey.login() }, { try await $0.passkey.loginIfAvailable() },
    ] as [(Doorward) async throws -> SignInOutcome] {
      let error = await #expect(throws: DoorwardError.self) { try await signIn(client.doorward) }
      #expect(error?.code == .noPasskey && error?.recoverySuggestion != nil)
    }
    #expect(await passkeys.requests.map(\.mediation) == [.sheet, .immediate])
    #expect(client.doorward.currentUser == nil)
  }

  @Test(.timeLimit(.minutes(1)), arguments: PasskeyFailure.allCases)
  func failureIsATypedError(_ failure: PasskeyFailure) async throws {
    let codes: [PasskeyFailure: DoorwardError.Code] = [
      .cancelled: .cancelled, .noPasskey: .noPasskey, .notAllowed: .passkeyNotAllowed,
      .timedOut: .timedOut, .alreadyRegistered: .passkeyRegistered, .unsupported: .passkeysUnsupported,
    ]
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["passkey"]))
    let passkeys = TestPasskeys()
    var configuration = server.configuration
    configuration.passkeys = passkeys
    let doorward = Doorward(configuration)
    await passkeys.fail(with: failure)
    let refused = await #expect(throws: DoorwardError.self) { try await doorward.passkey.signUp() }
    #expect(refused?.code == codes[failure] && refused?.errorDescription?.isEmpty == false)
    #expect(refused?.isCancellation == (failure == .cancelled))
    // The next attempt succeeds.
    try await doorward.passkey.signUp()
    #expect(doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func withoutAnAuthenticatorPasskeysAreUnsupported() async throws {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["siwe", "passkey"]))
    var configuration = server.configuration
    configuration.passkeys = nil
    let doorward = Doorward(configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    let calls: [() async throws -> Void] = [
      { try await doorward.passkey.login() }, { try await doorward.passkey.signUp() },
      { try await doorward.passkey.link() },
    ]
    for call in calls {
      let error = await #expect(throws: DoorwardError.self) { try await call() }
      #expect(error?.code == .passkeysUnsupported)
    }
    // The list needs none.
    #expect(try await doorward.passkey.all().isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func unknownPasskeyIsForgotten() async throws {
    let client = try await client()
    try await client.signIn()
    await passkeys.until(signals: 1)
    try await client.doorward.passkey.link()
    // Another client of the user removes the passkey, without a signal to this authenticator.
    let stale = try #require(await passkeys.passkeys.last)
    let other = try Client(client.server, storage: client.storage)
    try await other.doorward.passkey.unlink(#require(try await other.doorward.passkey.all().first).id)
    try await client.doorward.signOut()
    let error = await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.login() }
    #expect(error?.code == .unknownPasskey)
    let signal = PasskeySignal.unknownCredential(
      relyingPartyID: Contender.passkeyDomain, credentialID: stale.credentialID)
    #expect(await passkeys.signals.last == signal)
    #expect(await passkeys.passkeys.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func otherRefusalsForgetNoPasskey() async throws {
    let client = try await client()
    try await client.doorward.passkey.signUp()
    try await client.doorward.signOut()
    let signals = await passkeys.signals.count
    await client.wire.next("/passkeys/authentication", .drop)
    let lost = await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.login() }
    #expect(lost?.isOffline == true)
    // A proxy on the way knows nothing about passkeys.
    let proxy = DoorwardResponse(
      status: 404, headers: ["content-type": "application/problem+json"],
      body: Array(#"{"code": "unknown_passkey", "status": 404}"#.utf8))
    await client.wire.next("/passkeys/authentication", .answer(proxy))
    _ = await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.login() }
    #expect(await passkeys.signals.count == signals)
    _ = try await client.doorward.passkey.login().state
  }

  @Test(.timeLimit(.minutes(1))) func changedResponseIsRefused() async throws {
    let passkeys = passkeys
    let honest = try await client()
    try await honest.doorward.passkey.signUp()
    let changes: [(String, @Sendable (DoorwardJSON) -> DoorwardJSON)] = [
      (
        "wrong_signature",
        { response in
          var object = response.object
          var part = object["response"]?.object ?? [:]
          part["signature"] = .string(Base64URL.encode([UInt8](repeating: 1, count: 70)))
          object["response"] = .object(part)
          return DoorwardJSON(object)
        }
      ),
      ("malformed_response", { _ in ["id": "AAAA", "rawId": "AAAA", "type": "public-key"] }),
      ("missing_member", { _ in [:] }),
    ]
    for (code, change) in changes {
      let client = try Client(honest.server, passkeys: ChangedPasskeys(base: passkeys, change: change))
      let error = await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.login() }
      #expect(error?.code.rawValue == code)
      #expect(client.doorward.currentUser == nil)
    }
    #expect(await passkeys.passkeys.count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func responseAddsNoMembersOfTheContract() async throws {
    let client = try await client(
      ChangedPasskeys(base: passkeys) { response in
        var response = response
        response["keep_account"] = true
        response["challenge_id"] = "another"
        response["binding_secret"] = "another"
        return response
      })
    try await client.doorward.passkey.signUp()
    try await client.doorward.user.delete()
    let error = await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.login() }
    #expect(error?.code == .accountDeletionPending)
    // The same response keeps the account if the user wants that.
    let kept = try await client.doorward.user.keepAccount(try #require(error?.accountDeletion))
    #expect(kept.state.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func systemAsksForNameAndAddress() async throws {
    let authenticator = TestPasskeys.ofDomain(account: ("Ada Lovelace", .email("ada@example.com")))
    let client = try await client(authenticator)
    let account = try await client.doorward.passkey.signUpWithContact()
    #expect(try account.outcome.state.user?.info.name == "Ada Lovelace")
    #expect(account.contact == .email("ada@example.com"))
    #expect(await authenticator.creations.map(\.occasion) == [.account])
    // The address is not proven.
    #expect(client.doorward.currentUser?.info.email == nil)
    // The authenticator shows the name, too.
    #expect(await authenticator.passkeys.map(\.displayName) == ["Ada Lovelace"])
  }

  @Test(.timeLimit(.minutes(1))) func cancelledTaskEndsTheCall() async throws {
    let client = try await client(StuckPasskeys())
    let task = Task { try await client.doorward.passkey.signUp() }
    await client.wire.until(answers: 1, of: "/registration/options")
    task.cancel()
    let error = await #expect(throws: DoorwardError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }
}

/// An authenticator that ignores cancellation.
private struct StuckPasskeys: PasskeyAuthenticator {
  func create(_ creation: PasskeyCreation) async throws -> PasskeyRegistration {
    await withUnsafeContinuation { (_: UnsafeContinuation<PasskeyRegistration, Never>) in }
  }

  func get(_ request: PasskeyRequest) async throws -> DoorwardJSON {
    await withUnsafeContinuation { (_: UnsafeContinuation<DoorwardJSON, Never>) in }
  }
}
