public import DoorwardOpenSSL
public import Encodings
public import JOSE

/// Signs JSON web tokens with one key.
///
/// ```swift
/// let signer = try JWTSigner(key: .generate(.es256, context: openSSL), context: openSSL)
/// let token = try signer.sign(["iss": "https://id.example", "sub": "u1", "exp": 1_700_000_900])
/// ```
///
/// Made once and kept. It may be used from any number of tasks at once.
public struct JWTSigner: Sendable {
  private let key: SigningKey

  /// The algorithm, fixed by the kind of key.
  public var algorithm: JWSAlgorithm { key.algorithm }
  /// The `kid` of every token, when the key has one.
  public var keyID: String? { key.keyID }

  /// Makes a signer.
  ///
  /// - Throws: ``JOSEError`` as ``SigningKey/init(_:context:)``.
  public init(key: JSONWebKey, context: OpenSSLContext) throws(JOSEError) {
    self.key = try SigningKey(key, context: context)
  }

  /// Signs claims.
  ///
  /// - Parameters:
  ///   - claims: what the token says, in this order; registered claims of the kinds RFC 7519 §4.1
  ///     gives them.
  ///   - type: its `typ`; `JWT` unless the token is of a kind of its own (RFC 8725 §3.11).
  /// - Returns: the compact token.
  /// - Throws: ``JOSEError`` `malformed_claims`, `library_failure`.
  public func sign(_ claims: JSONObject, type: String = "JWT") throws(JOSEError) -> String {
    _ = try JWTClaims(claims)
    return try sign(payload: claims.serialized(), type: type)
  }

  /// Signs a payload of any kind as a compact token (RFC 7515 §5.1).
  ///
  /// - Parameters:
  ///   - payload: what to sign.
  ///   - type: its `typ`; none when nil.
  /// - Returns: the compact token.
  /// - Throws: ``JOSEError`` `library_failure`.
  public func sign(payload: [UInt8], type: String?) throws(JOSEError) -> String {
    var header: JSONObject = ["alg": .string(algorithm.rawValue)]
    header["typ"] = type.map(JSONValue.string)
    header["kid"] = keyID.map(JSONValue.string)
    let input = "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(payload))"
    return "\(input).\(Base64URL.encode(try key.sign(Array(input.utf8))))"
  }
}
