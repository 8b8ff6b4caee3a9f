import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SessionProof {
  private static let factorMember = "factor"

  /// The proof of a second factor alone. It proves no identity.
  ///
  /// - Parameters:
  ///   - factor: the id of the authenticator, or of the identity of a passkey or an address. Removing it withdraws the
  ///     proof.
  ///   - method: the method.
  ///   - assurance: the strength of the factor.
  ///   - now: the time.
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
