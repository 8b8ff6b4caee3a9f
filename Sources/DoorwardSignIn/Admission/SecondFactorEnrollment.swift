package import DoorwardSessions
package import DoorwardStore
package import Encodings

/// A method that adds a second factor during a sign-in, for a user without one whose application requires one.
package protocol SecondFactorEnrollment: Sendable {
  /// The name of the factor in the HTTP contract's `second_factor.enrollment_methods`.
  var name: SignInMethodName { get }

  /// Whether a user can add the factor after a first factor.
  func isOffered(after first: FirstFactor, in application: Application) -> Bool

  /// Makes the secret or the options of the new factor. Nothing is stored.
  ///
  /// - Parameters:
  ///   - request: the waiting sign-in.
  ///   - opening: the values of the session.
  /// - Returns: the secret, which is sealed with the waiting sign-in, and the members of the answer.
  /// - Throws: `Problem` for a user who cannot add the factor; ``StoreError``; the errors of the method's library.
  func begin(
    _ request: SecondFactorRequest, _ opening: SessionOpening
  ) async throws -> (secret: SecondFactorRequest.Secret, members: JSONObject)

  /// Verifies the first proof of the new factor. The user knows the secret, so no guess is counted.
  ///
  /// - Parameters:
  ///   - proof: the code as typed, or the response of a passkey.
  ///   - request: the waiting sign-in, with the secret.
  ///   - application: the application.
  /// - Returns: nil if the code is wrong.
  /// - Throws: `Problem` 401 `invalid_challenge` if the secret or the proof is of another kind; the errors of the method's
  ///   library.
  func verify(
    _ proof: SecondFactorProof, of request: SecondFactorRequest, _ application: Application
  ) throws -> NewSecondFactor?
}

/// A new second factor that was verified. Only enrollments make one.
package struct NewSecondFactor: Sendable {
  package let proof: SessionProof
  package let addition: VerifiedSecondFactor.Addition
  /// Stores the factor, in the transaction that admits the user.
  package let insert: @Sendable (any StoreWriting, User.ID) throws -> Void

  package init(
    proof: SessionProof, addition: VerifiedSecondFactor.Addition,
    insert: @escaping @Sendable (any StoreWriting, User.ID) throws -> Void
  ) {
    self.proof = proof
    self.addition = addition
    self.insert = insert
  }
}
