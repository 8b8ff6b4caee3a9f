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
