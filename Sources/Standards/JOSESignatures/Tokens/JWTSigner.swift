public import DoorwardOpenSSL
public import Encodings
public import JOSE

/// Signs JSON Web Tokens with one key.
///
/// ```swift
/// let signer = try JWTSigner(key: .generate(.es256, context: openSSL), context: openSSL)
/// let token = try signer.sign(["iss": "https://id.example", "sub": "u1", "exp": 1_700_000_900])
/// ```
///
/// Create a signer once and reuse it. Several tasks can use it at the same time.
public struct JWTSigner: Sendable {
  private let key: SigningKey
  /// The headers of common types.
  private let headers: [String?: Header]

  private struct Header: Sendable {
    let parsed: JWSHeader
    /// The first part of the token and the dot after it, in UTF-8.
    let encoded: [UInt8]
  }

  /// The algorithm, which the kind of key determines.
  public var algorithm: JWSAlgorithm { key.algorithm }
  /// The `kid` of all tokens; nil if the key has none.
  public var keyID: String? { key.keyID }

  /// Creates a signer.
  ///
  /// - Throws: ``JOSEError``: the errors of ``SigningKey/init(_:context:)``.
  public init(key: JSONWebKey, context: OpenSSLContext) throws(JOSEError) {
    let key = try SigningKey(key, context: context)
    self.key = key
    var headers: [String?: Header] = [:]
    for type in ["JWT", "at+jwt"] { headers[type] = try Self.header(type, key) }
    self.headers = headers
  }

  private func header(_ type: String?) throws(JOSEError) -> Header {
    if let known = headers[type] { return known }
    return try Self.header(type, key)
  }

  private static func header(_ type: String?, _ key: SigningKey) throws(JOSEError) -> Header {
    var header: JSONObject = ["alg": .string(key.algorithm.rawValue)]
    header["typ"] = type.map(JSONValue.string)
    header["kid"] = key.keyID.map(JSONValue.string)
    return Header(
      parsed: try JWSHeader(header), encoded: [UInt8]("\(Base64URL.encode(header.serialized())).".utf8))
  }

  /// Signs claims.
  ///
  /// - Parameters:
  ///   - claims: The claims, in this order. Registered claims must have the types of RFC 7519 §4.1.
  ///   - type: The `typ` of the token; `JWT` unless the token has a specific type (RFC 8725 §3.11).
  /// - Returns: The compact token.
  /// - Throws: ``JOSEError``: `malformed_claims`, `library_failure`.
  public func sign(_ claims: JSONObject, type: String = "JWT") throws(JOSEError) -> String {
    _ = try JWTClaims(claims)
    return try sign(payload: claims.serialized(), type: type)
  }

  /// Signs any payload as a compact token (RFC 7515 §5.1).
  ///
  /// - Parameters:
  ///   - payload: The bytes to sign.
  ///   - type: The `typ` of the token; nil for none.
  /// - Returns: The compact token.
  /// - Throws: ``JOSEError``: `library_failure`.
  public func sign(payload: [UInt8], type: String?) throws(JOSEError) -> String {
    try signed(payload: payload, type: type).text
  }

  /// Signs any payload as ``sign(payload:type:)`` does.
  ///
  /// - Returns: The token and its contents, so that the caller need not verify it.
  package func signed(payload: [UInt8], type: String?) throws(JOSEError) -> SignedJWT {
    let header = try header(type)
    return SignedJWT(
      text: try sign(payload, header),
      SignedJWT.Contents(header: header.parsed, payload: payload, algorithm: algorithm))
  }

  private func sign(_ payload: [UInt8], _ header: Header) throws(JOSEError) -> String {
    var token = header.encoded
    // The payload grows by a third, and most signatures have 86 characters.
    token.reserveCapacity(token.count + payload.count / 3 * 4 + 96)
    Base64URL.append(payload, to: &token)
    let signature = try key.sign(token)
    token.append(UInt8(ascii: "."))
    Base64URL.append(signature, to: &token)
    return String(decoding: token, as: UTF8.self)
  }
}

/// A token that this process has signed. Only ``JWTSigner`` creates values of this type.
package struct SignedJWT: Sendable {
  /// The compact token.
  package let text: String
  /// The contents, which need no check of the signature.
  package let contents: Contents

  /// The signed header and payload. They are not the token: its signature is missing.
  package struct Contents: Sendable {
    let header: JWSHeader
    let payload: [UInt8]
    let algorithm: JWSAlgorithm
  }

  init(text: String, _ contents: Contents) {
    self.text = text
    self.contents = contents
  }
}
