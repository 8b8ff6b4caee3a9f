import DoorwardStore
import Encodings

/// The proofs of a session as the database keeps them: a JSON array.
enum StoredProofs {
  static func text(_ proofs: [SessionProof]) throws -> String {
    let values = try proofs.map { proof -> JSONValue in
      var object: JSONObject = [
        "method": .string(proof.method.rawValue), "assurance": .string(proof.assurance.rawValue),
        "proven_at": .integer(try StoredTime.milliseconds(proof.provenAt)),
      ]
      object["identity"] = proof.identity.map { .string($0.text) }
      if !proof.evidence.isEmpty { object["evidence"] = .object(proof.evidence) }
      return .object(object)
    }
    return String(decoding: JSONValue.array(values).serialized(), as: UTF8.self)
  }

  static func proofs(_ text: String) throws -> [SessionProof] {
    guard case .array(let values) = try StoredJSON.parse(text) else { throw StoredJSON.malformed }
    return try values.map { value in
      guard let method = value["method"]?.string, let assurance = value["assurance"]?.string,
        let provenAt = value["proven_at"]?.int64
      else { throw StoredJSON.malformed }
      let identity = try value["identity"].map { member throws(StoreError) in
        guard let identity = member.string.flatMap({ Identity.ID($0) }) else { throw StoredJSON.malformed }
        return identity
      }
      return SessionProof(
        identity: identity, method: SignInMethodName(rawValue: method),
        assurance: Assurance(rawValue: assurance), provenAt: StoredTime.moment(provenAt),
        evidence: value["evidence"]?.object ?? JSONObject())
    }
  }
}
