import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
import DoorwardWire
import Encodings
package import WebAuthn
import WebAuthnSignatures

/// A passkey of a user: an identity whose identifier is the credential id. Its evidence is the credential record, and
/// the user sees its attributes.
package struct Passkey: Sendable {
  static let relyingPartyMember = "rp_id"

  package let record: CredentialRecord
  /// The RP ID that the passkey was registered for. Authenticators find the passkey only for this RP ID.
  package let relyingParty: String?

  /// The passkey of an identity; nil if the identity is not a passkey.
  package init?(_ identity: Identity) {
    guard identity.key.kind == .passkey, let id = try? Base64URL.decode(identity.key.identifier),
      let record = CredentialRecord(id: id, of: identity.userID, evidence: identity.evidence)
    else { return nil }
    self.record = record
    relyingParty = identity.evidence[Self.relyingPartyMember]?.string
  }

  /// The credential for a list of options.
  package var descriptor: CredentialDescriptor {
    CredentialDescriptor(id: record.id, transports: record.transports)
  }

  package static func key(of credentialID: [UInt8]) -> IdentityKey {
    IdentityKey(kind: .passkey, identifier: Base64URL.encode(credentialID))
  }
}

extension CredentialRecord {
  fileprivate init?(id: [UInt8], of user: User.ID, evidence: JSONObject) {
    guard let key = evidence["public_key"]?.string.flatMap({ try? Base64URL.decode($0) }),
      let publicKey = try? CredentialPublicKey(parsing: key),
      let count = evidence["sign_count"]?.int64.flatMap({ UInt32(exactly: $0) })
    else { return nil }
    self.init(
      id: id, publicKey: publicKey, signCount: count,
      isUserVerificationInitialized: evidence["user_verified"] == true,
      isBackupEligible: evidence["backup_eligible"] == true, isBackedUp: evidence["backed_up"] == true,
      transports: (evidence["transports"]?.array ?? []).compactMap(\.string), userHandle: user.bytes)
  }

  /// The evidence that the identity keeps.
  var evidence: JSONObject {
    [
      "public_key": .string(Base64URL.encode(publicKey.encoded)),
      "sign_count": .integer(Int64(signCount)), "user_verified": .bool(isUserVerificationInitialized),
      "backup_eligible": .bool(isBackupEligible == true), "backed_up": .bool(isBackedUp),
      "transports": .strings(transports),
    ]
  }

  /// Updates the evidence of the identity with the values that a sign-in changes (WebAuthn L3 §7.2 step 24).
  func noteUse(in evidence: inout JSONObject) {
    evidence["sign_count"] = .integer(Int64(signCount))
    evidence["backed_up"] = .bool(isBackedUp)
  }

  /// The attributes that can change with each sign-in.
  var changingAttributes: JSONObject { [WirePasskey.Members.backedUp: .bool(isBackedUp)] }
}

/// A new passkey, which keeps its record.
struct NewPasskey: IdentityContinuity {
  let record: CredentialRecord
  /// The RP ID that the passkey was registered for.
  let relyingParty: String

  func isContinuous(with evidence: JSONObject) -> Bool { true }
  // A credential that is registered already keeps its record.
  func confirm(_ evidence: JSONObject, withSecondFactor: Bool) -> JSONObject { evidence }

  func renew(_ evidence: JSONObject) -> JSONObject {
    guard evidence.isEmpty else { return evidence }
    var evidence = record.evidence
    evidence[Passkey.relyingPartyMember] = .string(relyingParty)
    return evidence
  }
}

extension VerifiedAuthentication {
  /// The strength of a sign-in with this passkey alone.
  ///
  /// A verification of the user counts only if the passkey has verified the user at its registration, or later together
  /// with another factor, because an attacker can set the PIN of a stolen security key (WebAuthn L3 §4,
  /// `uvInitialized`).
  var assurance: Assurance {
    isUserVerified && updatedRecord.isUserVerificationInitialized ? .secondFactor : .passkey
  }
}

/// A passkey that has signed in.
struct UsedPasskey: IdentityContinuity {
  private let record: CredentialRecord
  private let isUserVerified: Bool

  init(_ verified: VerifiedAuthentication) {
    record = verified.updatedRecord
    isUserVerified = verified.isUserVerified
  }

  func isContinuous(with evidence: JSONObject) -> Bool { true }

  /// The counter is compared here, because another sign-in may have been admitted since the passkey was read. A
  /// repetition of a sign-in is not compared.
  func confirm(_ evidence: JSONObject, withSecondFactor: Bool) throws(Problem) -> JSONObject {
    let stored = evidence["sign_count"]?.int64 ?? 0
    guard record.signCount == 0 && stored == 0 || Int64(record.signCount) > stored else {
      throw .clonedPasskey
    }
    var evidence = evidence
    record.noteUse(in: &evidence)
    if withSecondFactor, isUserVerified { evidence["user_verified"] = true }
    return evidence
  }

  func renew(_ evidence: JSONObject) -> JSONObject { evidence }
}
