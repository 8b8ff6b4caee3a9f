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
  /// - Returns: the factor, whose use stores it; nil if the code is wrong.
  /// - Throws: `Problem` 401 `invalid_challenge` if the secret or the proof is of another kind; the errors of the method's
  ///   library.
  func verify(
    _ proof: SecondFactorProof, of request: SecondFactorRequest, _ application: Application
  ) throws -> VerifiedSecondFactor?
}
