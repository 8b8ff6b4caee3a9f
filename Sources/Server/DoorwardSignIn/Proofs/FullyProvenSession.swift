import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension StoreReading {
  /// Whether a sign-in like that of the session would ask for a second factor that the session does not prove: the user has
  /// added the factor since.
  ///
  /// - Throws: ``StoreError``.
  package func lacksSecondFactor(_ session: Session) throws -> Bool {
    guard !session.isAnonymous, !session.hasSecondFactor else { return false }
    let factors = try secondFactors(of: session.userID)
    return !session.proves(oneOf: factors)
      && factors.contains { factor in session.latestProofs.allSatisfy { factor.follows($0.method) } }
  }

  /// Refuses a session without a second factor if the user has one (RFC 9470). A sent code counts only if the user has
  /// chosen it as a second factor.
  ///
  /// - Throws: `Problem` 401 `insufficient_user_authentication`; ``StoreError``.
  package func requireSecondFactor(of session: Session) throws {
    guard !session.hasSecondFactor else { return }
    let factors = try secondFactors(of: session.userID)
    guard factors.isEmpty || session.proves(oneOf: factors) else {
      throw Problem.secondFactorNeeded(acceptsCode: factors.contains { $0.codeChannel != nil })
    }
  }
}

extension Session {
  /// Whether the latest sign-in proves one of the user's second factors.
  fileprivate func proves(oneOf factors: [SecondFactorRecord]) -> Bool {
    factors.contains { factor in latestProofs.contains { $0.secondFactor == factor.provenID } }
  }
}

extension StoreWriting {
  /// Reads the caller's session for a change of how the user signs in, and locks it.
  ///
  /// A session may be older than the user's second factor. Then it may not change the protection of the account.
  ///
  /// - Throws: `Problem` 401 `invalid_token` if the session has ended since the caller's token was checked,
  ///   `insufficient_user_authentication` if the user has a second factor and the session has none; ``StoreError``.
  package func fullyProvenSession(of caller: Caller, at now: Date) throws -> Session {
    let session = try liveSession(of: caller, at: now)
    try requireSecondFactor(of: session)
    return session
  }
}

extension SessionProof {
  private static let factorMember = "factor"

  /// The proof of a second factor alone. It proves no identity.
  ///
  /// `factor` is the id of the authenticator, or of the identity of a passkey or an address. Removing it withdraws the proof.
  /// `assurance` is the strength of the factor.
  ///
  /// - Returns: the proof.
  static func ofSecondFactor(
    _ factor: String, by method: SignInMethodName, assurance: Assurance = .secondFactor, at now: Date
  ) -> SessionProof {
    SessionProof(
      identity: nil, method: method, assurance: assurance, provenAt: now,
      evidence: [factorMember: .string(factor)])
  }

  /// The id of the second factor that has given the proof; nil for recovery codes, and for sent codes that the user has not
  /// chosen as a second factor.
  var secondFactor: String? { isOfSecondFactor ? evidence[Self.factorMember]?.string : nil }
}
