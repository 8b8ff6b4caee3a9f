import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardSystem
import Encodings
import Foundation
import Testing

/// A refused sign-in spends its challenge, and answers the refusal.
@Suite struct ChallengeSpendingTests {
  private static func proof(_ name: String, at now: Date) throws -> VerifiedProof {
    VerifiedProof(
      challenge: AnsweredChallenge(
        id: try ChallengeID(at: now, random: .system), expiresAt: now.addingTimeInterval(60)),
      method: SignInMethodName(rawValue: "first"), assurance: Assurance(rawValue: "urn:example:acr"),
      identity: ProvenIdentity(
        key: IdentityKey(kind: IdentityKey.Kind(rawValue: "email"), identifier: name), attributes: [:]))
  }

  /// Refuses sign-ins of a banned user. The first one changes an account that is vouched for before it is refused.
  private func refuse(
    isVouched: Bool, _ body: (CountingStore, _ signIn: () async throws -> SignInOutcome) async throws -> Void
  ) async throws {
    try await StoreKind.ofServers.withStore { store in
      let (user, now) = (try User.sample(), WallClock.system.now)
      let proof = try Self.proof("ada@example.com", at: now)
      try await store.write { transaction in
        try transaction.insert(user)
        var identity = try Identity.sample(of: user, key: proof.identity.key)
        identity.isVouched = isVouched
        try transaction.insert(identity)
        try transaction.setBan(UserBan(reason: nil, bannedAt: now, endsAt: nil), of: user.id)
      }
      let counting = CountingStore(store)
      let admission = Admission(
        store: counting, clock: .system, random: .system, lifetimes: Lifetimes(), limits: AccountLimits(),
        guesses: try .sample(store), notices: try .sample(store))
      let opening = SessionOpening(application: .sample, carrier: .tokens, client: ClientDescription())
      try await body(counting) { try await admission.signIn(proof, opening) }
    }
  }

  private func isBanned(_ error: any Error) -> Bool { (error as? Problem)?.code == "user_banned" }

  @Test(
    "A refusal spends the challenge in the same transaction if nothing else was changed",
    arguments: [false, true])
  func transactions(hasChanged: Bool) async throws {
    try await refuse(isVouched: hasChanged) { store, signIn in
      await #expect { try await signIn() } throws: { isBanned($0) }
      #expect(store.writes == (hasChanged ? 2 : 1))
      await #expect(throws: Problem.challengeUsed) { try await signIn() }
    }
  }

  @Test("The client gets the refusal if the challenge cannot be spent afterwards")
  func failure() async throws {
    try await refuse(isVouched: true) { store, signIn in
      store.fail(after: 1)
      await #expect { try await signIn() } throws: { isBanned($0) }
    }
  }
}

/// Counts the transactions that write.
private final class CountingStore: Store {
  private let store: any Store
  private let counts = Monitor((writes: 0, limit: Int.max))

  init(_ store: any Store) { self.store = store }

  var writes: Int { counts.withLock { $0.writes } }

  /// Refuses the transactions after a number of them.
  func fail(after limit: Int) { counts.withLock { $0.limit = limit } }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value { try await store.read(body) }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    let isRefused = counts.withLock { counts in
      counts.writes += 1
      return counts.writes > counts.limit
    }
    if isRefused { throw StoreError(.unavailable, "the disk is full") }
    return try await store.write(body)
  }

  func check() async throws { try await store.check() }

  func close() async { await store.close() }
}
