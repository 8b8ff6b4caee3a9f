package import Encodings

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
