import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import JOSE
import Testing

/// A sign-in of a user who has a second factor.
@Suite struct SecondFactorTests {
  /// A factor that one user has set up.
  private struct Factor: SecondFactor {
    let name: SignInMethodName
    let user: User.ID

    func isAvailable(
      after first: FirstFactor, in application: Application, _ snapshot: any StoreReading
    ) throws -> Bool {
      first.user == user
    }

    func verify(
      _ proof: SecondFactorProof, of user: User.ID, in request: SecondFactorRequest,
      for application: Application, at now: Date, _ snapshot: any StoreReading
    ) throws -> VerifiedSecondFactor? { nil }
  }

  private func proof(_ name: String, at now: Date) throws -> VerifiedProof {
    VerifiedProof(
      challenge: AnsweredChallenge(
        id: try ChallengeID(at: now, random: .system), expiresAt: now.addingTimeInterval(60)),
      method: SignInMethodName(rawValue: "first"), assurance: Assurance(rawValue: "urn:example:acr"),
      identity: ProvenIdentity(
        key: IdentityKey(kind: IdentityKey.Kind(rawValue: "example"), identifier: name), attributes: [:]))
  }

  private func opening() throws -> SessionOpening {
    SessionOpening(
      application: .sample, carrier: .tokens, client: ClientDescription(), idempotencyKey: nil)
  }

  private func withStore(_ body: (any Store) async throws -> Void) async throws {
    try await StoreKind.ofServers.withStore(body)
  }

  @Test func firstFactorAloneOpensNoSession() async throws {
    try await withStore { store in
      let plain = Admission(
        store: store, clock: .system, random: .system, lifetimes: Lifetimes(), limits: AccountLimits(),
        guesses: try .sample(store), notices: try .sample(store))
      let now = WallClock.system.now
      guard case .signedIn(let first) = try await plain.signIn(proof("alice", at: now), opening()) else {
        Issue.record("a user without a second factor was not signed in")
        return
      }
      let factor = Factor(name: SignInMethodName(rawValue: "totp"), user: first.user.id)
      try await store.write {
        try $0.insert(
          SecondFactorRecord(
            id: SecondFactorRecord.ID(at: now, random: .system), userID: first.user.id,
            kind: .authenticator(SecondFactorRecord.Authenticator(sealedSecret: [1], lastStep: 0)),
            createdAt: now))
      }
      let admission = Admission(
        store: store, clock: .system, random: .system, lifetimes: Lifetimes(), limits: AccountLimits(),
        guesses: try .sample(store), secondFactors: [factor], notices: try .sample(store))
      let used = try proof("alice", at: now)
      guard case .secondFactorRequired(let pending) = try await admission.signIn(used, opening()) else {
        Issue.record("a session opened without the second factor")
        return
      }
      #expect(pending.first.user == first.user.id)
      #expect(pending.methods == [factor.name])
      let live = try await store.read {
        try $0.liveSessions(of: first.user.id, at: now, lastingOnly: false, after: nil, limit: 10)
      }
      #expect(live.map(\.id) == [first.session.id])
      // The proof of the first factor is spent.
      await #expect(throws: Problem.challengeUsed) { try await admission.signIn(used, opening()) }
      // Another user has no second factor.
      guard case .signedIn = try await admission.signIn(proof("bob", at: now), opening()) else {
        Issue.record("a user without a second factor was asked for one")
        return
      }
    }
  }

  @Test func markOfFirstStepEndsWithItsChallenge() async throws {
    try await withStore { store in
      let now = WallClock.system.now
      let user = try User.sample()
      let identity = try proof("carol", at: now)
      let admission = Admission(
        store: store, clock: .system, random: .system, lifetimes: Lifetimes(), limits: AccountLimits(),
        guesses: try .sample(store),
        secondFactors: [Factor(name: SignInMethodName(rawValue: "totp"), user: user.id)],
        notices: try .sample(store))
      try await store.write {
        try $0.insert(user)
        try $0.insert(Identity.sample(of: user, key: identity.identity.key))
        try $0.insert(
          SecondFactorRecord(
            id: SecondFactorRecord.ID(at: now, random: .system), userID: user.id,
            kind: .authenticator(SecondFactorRecord.Authenticator(sealedSecret: [1], lastStep: 0)),
            createdAt: now))
      }
      let opening = SessionOpening(
        application: .sample, carrier: .tokens, client: ClientDescription(), idempotencyKey: "key")
      for _ in 0..<2 {
        guard case .secondFactorRequired = try await admission.signIn(identity, opening) else {
          Issue.record("a session opened without the second factor")
          return
        }
      }
      // The challenge and the mark.
      let end = now.addingTimeInterval(61)
      #expect(try await store.write { try $0.purge(before: end, limit: 100) } == 2)
      #expect(try await store.write { try $0.purge(before: end + 2 * 86_400, limit: 100) } == 0)
    }
  }
}

extension Application {
  /// An application that lists nothing.
  static var sample: Application {
    Application(
      id: "default", name: "Example", audience: "example", offers: MethodOffers(), origins: [],
      terms: Terms(),
      client: Client(
        redirectURIs: [], postLogoutRedirectURIs: [], secrets: [], scopes: Scopes([]),
        idTokenAlgorithm: .es256,
        allowsDevices: false), signsInDirectly: true, signInFirst: .code)
  }
}
