import DoorwardServerRules
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One proof of a session. It opened the session, or re-authenticated it.
///
/// Removing an identity withdraws its proof. A session without another proven identity then ends.
package struct SessionProof: Sendable, Equatable {
  /// The identity that was proven; nil for a proof that shows no identity: that of an anonymous user or of a second
  /// factor.
  package let identity: Identity.ID?
  /// The method of the latest proof (RFC 8176).
  package let method: SignInMethodName
  package let assurance: Assurance
  /// The time of the latest proof in this session.
  package let provenAt: Date
  /// Data that the method keeps to check the proof again. No other code interprets it.
  package var evidence: JSONObject

  package init(
    identity: Identity.ID?, method: SignInMethodName, assurance: Assurance, provenAt: Date,
    evidence: JSONObject = JSONObject()
  ) {
    self.identity = identity
    self.method = method
    self.assurance = assurance
    self.provenAt = provenAt
    self.evidence = evidence
  }

  /// Whether the proof is that of a second factor alone. A passkey that has verified the user proves an identity, too.
  package var isOfSecondFactor: Bool { identity == nil && Assurance.secondFactors.contains(assurance) }

  /// Whether an administrator let the user in, who has proven nothing. No application offers such a sign-in.
  package var isByLink: Bool { assurance == .link }
}

extension SessionProof {
  /// The proof as stores and sealed texts keep it.
  ///
  /// - Throws: ``StoreError/Code/malformed`` if the time of the proof is out of range.
  package func json() throws -> JSONObject {
    var object: JSONObject = [
      "method": .string(method.rawValue), "assurance": .string(assurance.rawValue),
      "proven_at": .integer(try StoredTime.milliseconds(provenAt)),
    ]
    object["identity"] = identity.map { .string($0.text) }
    if !evidence.isEmpty { object["evidence"] = .object(evidence) }
    return object
  }

  /// Reads a proof that ``json()`` wrote.
  ///
  /// - Returns: nil for any other value.
  package init?(_ json: JSONValue) {
    guard let method = json["method"]?.string, let assurance = json["assurance"]?.string,
      let provenAt = json["proven_at"]?.int64
    else { return nil }
    let identity = json["identity"]?.string.flatMap { Identity.ID($0) }
    guard json["identity"] == nil || identity != nil else { return nil }
    self.init(
      identity: identity, method: SignInMethodName(rawValue: method),
      assurance: Assurance(rawValue: assurance),
      provenAt: StoredTime.moment(provenAt), evidence: json["evidence"]?.object ?? JSONObject())
  }
}

/// The strength of a proof, as tokens state it in `acr` (OpenID Connect Core §2). Each method defines its own values.
package struct Assurance: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The user has not proven an identity. The token shows only that it belongs to the same user as before.
  package static let none = Assurance(rawValue: AssuranceName.anonymous)
  /// The user has proven a second factor, in addition to an identity.
  package static let secondFactor = Assurance(rawValue: AssuranceName.secondFactor)
  /// The user has proven an identity and, as the second factor, a code that was sent to an address. Mailboxes and phone
  /// numbers can get new owners, so it is weaker than ``secondFactor``.
  package static let secondFactorCode = Assurance(rawValue: AssuranceName.secondFactorCode)
  /// An administrator has let the user in by a link. The user has proven nothing.
  package static let link = Assurance(rawValue: "urn:doorward:acr:link")
  package static let secondFactors: Set<Assurance> = [.secondFactor, .secondFactorCode]
}

/// The name of a way to sign in. Tokens carry it in `amr`, and `/v1/config` lists it. Each method defines its own.
package struct SignInMethodName: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}
