import Encodings

/// JSON as the database keeps it: text of our own making.
enum StoredJSON {
  /// Far above what the API accepts; only a foreign hand writes more.
  private static let limits = JSONLimits(maxBytes: 16 << 20, maxDepth: 64)

  static func text(_ object: JSONObject) -> String {
    String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
  }

  static func text(_ strings: [String]) -> String {
    String(decoding: JSONValue.array(strings.map { .string($0) }).serialized(), as: UTF8.self)
  }

  static func text(_ proofs: [SessionProof]) throws -> String {
    let values = try proofs.map { proof -> JSONValue in
      [
        "identity": .string(proof.identity.text), "method": .string(proof.method.rawValue),
        "proven_at": .integer(try StoredTime.milliseconds(proof.provenAt)),
      ]
    }
    return String(decoding: JSONValue.array(values).serialized(), as: UTF8.self)
  }

  static func proofs(_ text: String) throws -> [SessionProof] {
    guard case .array(let values) = try parse(text) else { throw malformed }
    return try values.map { value in
      guard let identity = value["identity"]?.string.flatMap({ Identity.ID($0) }),
        let method = value["method"]?.string, let provenAt = value["proven_at"]?.int64
      else { throw malformed }
      return SessionProof(
        identity: identity, method: SignInMethodName(rawValue: method), provenAt: StoredTime.moment(provenAt))
    }
  }

  static func object(_ text: String) throws -> JSONObject {
    guard case .object(let object) = try parse(text) else { throw malformed }
    return object
  }

  private static func parse(_ text: String) throws -> JSONValue {
    do { return try JSONParser.parse(text, limits: limits) } catch { throw malformed }
  }

  private static var malformed: StoreError {
    StoreError(.malformed, "a JSON column does not hold what this server writes there")
  }
}
