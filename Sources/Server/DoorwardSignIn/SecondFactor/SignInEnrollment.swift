import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
import Encodings

/// Adds a second factor during a sign-in, for a user without one whose application requires one.
package struct SignInEnrollment: Sendable {
  private let methods: [any SecondFactorEnrollment]
  private let random: RandomSource
  private let secrets: SecondFactorSecrets

  /// - Parameters:
  ///   - methods: the methods that add a factor.
  ///   - random: the source of recovery codes.
  ///   - secrets: protects the recovery codes in the store.
  package init(
    methods: [any SecondFactorEnrollment], random: RandomSource, secrets: SecondFactorSecrets
  ) {
    self.methods = methods
    self.random = random
    self.secrets = secrets
  }

  /// Makes the secret or the options of a new factor. Nothing is stored.
  ///
  /// - Parameters:
  ///   - request: the waiting sign-in.
  ///   - method: the factor that the user adds.
  ///   - opening: the values of the session.
  /// - Returns: the waiting sign-in with the secret, and the members of the answer.
  /// - Throws: `Problem` 400 `invalid_method` if the user has a second factor to prove, or cannot add this one; as
  ///   ``SecondFactorEnrollment/begin(_:_:)``.
  func begin(
    _ request: SecondFactorRequest, by method: String, _ opening: SessionOpening
  ) async throws -> (request: SecondFactorRequest, members: JSONObject) {
    guard let added = methods.first(where: { $0.name.rawValue == method }),
      request.enrollmentMethods.contains(added.name)
    else { throw Problem.invalidFactor }
    let begun = try await added.begin(request, opening)
    var request = request
    request.secret = begun.secret
    return (request, begun.members)
  }

  /// Verifies the first proof of a new factor.
  ///
  /// - Parameters:
  ///   - proof: the code as typed, or the response of a passkey.
  ///   - method: the factor that the user adds.
  ///   - request: the waiting sign-in, with the secret of the factor.
  ///   - opening: the values of the session.
  /// - Returns: nil if the code is wrong.
  /// - Throws: `Problem` 401 `invalid_challenge` if no factor of this kind was begun; as
  ///   ``SecondFactorEnrollment/verify(_:of:_:)``.
  func verify(
    _ proof: SecondFactorProof, by method: SignInMethodName, of request: SecondFactorRequest,
    _ opening: SessionOpening
  ) throws -> VerifiedSecondFactor? {
    guard let added = methods.first(where: { $0.name == method }) else { throw Problem.invalidChallenge }
    guard let factor = try added.verify(proof, of: request, opening.application) else { return nil }
    let codes = try codes(of: request, opening)
    return VerifiedSecondFactor(
      proof: factor.proof, addition: factor.addition, recoveryCodes: codes.shown
    ) { [secrets] transaction, user in
      // Another sign-in may have added a factor. The user begins again, and proves that one.
      guard try !transaction.hasSecondFactor(user) else { throw Problem.challengeUsed }
      guard try factor.use(transaction, user) else { return false }
      try transaction.set(codes, of: user, under: secrets)
      return true
    }
  }

  /// The recovery codes of a sign-in that has added a factor, for the repetition of its last request.
  ///
  /// - Parameters:
  ///   - request: the waiting sign-in.
  ///   - opening: the values of the session.
  ///   - user: the user who has signed in.
  ///   - snapshot: the store.
  /// - Returns: nil if the user has other codes now, or none.
  /// - Throws: ``StoreError``; the errors of the MAC.
  func repeatedCodes(
    of request: SecondFactorRequest, _ opening: SessionOpening, _ user: User.ID, in snapshot: any StoreReading
  ) throws -> [String]? {
    let codes = try codes(of: request, opening)
    return try snapshot.has(codes, user, under: secrets) ? codes.shown : nil
  }

  private func codes(of request: SecondFactorRequest, _ opening: SessionOpening) throws -> RecoveryCodeSet {
    try RecoveryCodeSet(
      of: RepeatableRequest(answering: request.id, key: opening.idempotencyKey), under: secrets, random)
  }
}
