package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A method that gives an additional proof of a known user. It proves no identity.
package protocol SecondFactor: Sendable {
  /// The name of the factor in the HTTP contract's `second_factor.methods`.
  var name: SignInMethodName { get }

  /// Whether the user can prove the factor.
  ///
  /// - Parameters:
  ///   - first: the first factor.
  ///   - application: the application that the user signs in to.
  ///   - snapshot: the store.
  /// - Returns: false if the user has not set up the factor, or the application does not accept it.
  /// - Throws: ``StoreError``.
  func isAvailable(
    after first: FirstFactor, in application: Application, _ snapshot: any StoreReading
  ) throws -> Bool

  /// Verifies a code. The caller has counted the guess.
  ///
  /// - Parameters:
  ///   - code: the code as typed.
  ///   - user: the user.
  ///   - request: the waiting sign-in.
  ///   - now: the time.
  ///   - snapshot: the store.
  /// - Returns: nil if the code is wrong or was used.
  /// - Throws: ``StoreError``; the errors of the cipher and of the MAC.
  func verify(
    _ code: String, of user: User.ID, in request: SecondFactorRequest, at now: Date,
    _ snapshot: any StoreReading
  ) throws -> VerifiedSecondFactor?
}

/// A second factor that was verified. Only factors make one.
package struct VerifiedSecondFactor: Sendable {
  package let proof: SessionProof
  /// The recovery codes of a user whose first factor of this kind it is. They are shown once.
  package let recoveryCodes: [String]?
  /// Makes the code void, in the transaction that admits the user. It returns false if another request has used the code.
  package let use: @Sendable (any StoreWriting, User.ID) throws -> Bool

  package init(
    proof: SessionProof, recoveryCodes: [String]? = nil,
    use: @escaping @Sendable (any StoreWriting, User.ID) throws -> Bool
  ) {
    self.proof = proof
    self.recoveryCodes = recoveryCodes
    self.use = use
  }
}
