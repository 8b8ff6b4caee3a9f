import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import Testing

/// A proof that answers no challenge: a secret that the user knows.
@Suite struct SecretProofTests {
  private func proof() -> VerifiedProof {
    VerifiedProof(
      challenge: nil, method: SignInMethodName(rawValue: "secret"),
      assurance: Assurance(rawValue: "urn:example:acr"),
      identity: ProvenIdentity(
        key: IdentityKey(kind: IdentityKey.Kind(rawValue: "username"), identifier: "alice"), attributes: [:]))
  }

  @Test func sameSecretSignsInTheSameUserAgain() async throws {
    try await StoreKind.ofServers.withStore { store in
      let admission = Admission(
        store: store, clock: .system, random: .system, lifetimes: Lifetimes(), limits: AccountLimits(),
        guesses: try .sample(store), notices: try .sample(store))
      var users: Set<User.ID> = []
      var sessions: Set<Session.ID> = []
      for key in ["first", "second", "second"] {
        let opening = SessionOpening(
          application: .sample, carrier: .tokens, client: ClientDescription(), idempotencyKey: key)
        guard case .signedIn(let signedIn) = try await admission.signIn(proof(), opening) else {
          Issue.record("the user has no second factor")
          return
        }
        users.insert(signedIn.user.id)
        sessions.insert(signedIn.session.id)
      }
      #expect(users.count == 1)
      #expect(sessions.count == 2)
    }
  }
}
