import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A method that gives an additional proof of a known user. It proves no identity.
package protocol SecondFactor: Sendable {
  /// The name of the factor in the HTTP contract's `second_factor.methods`.
  var name: SignInMethodName { get }
  /// Whether a proof can be guessed, so that wrong ones are counted and the user has to wait after them. The holder of the
  /// password can cause such a wait, but does not keep the user from a factor that cannot be guessed.
  var isGuessable: Bool { get }

  /// Whether the user can prove the factor. The caller asks only if the sign-in needs a second factor.
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

  /// The options that the client needs to prove the factor, for the answer that requests it. Most factors have no
  /// options.
  ///
  /// `request` is the waiting sign-in. Its user can use the factor.
  ///
  /// - Returns: members of `second_factor`.
  /// - Throws: ``StoreError``; the errors of the MAC.
  func options(
    for request: SecondFactorRequest, in application: Application, _ snapshot: any StoreReading
  ) throws -> JSONObject

  /// Verifies a proof. The caller has counted the guess.
  ///
  /// `proof` is the code as typed, or the response of a passkey. `request` is the waiting sign-in.
  ///
  /// - Returns: nil if the code is wrong or was used, or the proof is of another kind.
  /// - Throws: `Problem` for a response that is refused; ``StoreError``; the errors of the cipher and of the MAC.
  func verify(
    _ proof: SecondFactorProof, of user: User.ID, in request: SecondFactorRequest,
    for application: Application, at now: Date, _ snapshot: any StoreReading
  ) throws -> VerifiedSecondFactor?
}

extension SecondFactor {
  package var isGuessable: Bool { true }
}

extension SecondFactor {
  package func options(
    for request: SecondFactorRequest, in application: Application, _ snapshot: any StoreReading
  ) -> JSONObject { JSONObject() }
}

/// The proof of a second factor, as a client sends it.
package enum SecondFactorProof: Sendable {
  /// A code as typed.
  case code(String)
  /// `AuthenticationResponseJSON` of a passkey.
  case response(JSONValue)
}

/// A second factor that was verified. Only factors and enrollments make one.
package struct VerifiedSecondFactor: Sendable {
  /// A factor that the sign-in adds.
  package enum Addition: Sendable {
    /// A new identity.
    case identity(IdentityKey.Kind, Identity.ID)
    /// An identity that the user had before, and that has become a second factor.
    case factor(IdentityKey.Kind, SecondFactorRecord.ID)
    case authenticator(SecondFactorRecord.ID)

    /// The event, with the name of the factor in notices.
    var event: EventKind {
      switch self {
      case .identity(let kind, let id): .identityAdded(id, kind)
      case .factor(let kind, let id): .factorAdded(id, kind.rawValue)
      case .authenticator(let id): .factorAdded(id, "authenticator")
      }
    }
  }

  package let proof: SessionProof
  /// The added factor; nil if the user had the factor before.
  package let addition: Addition?
  /// The recovery codes, if this is the user's first factor. They are shown once.
  package let recoveryCodes: [String]?
  /// Makes the code void, or stores the new factor, in the transaction that admits the user. It returns false if another
  /// request has used the code.
  package let use: @Sendable (any StoreWriting, User.ID) throws -> Bool

  package init(
    proof: SessionProof, addition: Addition? = nil, recoveryCodes: [String]? = nil,
    use: @escaping @Sendable (any StoreWriting, User.ID) throws -> Bool
  ) {
    self.proof = proof
    self.addition = addition
    self.recoveryCodes = recoveryCodes
    self.use = use
  }
}

extension SignInMethodName {
  /// A code of an authenticator, as `second_factor.methods` names it.
  static let totp = SignInMethodName(rawValue: FactorName.totp)
  static let recoveryCode = SignInMethodName(rawValue: FactorName.recoveryCode)
  /// A code of an authenticator, as a session names it (RFC 8176).
  static let authenticatorCode = SignInMethodName(rawValue: ProofName.code)
}

extension SessionProof {
  /// Whether a code of an authenticator has given the proof.
  var isOfAuthenticator: Bool {
    identity == nil && method == .authenticatorCode && assurance == .secondFactor
  }
}

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
