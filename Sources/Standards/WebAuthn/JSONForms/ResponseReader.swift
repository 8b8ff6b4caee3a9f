internal import Encodings

/// Reads the JSON forms of the standard, and converts their errors.
struct ResponseReader {
  private let reader: JSONObjectReader

  init(_ reader: JSONObjectReader) { self.reader = reader }

  init(_ value: JSONValue) throws(WebAuthnError) {
    do { reader = try JSONObjectReader(value) } catch { throw Self.malformed(error.reason) }
  }

  var object: JSONObject { reader.object }

  func has(_ name: String) -> Bool { reader.has(name) }

  func string(_ name: String) throws(WebAuthnError) -> String {
    do { return try reader.requiredString(name) } catch { throw Self.malformed(error.reason) }
  }

  func optionalString(_ name: String) throws(WebAuthnError) -> String? {
    do { return try reader.optionalString(name) } catch { throw Self.malformed(error.reason) }
  }

  func optionalStrings(_ name: String) throws(WebAuthnError) -> [String]? {
    do { return try reader.optionalStrings(name) } catch { throw Self.malformed(error.reason) }
  }

  func optionalBool(_ name: String) throws(WebAuthnError) -> Bool? {
    do { return try reader.optionalBool(name) } catch { throw Self.malformed(error.reason) }
  }

  func optionalNumber(_ name: String) throws(WebAuthnError) -> Int64? {
    do { return try reader.optionalInt64(name) } catch { throw Self.malformed(error.reason) }
  }

  func bytes(_ name: String) throws(WebAuthnError) -> [UInt8] {
    try Self.decode(string(name), path: reader.path(of: name))
  }

  func optionalBytes(_ name: String) throws(WebAuthnError) -> [UInt8]? {
    guard let text = try optionalString(name) else { return nil }
    return try Self.decode(text, path: reader.path(of: name))
  }

  /// Whether a script has lost the bytes of a member: without `toJSON()`, `JSON.stringify` writes bytes as an empty object.
  func hasLostBytes(_ name: String) -> Bool { reader.object[name] == .object([:]) }

  func object(_ name: String) throws(WebAuthnError) -> ResponseReader {
    do { return ResponseReader(try reader.requiredObject(name)) } catch { throw Self.malformed(error.reason) }
  }

  func optionalObject(_ name: String) throws(WebAuthnError) -> ResponseReader? {
    do { return try reader.optionalObject(name).map { ResponseReader($0) } } catch {
      throw Self.malformed(error.reason)
    }
  }

  func optionalObjects(_ name: String) throws(WebAuthnError) -> [ResponseReader]? {
    do { return try reader.optionalObjects(name).map { $0.map { ResponseReader($0) } } } catch {
      throw Self.malformed(error.reason)
    }
  }

  /// A text as one of the known values; nil for a missing or unknown one (WebAuthn L3 §2.1.1).
  func known<Value: RawRepresentable<String>>(
    _ name: String, _ type: Value.Type = Value.self
  ) throws(WebAuthnError) -> Value? {
    try optionalString(name).flatMap(Value.init(rawValue:))
  }

  static func decode(
    _ text: String, path: @autoclosure () -> String
  ) throws(WebAuthnError) -> [UInt8] {
    do { return try Base64URL.decode(text) } catch {
      throw malformed("\(path()) is not base64url without padding: \(error.reason)")
    }
  }

  static func parse(_ json: [UInt8]) throws(WebAuthnError) -> ResponseReader {
    do {
      return ResponseReader(
        try JSONObjectReader(JSONParser.parse(json, limits: JSONLimits(maxBytes: 262_144, maxDepth: 16))))
    } catch {
      throw malformed(error.reason)
    }
  }

  static func malformed(_ problem: String) -> WebAuthnError {
    WebAuthnError(code: .malformedResponse, reason: problem)
  }
}
