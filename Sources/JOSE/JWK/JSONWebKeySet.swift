public import Encodings

/// A set of keys (RFC 7517 §5).
///
/// Shared secrets and public keys never stand in one set: a set is either published or kept, and
/// whoever mixes them is one header away from taking a public key for a secret.
public struct JSONWebKeySet: Sendable {
  /// A member of a set that cannot be used here, and why.
  public struct IgnoredKey: Sendable {
    /// What tokens call it.
    public var keyID: String?
    /// Why it is not used.
    public var error: JOSEError

    /// Makes a note of a key and what is wrong with it.
    public init(keyID: String?, error: JOSEError) {
      self.keyID = keyID
      self.error = error
    }
  }

  /// The most keys that are read from one set.
  public static let maxKeys = 256

  /// The keys, in their order.
  public let keys: [JSONWebKey]

  /// Members that are no keys this library does; RFC 7517 §5 has them ignored, not refused.
  public let ignored: [IgnoredKey]

  /// Makes a set of keys.
  ///
  /// - Throws: ``JOSEError`` `mixed_key_set`, `malformed_key_set` for more than ``maxKeys``.
  public init(_ keys: [JSONWebKey]) throws(JOSEError) {
    let secrets = keys.count { if case .symmetric = $0.material { true } else { false } }
    try Self.check(count: keys.count, secrets: secrets)
    self.keys = keys
    ignored = []
  }

  /// Reads a set from a JSON value: `{"keys": […]}`.
  ///
  /// - Throws: ``JOSEError`` `malformed_key_set`, `mixed_key_set`.
  public init(_ value: JSONValue) throws(JOSEError) {
    let members: [JSONObjectReader]
    do {
      members = try JSONObjectReader(value).requiredObjects("keys")
    } catch {
      throw JOSEError(code: .malformedKeySet, reason: "this is no key set: \(error.reason)")
    }
    // Members that will be ignored count too: they say what the set is.
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

  /// Reads a set from a JSON text.
  ///
  /// - Throws: ``JOSEError`` `malformed_key_set`, `mixed_key_set`.
  public init(parsing bytes: [UInt8]) throws(JOSEError) {
    let value: JSONValue
    do { value = try JSONParser.parse(bytes) } catch {
      throw JOSEError(code: .malformedKeySet, reason: "the key set is not acceptable JSON: \(error.reason)")
    }
    try self.init(value)
  }

  /// Writes the set as a JSON object.
  ///
  /// - Parameter includingPrivate: whether to write private halves; without them shared secrets are
  ///   left out.
  /// - Returns: `{"keys": […]}`.
  public func json(includingPrivate: Bool = false) -> JSONValue {
    ["keys": .array(keys.compactMap { $0.json(includingPrivate: includingPrivate).map(JSONValue.object) })]
  }

  private static func check(count: Int, secrets: Int) throws(JOSEError) {
    guard count <= maxKeys else {
      throw JOSEError(code: .malformedKeySet, reason: "a set of more than \(maxKeys) keys is not read")
    }
    guard secrets == 0 || secrets == count else {
      throw JOSEError(
        code: .mixedKeySet, reason: "the set holds shared secrets (oct) beside public keys; keep them apart")
    }
  }
}
