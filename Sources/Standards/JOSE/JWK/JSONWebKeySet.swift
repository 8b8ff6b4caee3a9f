public import Encodings

/// A set of keys (RFC 7517 §5).
///
/// A set does not contain both shared secrets and public keys. Public keys are published and shared secrets are
/// not, and a mixed set could let a verifier use a public key as an HMAC secret.
public struct JSONWebKeySet: Sendable {
  /// A key of a set that this library cannot use, with the reason.
  public struct IgnoredKey: Sendable {
    /// The `kid` of the key.
    public var keyID: String?
    /// The reason.
    public var error: JOSEError

    /// Creates a record of an unusable key.
    public init(keyID: String?, error: JOSEError) {
      self.keyID = keyID
      self.error = error
    }
  }

  /// The most keys that a set may contain.
  public static let maxKeys = 256

  /// The keys in the order of the set.
  public let keys: [JSONWebKey]

  /// The keys that this library does not support. RFC 7517 §5 requires that they are ignored.
  public let ignored: [IgnoredKey]

  /// Creates a set of keys.
  ///
  /// - Throws: ``JOSEError``: `mixed_key_set`, or `malformed_key_set` for more than ``maxKeys`` keys.
  public init(_ keys: [JSONWebKey]) throws(JOSEError) {
    let secrets = keys.count { if case .symmetric = $0.material { true } else { false } }
    try Self.check(count: keys.count, secrets: secrets)
    self.keys = keys
    ignored = []
  }

  /// Parses a set from a JSON value: `{"keys": […]}`.
  ///
  /// - Throws: ``JOSEError``: `malformed_key_set`, `mixed_key_set`.
  public init(_ value: JSONValue) throws(JOSEError) {
    let members: [JSONObjectReader]
    do {
      members = try JSONObjectReader(value).requiredObjects("keys")
    } catch {
      throw JOSEError(code: .malformedKeySet, reason: "this is not a key set: \(error.reason)")
    }
    // Unsupported keys are included in this check.
    try Self.check(count: members.count, secrets: members.count { $0.object["kty"] == "oct" })
    var keys: [JSONWebKey] = []
    var ignored: [IgnoredKey] = []
    for member in members {
      do throws(JOSEError) {
        keys.append(try JSONWebKey(member.object))
      } catch {
        ignored.append(IgnoredKey(keyID: member.object["kid"]?.string, error: error))
      }
    }
    self.keys = keys
    self.ignored = ignored
  }

  /// Parses a set from JSON text.
  ///
  /// - Throws: ``JOSEError``: `malformed_key_set`, `mixed_key_set`.
  public init(parsing bytes: [UInt8]) throws(JOSEError) {
    let value: JSONValue
    do { value = try JSONParser.parse(bytes) } catch {
      throw JOSEError(code: .malformedKeySet, reason: "the key set is not valid JSON: \(error.reason)")
    }
    try self.init(value)
  }

  /// Returns the set as JSON.
  ///
  /// - Parameter includingPrivate: Whether to include the private parts. If false, shared secrets are omitted.
  /// - Returns: `{"keys": […]}`.
  public func json(includingPrivate: Bool = false) -> JSONValue {
    ["keys": .array(keys.compactMap { $0.json(includingPrivate: includingPrivate).map(JSONValue.object) })]
  }

  private static func check(count: Int, secrets: Int) throws(JOSEError) {
    guard count <= maxKeys else {
      throw JOSEError(code: .malformedKeySet, reason: "the set has more than \(maxKeys) keys")
    }
    guard secrets == 0 || secrets == count else {
      throw JOSEError(
        code: .mixedKeySet, reason: "the set contains shared secrets (oct) and public keys; use separate sets"
      )
    }
  }
}
