internal import Encodings
public import JOSE

/// The public keys of a provider (`jwks_uri`), for ID tokens only.
///
/// Keys that cannot verify an ID token are left out: other uses, algorithms and curves, and keys that are too small (RFC 7517
/// §5). A key whose private part is published is left out too, because anyone can sign with it. Two keys may have the same
/// `kid` during a rotation; both are tried.
public struct ProviderKeys: Sendable {
  /// The longest accepted document, in bytes.
  public static let maxBytes = 200_000
  /// The most keys of a document.
  public static let maxKeys = 100

  /// A key of a provider.
  public struct Key: Sendable {
    /// The key.
    public let key: JSONWebKey
    /// The only issuer of tokens that this key signs, which may contain `{tenantid}`; nil for those of the provider.
    /// Microsoft publishes one set for all its tenants, and restricts some keys to one.
    public let issuer: String?
  }

  /// The usable keys. An RSA key without `alg` is listed once for RS256 and once for PS256.
  public let keys: [Key]

  /// Parses a document.
  ///
  /// - Throws: ``OpenIDError``: `malformed_key_set`, also if the document has shared secrets (`oct`): a published secret proves
  ///   nothing.
  public init(parsing bytes: [UInt8]) throws(OpenIDError) {
    let members: [JSONObjectReader]
    do {
      members = try JSONObjectReader(
        JSONParser.parse(bytes, limits: JSONLimits(maxBytes: Self.maxBytes))
      ).requiredObjects("keys")
    } catch {
      throw Self.malformed(error.reason)
    }
    guard members.count <= Self.maxKeys else { throw Self.malformed("it has more than \(Self.maxKeys) keys") }
    guard !members.contains(where: { $0.object["kty"] == "oct" }) else {
      throw Self.malformed("it has shared secrets")
    }
    var keys: [Key] = []
    for member in members where !member.has("d") {
      guard let key = try? JSONWebKey(member.object) else { continue }
      let issuer = member.object["issuer"]?.string
      for key in Self.variants(key) where (try? key.requirePermission(to: "verify")) != nil {
        keys.append(Key(key: key, issuer: issuer))
      }
    }
    self.keys = keys
  }

  /// Whether a token of this header can be verified with these keys, as far as its `kid` shows.
  ///
  /// A token without `kid` is only unambiguous if one key has its algorithm (OpenID Connect Core §10.1).
  public func contains(keyFor header: JWSHeader) -> Bool {
    let fitting = keys.filter { $0.key.signatureAlgorithm.rawValue == header.algorithm }
    guard let keyID = header.keyID else { return fitting.count == 1 }
    return fitting.contains { sameBytes($0.key.keyID, keyID) }
  }

  private static func variants(_ key: JSONWebKey) -> [JSONWebKey] {
    guard case .rsa = key.material, key.algorithm == nil else { return [key] }
    return [JWSAlgorithm.rs256, .ps256].map { algorithm in
      var key = key
      key.algorithm = algorithm.rawValue
      return key
    }
  }

  private static func malformed(_ flaw: String) -> OpenIDError {
    OpenIDError(code: .malformedKeySet, reason: "the provider's key set cannot be used: \(flaw)")
  }
}
