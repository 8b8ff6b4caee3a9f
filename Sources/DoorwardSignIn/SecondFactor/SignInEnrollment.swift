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

/// Adds an authenticator or a passkey during a sign-in, for a user without a second factor whose application requires one.
package struct SignInEnrollment: Sendable {
  private let store: any Store
  private let random: RandomSource
  private let clock: WallClock
  private let secrets: SecondFactorSecrets
  private let passkeys: PasskeyEnrollment

  package init(
    store: any Store, random: RandomSource, clock: WallClock, secrets: SecondFactorSecrets,
    passkeys: PasskeyEnrollment
  ) {
    self.store = store
    self.random = random
    self.clock = clock
    self.secrets = secrets
    self.passkeys = passkeys
  }

  /// Makes the secret of an authenticator, or the options of a passkey. Nothing is stored.
  ///
  /// - Parameters:
  ///   - request: the waiting sign-in.
  ///   - method: the factor that the user adds.
  ///   - opening: the values of the session. The authenticator shows the name of the application.
  /// - Returns: the waiting sign-in with the secret, and the members of the answer.
  /// - Throws: `Problem` 400 `invalid_method` if the user has a second factor to prove, or cannot add this one;
  ///   ``StoreError``; as ``PasskeyEnrollment/begin(_:_:)``.
  func begin(
    _ request: SecondFactorRequest, by method: String, _ opening: SessionOpening
  ) async throws -> (request: SecondFactorRequest, members: JSONObject) {
    let application = opening.application
    let methods = request.enrollmentMethods(in: application)
    guard let method = methods.first(where: { $0.rawValue == method }) else { throw Problem.invalidFactor }
    var request = request
    if method == .passkey {
      let (user, options) = try await passkeys.begin(request, opening)
      request.secret = .user(user)
      return (request, options)
    }
    let secret = try AuthenticatorSecret { try random.bytes($0) }
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

  /// Verifies the first code of the authenticator, or the response of the passkey.
  ///
  /// - Returns: nil if the code is wrong.
  /// - Throws: `Problem` 401 `invalid_challenge` if no factor of this kind was begun; the errors of the library; as
  ///   ``PasskeyEnrollment/verify(_:of:in:_:)``.
  func verify(
    _ proof: SecondFactorProof, of request: SecondFactorRequest, _ application: Application
  ) throws -> VerifiedSecondFactor? {
    if case .response(let response) = proof, case .user(let user) = request.secret {
      return try passkeys.verify(response, of: user, in: request, application)
    }
    guard case .code(let code) = proof, case .authenticator(let secret) = request.secret else {
      throw Problem.invalidChallenge
    }
    let now = clock.now
    guard let authenticator = try NewAuthenticator(secret, code: code, at: now, random) else { return nil }
    let codes = try RecoveryCodeSet(random)
    return VerifiedSecondFactor(
      proof: AuthenticatorFactor.proof(of: authenticator.id, at: now),
      addition: .authenticator(authenticator.id), recoveryCodes: codes.shown
    ) { [secrets] transaction, user in
      // Another sign-in may have added a factor. The user begins again, and proves that one.
      guard try !request.first.isFollowed(in: transaction) else { throw Problem.challengeUsed }
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
  /// The identifier as the user has given it.
  var shownIdentifier: String { attributes["identifier"]?.string ?? identity.identifier }
}
