public import Encodings

/// The protected header of a token (RFC 7515 §4), parsed and not yet believed.
///
/// Keys and places of keys that a header brings along (`jwk`, `jku`, `x5u`, `x5c`) are never looked
/// at: only the verifier's own keys count.
public struct JWSHeader: Sendable {
  /// `alg`, as written; whether the library does it is for the verifier to say.
  public let algorithm: String
  /// `kid`: which key the signer says it used.
  public let keyID: String?
  /// `typ`: the media type of the whole token, such as `at+jwt`.
  public let type: String?
  /// `cty`: the media type of the payload.
  public let contentType: String?
  /// Every parameter, the ones above included.
  public let parameters: JSONObject

  /// Reads a header from its JSON text.
  ///
  /// - Throws: ``JOSEError`` `malformed_token`, `unsupported_critical_header`.
  public init(json: UnsafeBufferPointer<UInt8>) throws(JOSEError) {
    let value: JSONValue
    do {
      value = try JSONParser.parse(json, limits: JSONLimits(maxBytes: json.count, maxDepth: 16))
    } catch {
      throw JOSEError(code: .malformedToken, reason: "the header is not acceptable JSON: \(error.reason)")
    }
    guard case .object(let object) = value else {
      throw JOSEError(code: .malformedToken, reason: "the header is \(value.kindName), not an object")
    }
    try self.init(object)
  }

  /// Reads a header from its parameters.
  ///
  /// - Throws: ``JOSEError`` `malformed_token`, `unsupported_critical_header`.
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
        throw JOSEError(code: .unsupportedCriticalHeader, reason: "unencoded payloads (b64) are not accepted")
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

  /// RFC 7515 §4.1.11: a recipient that does not understand a critical parameter must refuse, and
  /// this library understands none.
  private static func refuseCritical(_ value: JSONValue) throws(JOSEError) {
    guard let names = value.array, !names.isEmpty, names.allSatisfy({ $0.string != nil }) else {
      throw JOSEError(code: .malformedToken, reason: "crit must be a list of names, and not an empty one")
    }
    throw JOSEError(
      code: .unsupportedCriticalHeader, reason: "the token demands header extensions that are not understood")
  }
}
