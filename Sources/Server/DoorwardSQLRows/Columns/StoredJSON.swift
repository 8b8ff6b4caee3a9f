import DoorwardStore
import Encodings

/// JSON text that this server has written to the database.
enum StoredJSON {
  /// The limits are far above those of the API. Only another program could write larger values.
  private static let limits = JSONLimits(maxBytes: 16 << 20, maxDepth: 64)

  static func text(_ object: JSONObject) -> String {
    String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
  }

  static func text(_ strings: [String]) -> String {
    String(decoding: JSONValue.array(strings.map { .string($0) }).serialized(), as: UTF8.self)
  }

  static func object(_ text: String) throws -> JSONObject {
    // Most metadata, attributes and evidence are empty.
    if text == "{}" { return JSONObject() }
    guard case .object(let object) = try parse(text) else { throw malformed }
    return object
  }

  static func parse(_ text: String) throws -> JSONValue {
    do { return try JSONParser.parse(text, limits: limits) } catch { throw malformed }
  }

  static var malformed: StoreError {
    StoreError(.malformed, "a JSON column does not hold what this server writes there")
  }
}

/// The proofs of a session as the database keeps them: a JSON array.
enum StoredProofs {
  static func text(_ proofs: [SessionProof]) throws -> String {
    let values = try proofs.map { JSONValue.object(try $0.json()) }
    return String(decoding: JSONValue.array(values).serialized(), as: UTF8.self)
  }

  static func proofs(_ text: String) throws -> [SessionProof] {
    guard case .array(let values) = try StoredJSON.parse(text) else { throw StoredJSON.malformed }
    return try values.map { value in
      guard let proof = SessionProof(value) else { throw StoredJSON.malformed }
      return proof
    }
  }
}
