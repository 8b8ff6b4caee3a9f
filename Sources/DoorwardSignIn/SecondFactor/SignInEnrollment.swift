import DoorwardDelivery
import DoorwardHTTP
import DoorwardSecondFactors
import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds an authenticator during a sign-in, for a user without a second factor whose application requires one.
package struct SignInEnrollment: Sendable {
  private let store: any Store
  private let random: RandomSource
  private let secrets: SecondFactorSecrets

  package init(store: any Store, random: RandomSource, secrets: SecondFactorSecrets) {
    self.store = store
    self.random = random
    self.secrets = secrets
  }

  /// Makes the secret of an authenticator. Nothing is stored.
  ///
  /// - Parameters:
  ///   - request: the waiting sign-in.
  ///   - application: the application whose name the authenticator shows.
  /// - Returns: the waiting sign-in with the secret, and the members that show it.
  /// - Throws: `Problem` 400 `invalid_method` if the user has a second factor to prove; ``StoreError``.
  func begin(
    _ request: SecondFactorRequest, _ application: Application
  ) async throws -> (request: SecondFactorRequest, members: JSONObject) {
    guard request.needsEnrollment else { throw Problem.invalidFactor }
    let secret = try AuthenticatorSecret { try random.bytes($0) }
    var request = request
    request.secret = .authenticator(secret)
    return (
      request, try secret.members(issuer: application.name, account: try await account(of: request.first))
    )
  }

  private func account(of first: FirstFactor) async throws -> String {
    switch first {
    case .signUp(let proof): return proof.shownIdentifier
    case .user(let user, _, _):
      return try await store.read { try $0.identities(of: user) }.accountName
    }
  }

  /// Verifies the first code of the authenticator.
  ///
  /// - Returns: nil if the code is wrong.
  /// - Throws: `Problem` 401 `invalid_challenge` if no authenticator was begun; the errors of the library.
  func verify(_ code: String, of request: SecondFactorRequest, at now: Date) throws -> VerifiedSecondFactor? {
    guard case .authenticator(let secret) = request.secret else { throw Problem.invalidChallenge }
    guard let authenticator = try NewAuthenticator(secret, code: code, at: now, random) else { return nil }
    let codes = try RecoveryCodeSet(random)
    return VerifiedSecondFactor(
      proof: AuthenticatorFactor.proof(of: authenticator.id, at: now), recoveryCodes: codes.shown
    ) { [secrets] transaction, user in
      // Another sign-in may have added a factor. The user begins again, and proves that one.
      guard try !transaction.hasSecondFactor(user) else { throw Problem.challengeUsed }
      try transaction.insert(authenticator.record(of: user, under: secrets))
      try transaction.set(codes, of: user, under: secrets)
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

extension SignUpProof {
  fileprivate var shownIdentifier: String { attributes["identifier"]?.string ?? identity.identifier }
}
