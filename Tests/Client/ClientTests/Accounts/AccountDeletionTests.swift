import ChildProcesses
import Doorward
import DoorwardTesting
import EthereumSignatures
import Foundation
import NEAR
import NEARSignatures
import Testing

/// The deletion of an account, and the sign-ins that keep it, against the built server.
@MainActor struct AccountDeletionTests {
  private static let email = "ada@example.com"
  private static let grace: TimeInterval = 30 * 24 * 3600

  /// A client of a new server. The application `strict` requires a second factor.
  private func client(
    grace: Int = 2_592_000, storage: any SessionStorage = InMemorySessionStorage()
  ) async throws -> Client {
    let methods = #""methods": ["password", "code", "siwe", "near", "anonymous"]"#
    let server = try await RunningServer.start(
      configuration: """
        {"applications": [{"id": "default", \(methods)},
           {"id": "strict", \(methods), "second_factor": {"required": true, "codes": ["sms"]}}],
         "limits": {"deletion_grace": \(grace)},
         "rate_limits": {"code_pause": 0, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000},
         "near": {"mainnet": {"rpc": ["http://127.0.0.1:1"]}}}
        """)
    return try Client(server, storage: storage)
  }

  /// The deletion that refuses a sign-in.
  private func deletion(_ signIn: () async throws -> Void) async throws -> AccountDeletion {
    let error = await #expect(throws: DoorwardError.self) { try await signIn() }
    #expect(error?.code == .accountDeletionPending && error?.isRetryable == false)
    return try #require(error?.accountDeletion)
  }

  /// A way to sign in, and the paths of the calls before the sign-in.
  private enum Way: CaseIterable {
    case ethereum, near, password, code, reset

    var challengePath: String? {
      switch self {
      case .ethereum: "/v1/ethereum/message"
      case .near: "/v1/near/challenge"
      case .password: nil
      case .code: "/v1/code/send"
      case .reset: "/v1/password/reset"
      }
    }
  }

  private func signIn(_ client: Client, by way: Way, _ near: NEARSecretKey) async throws {
    let doorward = client.doorward
    switch way {
    case .ethereum: try await client.signIn()
    case .near:
      let challenge = try await doorward.near.challenge()
      try await doorward.near.login(challenge, proof: near.proof(challenge))
    case .password: try await doorward.password.login(identifier: Self.email, password: Client.password)
    case .code:
      let challenge = try await doorward.code.send(email: Self.email)
      let code = try #require(await client.server.code(to: Self.email))
      try await doorward.code.verify(challenge, code: code)
    case .reset:
      let challenge = try await doorward.password.reset(identifier: Self.email)
      let code = try #require(await client.server.code(to: Self.email))
      try await doorward.password.confirmReset(challenge, code: code, newPassword: "a long new password")
    }
  }

  @Test(.timeLimit(.minutes(2))) func everyMethodKeepsTheAccountWithOneProof() async throws {
    let client = try await client()
    let doorward = client.doorward
    let user = try await client.register(Self.email).user?.id
    try await doorward.siwe.link(with: TestWallet(client.wallet))
    let near = try NEARSecretKey.throwaway()
    let challenge = try await doorward.near.challenge(for: .link)
    try await doorward.near.link(challenge, proof: near.proof(challenge))
    for way in Way.allCases {
      try await doorward.user.delete()
      #expect(doorward.authState.isSignedOut)
      let deletion = try await deletion { try await signIn(client, by: way, near) }
      #expect(abs(deletion.deletesAt.timeIntervalSinceNow - Self.grace) < 120, "\(way)")
      #expect(doorward.authState.isSignedOut, "\(way)")
      let challenges = await client.wire.count(way.challengePath ?? "none")
      let kept = try await doorward.user.keepAccount(deletion)
      #expect(kept.state.user?.id == user && kept.recoveryCodes.isEmpty, "\(way)")
      #expect(doorward.currentUser?.id == user, "\(way)")
      #expect(await client.wire.count(way.challengePath ?? "none") == challenges, "\(way)")
      // The deletion is over.
      try await doorward.signOut()
      if way != .reset { try await signIn(client, by: way, near) }
    }
  }

  @Test(.timeLimit(.minutes(1))) func deletionIsStoredWhenTheCallReturns() async throws {
    let storage = InMemorySessionStorage()
    let client = try await client(storage: storage)
    try await client.signIn()
    #expect(try await storage.load() != nil)
    try await client.doorward.user.delete()
    #expect(try await storage.isWithoutSession())
  }

  @Test(.timeLimit(.minutes(1))) func declinedOfferLeavesTheDeletion() async throws {
    let client = try await client()
    try await client.signIn()
    try await client.doorward.user.delete()
    let first = try await deletion { try await client.signIn() }
    let second = try await deletion { try await client.signIn() }
    #expect(first.deletesAt == second.deletesAt && client.doorward.authState.isSignedOut)
  }

  @Test(.timeLimit(.minutes(1))) func deletionEndsTheOtherSessions() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let other = try Client(client.server)
    try await other.doorward.password.login(identifier: Self.email, password: Client.password)
    try await client.doorward.user.delete()
    let ended = await #expect(throws: DoorwardError.self) { try await other.doorward.user.refresh() }
    #expect(ended?.code == .sessionEnded)
  }

  @Test(.timeLimit(.minutes(1))) func recoveryCodeOfARefusedSignInKeepsTheAccount() async throws {
    let client = try await client()
    let user = try await client.register(Self.email).user?.id
    let (_, added) = try await client.addAuthenticator()
    try await client.doorward.user.delete()
    // The deletion is shown with the second factor only.
    let challenge = try await client.doorward.password.login(
      identifier: Self.email, password: Client.password
    ).secondFactor
    let deletion = try await deletion {
      try await client.doorward.secondFactor.verify(
        challenge, code: added.recoveryCodes[0], by: .recoveryCode)
    }
    #expect(try await client.doorward.user.keepAccount(deletion).state.user?.id == user)
    #expect(try await client.doorward.secondFactor.all().recoveryCodesLeft == 9)
  }

  @Test(.timeLimit(.minutes(1))) func sentCodeKeepsTheAccount() async throws {
    let client = try await client()
    try await client.register(Self.email)
    try await client.addPhoneNumber("+4915123456789")
    try await client.doorward.user.delete()
    let strict = try Client(client.server, applicationID: "strict")
    let challenge = try await strict.doorward.password.login(
      identifier: Self.email, password: Client.password
    ).secondFactor
    let sent = try await strict.doorward.secondFactor.sendCode(challenge)
    let code = try #require(await client.server.code(to: "+4915123456789"))
    let deletion = try await deletion { try await strict.doorward.secondFactor.verify(sent, code: code) }
    #expect(try await strict.doorward.user.keepAccount(deletion).state.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func newAuthenticatorKeepsTheAccountAndHasRecoveryCodes() async throws {
    let client = try await client()
    try await client.register(Self.email)
    try await client.doorward.user.delete()
    let strict = try Client(client.server, applicationID: "strict")
    let challenge = try await strict.doorward.password.login(
      identifier: Self.email, password: Client.password
    ).secondFactor
    let enrollment = try await strict.doorward.secondFactor.enroll(challenge)
    let code = try TestAuthenticator(enrollment.authenticator).code(at: Date())
    let deletion = try await deletion {
      try await strict.doorward.secondFactor.finish(enrollment, code: code)
    }
    let kept = try await strict.doorward.user.keepAccount(deletion)
    #expect(kept.state.isLoggedIn && Set(kept.recoveryCodes).count == 10)
    #expect(try await strict.doorward.secondFactor.all().factors.count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func anonymousUserStaysUntilTheAccountIsKept() async throws {
    let client = try await client()
    let user = try await client.signIn().user?.id
    try await client.doorward.user.delete()
    let visitor = try await client.doorward.anonymous.login().user?.id
    let deletion = try await deletion { try await client.signIn() }
    #expect(client.doorward.currentUser?.id == visitor)
    #expect(try await client.doorward.user.keepAccount(deletion).state.user?.id == user)
  }

  @Test(.timeLimit(.minutes(1))) func lostAnswerIsRepeated() async throws {
    let client = try await client()
    let user = try await client.signIn().user?.id
    try await client.doorward.user.delete()
    let deletion = try await deletion { try await client.signIn() }
    await client.wire.loseAnswers("/v1/ethereum/sign-in")
    let lost = await #expect(throws: DoorwardError.self) {
      try await client.doorward.user.keepAccount(deletion)
    }
    #expect(lost?.isOffline == true)
    #expect(try await client.doorward.user.keepAccount(deletion).state.user?.id == user)
    // The proof works once.
    try await client.doorward.signOut()
    let used = await #expect(throws: DoorwardError.self) {
      try await client.doorward.user.keepAccount(deletion)
    }
    #expect(used?.code.rawValue == "challenge_used")
  }

  @Test(.timeLimit(.minutes(1))) func accountWithoutGraceIsDeletedAtOnce() async throws {
    let client = try await client(grace: 0)
    try await client.register(Self.email)
    try await client.doorward.user.delete()
    #expect(client.doorward.authState.isSignedOut)
    let gone = await #expect(throws: DoorwardError.self) {
      try await client.doorward.password.login(identifier: Self.email, password: Client.password)
    }
    #expect(gone?.code == .invalidCredentials)
  }

  @Test(.timeLimit(.minutes(1))) func proofIsInNoDescriptionAndNotStored() async throws {
    let storage = RecordedStorage()
    let client = try await client(storage: storage)
    try await client.register(Self.email)
    try await client.doorward.user.delete()
    try await client.doorward.anonymous.login()
    let deletion = try await deletion {
      try await client.doorward.password.login(identifier: Self.email, password: Client.password)
    }
    var text = "\(deletion) \(String(reflecting: deletion))"
    dump(deletion, to: &text)
    #expect(text.contains("AccountDeletion") && !text.contains(Client.password))
    try await client.doorward.user.keepAccount(deletion)
    let records = await storage.records
    #expect(!records.isEmpty && records.allSatisfy { !$0.contains(Client.password) })
  }
}
