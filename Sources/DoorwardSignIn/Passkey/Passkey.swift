import DoorwardHTTP
package import DoorwardStore
import Encodings
package import WebAuthn
import WebAuthnSignatures

/// A passkey of a user: an identity whose identifier is the credential id. Its evidence is the credential record, and its
/// attributes are what the user sees.
package struct Passkey: Sendable {
  package let record: CredentialRecord

  /// The passkey of an identity; nil if the identity is no passkey.
  package init?(_ identity: Identity) {
    guard identity.key.kind == .passkey, let id = try? Base64URL.decode(identity.key.identifier),
      let record = CredentialRecord(id: id, of: identity.userID, evidence: identity.evidence)
    else { return nil }
    self.record = record
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

  /// The attributes that can change with each sign-in.
  var changingAttributes: JSONObject { ["backed_up": .bool(isBackedUp)] }
}

/// A new passkey, which keeps its record.
struct NewPasskey: IdentityContinuity {
  let record: CredentialRecord

  func isContinuous(with evidence: JSONObject) -> Bool { true }
  // A credential that is registered already keeps its record.
  func confirm(_ evidence: JSONObject) -> JSONObject { evidence }
  func renew(_ evidence: JSONObject) -> JSONObject { evidence.isEmpty ? record.evidence : evidence }
}

/// A passkey that has signed in.
struct UsedPasskey: IdentityContinuity {
  let record: CredentialRecord

  func isContinuous(with evidence: JSONObject) -> Bool { true }

  /// Another sign-in may have been admitted since the signature was verified: the counter is compared again.
  func confirm(_ evidence: JSONObject) throws(Problem) -> JSONObject {
    let stored = evidence["sign_count"]?.int64 ?? 0
    guard record.signCount == 0 && stored == 0 || Int64(record.signCount) > stored else {
      throw .notProven(
        WebAuthnError.Code.possibleClone.rawValue,
        "The counter of the passkey did not increase. A copy of it may exist.")
    }
    return record.evidence
  }

  func renew(_ evidence: JSONObject) -> JSONObject { record.evidence }
}
