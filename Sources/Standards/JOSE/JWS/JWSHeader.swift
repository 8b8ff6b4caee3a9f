public import Encodings

/// The protected header of a token (RFC 7515 §4), parsed but not verified.
///
/// Keys and key addresses in the header (`jwk`, `jku`, `x5u`, `x5c`) are ignored. Only the verifier's own keys
/// are used.
public struct JWSHeader: Sendable {
  /// `alg`, as written. The verifier decides whether it is supported.
  public let algorithm: String
  /// `kid`: the key that the signer claims to have used.
  public let keyID: String?
  /// `typ`: the media type of the token, such as `at+jwt`.
  public let type: String?
  /// `cty`: the media type of the payload.
  public let contentType: String?
  /// All parameters, including those above.
  public let parameters: JSONObject

  /// Parses a header from JSON text.
  ///
  /// - Throws: ``JOSEError``: `malformed_token`, `unsupported_critical_header`.
  public init(json: UnsafeBufferPointer<UInt8>) throws(JOSEError) {
    let value: JSONValue
    do {
      value = try JSONParser.parse(json, limits: JSONLimits(maxBytes: json.count, maxDepth: 16))
    } catch {
      throw JOSEError(code: .malformedToken, reason: "the header is not valid JSON: \(error.reason)")
    }
    guard case .object(let object) = value else {
      throw JOSEError(code: .malformedToken, reason: "the header is \(value.kindName), not an object")
    }
    try self.init(object)
  }

  /// Parses a header from its parameters.
  ///
  /// - Throws: ``JOSEError``: `malformed_token`, `unsupported_critical_header`.
  public init(_ object: JSONObject) throws(JOSEError) {
    var algorithm: String?
    var keyID: String?
    var type: String?
    var contentType: String?
    for (name, value) in object {
      switch name {
      case "alg": algorithm = try Self.text(value, name)
      case "kid": keyID = try Self.text(value, name)
      case "typ": type = try Self.text(value, name)
      case "cty": contentType = try Self.text(value, name)
      case "crit": try Self.refuseCritical(value)
      case "b64":
        throw JOSEError(
          code: .unsupportedCriticalHeader, reason: "unencoded payloads (b64) are not supported")
      default: break
      }
    }
    guard let algorithm else {
      throw JOSEError(code: .malformedToken, reason: "the header has no alg (RFC 7515 §4.1.1)")
    }
    self.algorithm = algorithm
    self.keyID = keyID
    self.type = type
    self.contentType = contentType
    parameters = object
  }

  private static func text(_ value: JSONValue, _ name: String) throws(JOSEError) -> String {
    guard case .string(let text) = value else {
      throw JOSEError(
        code: .malformedToken, reason: "the header's \(name) must be a string, not \(value.kindName)")
    }
    return text
  }

  /// RFC 7515 §4.1.11: a recipient must refuse critical parameters that it does not support. This library
  /// supports none.
  private static func refuseCritical(_ value: JSONValue) throws(JOSEError) {
    guard let names = value.array, !names.isEmpty, names.allSatisfy({ $0.string != nil }) else {
      throw JOSEError(code: .malformedToken, reason: "crit must be a list with at least one name")
    }
    throw JOSEError(
      code: .unsupportedCriticalHeader, reason: "the token requires header extensions that are not supported")
  }
}
