internal import Encodings

/// A signed token in compact form (RFC 7515 §7.1), taken apart; its signature has not been checked.
///
/// The JSON serializations of RFC 7515 §7.2 are not read: JWTs are always compact (RFC 7519 §1).
public struct JWS: Sendable {
  /// The protected header.
  public let header: JWSHeader
  /// The payload. Nobody has vouched for it yet: hand the token to a verifier.
  public let unverifiedPayload: [UInt8]
  /// The signature.
  public let signature: [UInt8]
  /// What was signed: header and payload as written, and the dot between them (RFC 7515 §5.1).
  public let signingInput: [UInt8]

  /// Takes a compact token apart.
  ///
  /// - Parameters:
  ///   - token: `header.payload.signature`, each in base64url without padding.
  ///   - limits: how long it may be.
  /// - Throws: ``JOSEError`` `malformed_token`, `token_too_large`, `unsupported_critical_header`.
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
      throw JOSEError(code: .malformedToken, reason: "a token has three parts with dots between them")
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
