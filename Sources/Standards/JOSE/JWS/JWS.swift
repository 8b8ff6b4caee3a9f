internal import Encodings

/// A signed token in compact form (RFC 7515 §7.1), parsed. The signature is not verified.
///
/// The JSON serializations of RFC 7515 §7.2 are not supported: JWTs are always compact (RFC 7519 §1).
public struct JWS: Sendable {
  /// The protected header.
  public let header: JWSHeader
  /// The payload. It is not verified; pass the token to a verifier.
  public let unverifiedPayload: [UInt8]
  /// The signature.
  public let signature: [UInt8]
  /// The signed bytes: header and payload as written, separated by a dot (RFC 7515 §5.1).
  public let signingInput: [UInt8]

  /// Parses a compact token.
  ///
  /// - Parameters:
  ///   - token: `header.payload.signature`, each part in base64url without padding.
  ///   - limits: The length limits.
  /// - Throws: ``JOSEError``: `malformed_token`, `token_too_large`, `unsupported_critical_header`.
  public init(compact token: String, limits: JWSLimits = JWSLimits()) throws(JOSEError) {
    self = try token.readUTF8 { buffer throws(JOSEError) in try Self(utf8: buffer, limits: limits) }
  }

  private init(utf8 token: UnsafeBufferPointer<UInt8>, limits: JWSLimits) throws(JOSEError) {
    guard token.count <= limits.maxTokenLength else {
      throw JOSEError(
        code: .tokenTooLarge, reason: "the token is longer than \(limits.maxTokenLength) characters")
    }
    let dot = UInt8(ascii: ".")
    guard let first = token.firstIndex(of: dot), let second = token[(first + 1)...].firstIndex(of: dot),
      !token[(second + 1)...].contains(dot)
    else {
      throw JOSEError(code: .malformedToken, reason: "a token must have three parts separated by dots")
    }
    guard first <= limits.maxHeaderLength else {
      throw JOSEError(
        code: .tokenTooLarge, reason: "the header is longer than \(limits.maxHeaderLength) characters")
    }
    let headerJSON = try Self.decode(token[..<first], "header")
    header = try Self.header(headerJSON)
    unverifiedPayload = try Self.decode(token[(first + 1)..<second], "payload")
    signature = try Self.decode(token[(second + 1)...], "signature")
    signingInput = Array(token[..<second])
  }

  private static func header(_ json: [UInt8]) throws(JOSEError) -> JWSHeader {
    let header = json.withUnsafeBufferPointer { buffer in
      Result { () throws(JOSEError) in try JWSHeader(json: buffer) }
    }
    return try header.get()
  }

  private static func decode(
    _ part: Slice<UnsafeBufferPointer<UInt8>>, _ name: String
  ) throws(JOSEError) -> [UInt8] {
    do {
      return try Base64URL.decode(utf8: UnsafeBufferPointer(rebasing: part))
    } catch {
      throw JOSEError(code: .malformedToken, reason: "the \(name) is not base64url: \(error.reason)")
    }
  }
}

/// The signature algorithms of this library (RFC 7518 §3.1, RFC 8037 §3.1).
///
/// Each key supports exactly one of them, so the header of a token cannot choose how a key is used. In other
/// libraries, that choice let attackers sign tokens with a public key as the HMAC secret.
///
/// `JOSESignatures` verifies all of them, and signs with those that ``canSign``.
public enum JWSAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// ECDSA on P-256 with SHA-256; keys of type EC.
  case es256 = "ES256"
  /// Ed25519; keys of type OKP.
  case edDSA = "EdDSA"
  /// RSASSA-PKCS1-v1_5 with SHA-256; keys of type RSA.
  case rs256 = "RS256"
  /// RSASSA-PSS with SHA-256; keys of type RSA whose `alg` is PS256.
  case ps256 = "PS256"
  /// ECDSA on P-384 with SHA-384; keys of type EC.
  case es384 = "ES384"
  /// HMAC with SHA-256; keys of type oct. A key that verifies can also sign.
  case hs256 = "HS256"

  /// Whether `JOSESignatures` signs with this algorithm. It only verifies PS256 and ES384.
  public var canSign: Bool { self != .ps256 && self != .es384 }
}

extension Set<JWSAlgorithm> {
  /// The algorithms whose verification keys cannot sign.
  public static var asymmetric: Self { [.es256, .edDSA, .rs256, .ps256, .es384] }
  /// All algorithms of this library.
  public static var all: Self { Set(JWSAlgorithm.allCases) }
}

/// Length limits for tokens.
public struct JWSLimits: Sendable, Hashable {
  /// The longest accepted token, in characters.
  public var maxTokenLength: Int
  /// The longest accepted header, in characters of base64url.
  public var maxHeaderLength: Int

  /// Creates limits. The defaults are 64 KiB for a token and 8 KiB for its header.
  public init(maxTokenLength: Int = 65_536, maxHeaderLength: Int = 8192) {
    self.maxTokenLength = maxTokenLength
    self.maxHeaderLength = maxHeaderLength
  }
}
