public import Encodings

/// The claims of a token (RFC 7519 §4): the registered claims as typed properties, and all claims by name.
public struct JWTClaims: Sendable, Equatable {
  /// `iss`: the issuer of the token.
  public let issuer: String?
  /// `sub`: the subject of the token.
  public let subject: String?
  /// `aud`: the audience; empty if the claim is absent. A single string becomes a list with one element.
  public let audience: [String]
  /// `exp`: the time from which the token must be refused.
  public let expiresAt: Timestamp?
  /// `nbf`: the time before which the token must be refused.
  public let notBefore: Timestamp?
  /// `iat`: the time of issue.
  public let issuedAt: Timestamp?
  /// `jti`: the identifier of the token.
  public let id: String?
  /// All claims as written, including those above.
  public let all: JSONObject

  /// Parses claims from a payload.
  ///
  /// - Throws: ``JOSEError``: `malformed_claims`.
  public init(payload: [UInt8]) throws(JOSEError) {
    let value: JSONValue
    do {
      value = try JSONParser.parse(payload)
    } catch {
      throw JOSEError(code: .malformedClaims, reason: "the payload is not valid JSON: \(error.reason)")
    }
    guard case .object(let object) = value else {
      throw JOSEError(
        code: .malformedClaims, reason: "the payload must be an object, not \(value.kindName)")
    }
    try self.init(object)
  }

  /// Parses claims from an object.
  ///
  /// - Throws: ``JOSEError``: `malformed_claims` if a registered claim has the wrong type.
  public init(_ object: JSONObject) throws(JOSEError) {
    var issuer: String?
    var subject: String?
    var audience: [String] = []
    var expiresAt: Timestamp?
    var notBefore: Timestamp?
    var issuedAt: Timestamp?
    var id: String?
    for (name, value) in object {
      switch name {
      case "iss": issuer = try Self.text(value, name)
      case "sub": subject = try Self.text(value, name)
      case "aud": audience = try Self.audience(value)
      case "exp": expiresAt = try Self.time(value, name)
      case "nbf": notBefore = try Self.time(value, name)
      case "iat": issuedAt = try Self.time(value, name)
      case "jti": id = try Self.text(value, name)
      default: break
      }
    }
    self.issuer = issuer
    self.subject = subject
    self.audience = audience
    self.expiresAt = expiresAt
    self.notBefore = notBefore
    self.issuedAt = issuedAt
    self.id = id
    all = object
  }

  /// The claim with this name.
  public subscript(name: String) -> JSONValue? { all[name] }

  private static func text(_ value: JSONValue, _ name: String) throws(JOSEError) -> String {
    guard case .string(let text) = value else { throw wrongKind(name, wanted: "a string", found: value) }
    return text
  }

  private static func audience(_ value: JSONValue) throws(JOSEError) -> [String] {
    if case .string(let one) = value { return [one] }
    guard case .array(let elements) = value else {
      throw wrongKind("aud", wanted: "a string or strings", found: value)
    }
    var audience: [String] = []
    for element in elements { audience.append(try text(element, "aud")) }
    return audience
  }

  /// Parses a NumericDate: seconds since 1970, optionally with a fraction (RFC 7519 §2). Times outside the
  /// years 0000 to 9999 are limited to this range.
  private static func time(_ value: JSONValue, _ name: String) throws(JOSEError) -> Timestamp {
    guard case .number(let number) = value else {
      throw wrongKind(name, wanted: "a number of seconds", found: value)
    }
    if let seconds = number.int64 { return Timestamp(seconds: seconds) }
    guard let seconds = number.double else {
      throw wrongKind(name, wanted: "a number of seconds", found: value)
    }
    let whole = min(max(seconds.rounded(.down), -1e15), 1e15)
    let fraction = seconds.magnitude < 1e15 ? seconds - whole : 0
    return Timestamp(seconds: Int64(whole), nanoseconds: Int32(min(fraction * 1e9, 999_999_999)))
  }

  private static func wrongKind(_ name: String, wanted: String, found value: JSONValue) -> JOSEError {
    JOSEError(code: .malformedClaims, reason: "the claim \(name) must be \(wanted), not \(value.kindName)")
  }
}
