import DoorwardHTTP
import DoorwardSecondFactors
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
package import Encodings

/// Adds an authenticator of codes during a sign-in.
package struct AuthenticatorSignInEnrollment: SecondFactorEnrollment {
  package let name = SignInMethodName.totp
  private let store: any Store
  private let random: RandomSource
  private let clock: WallClock
  private let secrets: SecondFactorSecrets

  package init(store: any Store, random: RandomSource, clock: WallClock, secrets: SecondFactorSecrets) {
    self.store = store
    self.random = random
    self.clock = clock
    self.secrets = secrets
  }

  package func isOffered(after first: FirstFactor, in application: Application) -> Bool { true }

  package func begin(
    _ request: SecondFactorRequest, _ opening: SessionOpening
  ) async throws -> (secret: SecondFactorRequest.Secret, members: JSONObject) {
    let secret = try AuthenticatorSecret { try random.bytes($0) }
    // The authenticator shows the name of the application.
    let members = try secret.members(
      issuer: opening.application.name, account: try await account(of: request.first))
    return (.authenticator(secret), members)
  }

  private func account(of first: FirstFactor) async throws -> String {
    switch first {
    case .signUp(let proof): return proof.shownIdentifier
    case .user(let user, _, _):
      return try await store.read { try $0.identities(of: user) }.accountName
    }
  }

  package func verify(
    _ proof: SecondFactorProof, of request: SecondFactorRequest, _ application: Application
  ) throws -> VerifiedSecondFactor? {
    guard case .code(let code) = proof, case .authenticator(let secret) = request.secret else {
      throw Problem.invalidChallenge
    }
    let now = clock.now
    let id = try SecondFactorRecord.ID(at: now, random: random)
    guard let authenticator = try NewAuthenticator(secret, code: code, id: id, at: now) else { return nil }
    return VerifiedSecondFactor(
      proof: AuthenticatorFactor.proof(of: authenticator.id, at: now),
      addition: .authenticator(authenticator.id)
    ) { [secrets] transaction, user in
      try transaction.insert(authenticator.record(of: user, under: secrets))
      return true
    }
  }
}

extension [Identity] {
  /// The name of the account in an authenticator.
  var accountName: String {
    (first { IdentityKey.Kind.single.contains($0.key.kind) } ?? first)?.shownIdentifier ?? ""
  }
}
