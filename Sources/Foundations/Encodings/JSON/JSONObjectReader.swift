/// Reads the members of an untrusted object. An error names the path of the invalid member.
///
/// ```swift
/// let body = try JSONObjectReader(JSONParser.parse(bytes))
/// let address = try body.requiredString("address")
/// let client = try body.optionalObject("metadata")?.optionalString("wallet_client_type")
/// ```
///
/// Members that the caller does not read are ignored. An optional member that is `null` counts as absent. If the
/// difference matters, as in a merge patch, use ``object``. An error's reason contains paths and kinds, and never
/// the values, which may be secret.
public struct JSONObjectReader: Sendable {
  /// The object being read.
  public let object: JSONObject
  /// The path of the object, such as `metadata` or `keys[2]`; empty for the outermost object.
  public let path: String

  /// Reads an object.
  public init(_ object: JSONObject, path: String = "") {
    self.object = object
    self.path = path
  }

  /// Reads a value that must be an object.
  ///
  /// - Throws: ``JSONError`` `wrong_type`.
  public init(_ value: JSONValue, path: String = "") throws(JSONError) {
    guard case .object(let object) = value else {
      let place = path.isEmpty ? "the JSON text" : path
      throw JSONError(code: .wrongType, reason: "\(place) must be an object, not \(value.kindName)")
    }
    self.init(object, path: path)
  }

  /// Whether the member exists and is not `null`.
  public func has(_ key: String) -> Bool {
    switch object[key] {
    case nil, .null?: false
    default: true
    }
  }

  /// The path of a member, for the caller's own errors.
  public func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// The member as `kind`; nil if it is absent or `null`.
  func optional<Value>(
    _ key: String, _ kind: String, _ read: (JSONValue) -> Value?
  ) throws(JSONError) -> Value? {
    guard let member = object[key], !member.isNull else { return nil }
    guard let value = read(member) else {
      throw JSONError(code: .wrongType, reason: "\(path(of: key)) must be \(kind), not \(member.kindName)")
    }
    return value
  }

  /// The member as a number of `kind`; nil if it is absent or `null`. JSON has numbers that no type holds, such as `1e400`
  /// (RFC 8259 §6).
  func optionalNumber<Value>(
    _ key: String, _ kind: String, _ read: (JSONNumber) -> Value?
  ) throws(JSONError) -> Value? {
    guard let number = try optional(key, kind, { $0.number }) else { return nil }
    guard let value = read(number) else {
      throw JSONError(code: .wrongType, reason: "\(path(of: key)) must be \(kind) that fits 64 bits")
    }
    return value
  }

  /// The value of a required member.
  func required<Value>(_ key: String, _ kind: String, value: Value?) throws(JSONError) -> Value {
    guard let value else {
      throw JSONError(code: .missingMember, reason: "\(path(of: key)) is missing; it must be \(kind)")
    }
    return value
  }
}
