public import Encodings

/// What a token says (RFC 7519 §4): the registered claims by type, and every claim by name.
public struct JWTClaims: Sendable, Equatable {
  /// `iss`: who issued the token.
  public let issuer: String?
  /// `sub`: whom it is about.
  public let subject: String?
  /// `aud`: whom it is for; empty when the claim is absent. One string counts as a list of one.
  public let audience: [String]
  /// `exp`: from when on it must not be accepted.
  public let expiresAt: Timestamp?
  /// `nbf`: before when it must not be accepted.
  public let notBefore: Timestamp?
  /// `iat`: when it was issued.
  public let issuedAt: Timestamp?
  /// `jti`: its own name.
  public let id: String?
  /// Every claim, the ones above included, as written.
  public let all: JSONObject

  /// Reads claims from a payload.
  ///
  /// - Throws: ``JOSEError`` `malformed_claims`.
  public init(payload: [UInt8]) throws(JOSEError) {
    let value: JSONValue
    do {
      value = try JSONParser.parse(payload)
    } catch {
      throw JOSEError(code: .malformedClaims, reason: "the payload is not acceptable JSON: \(error.reason)")
    }
    guard case .object(let object) = value else {
      throw JOSEError(
        code: .malformedClaims, reason: "the payload is \(value.kindName), not an object of claims")
    }
    try self.init(object)
  }

  /// Reads claims from an object.
  ///
  /// - Throws: ``JOSEError`` `malformed_claims` when a registered claim holds another kind of value.
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

  /// The claim of this name.
  public subscript(name: String) -> JSONValue? { all[name] }

  private static func text(_ value: JSONValue, _ name: String) throws(JOSEError) -> String {
    guard case .string(let text) = value else { throw wrongKind(name, "a string", value) }
    return text
  }

  private static func audience(_ value: JSONValue) throws(JOSEError) -> [String] {
    if case .string(let one) = value { return [one] }
    guard case .array(let elements) = value else { throw wrongKind("aud", "a string or strings", value) }
    var audience: [String] = []
    for element in elements { audience.append(try text(element, "aud")) }
    return audience
  }

  /// A NumericDate: seconds since 1970, a fraction allowed (RFC 7519 §2). Times outside the years
  /// 0000 to 9999 count as the end of that range they lie beyond.
  private static func time(_ value: JSONValue, _ name: String) throws(JOSEError) -> Timestamp {
    guard case .number(let number) = value else { throw wrongKind(name, "a number of seconds", value) }
    if let seconds = number.int64 { return Timestamp(seconds: seconds) }
    guard let seconds = number.double else { throw wrongKind(name, "a number of seconds", value) }
    let whole = min(max(seconds.rounded(.down), -1e15), 1e15)
    let fraction = seconds.magnitude < 1e15 ? seconds - whole : 0
    return Timestamp(seconds: Int64(whole), nanoseconds: Int32(min(fraction * 1e9, 999_999_999)))
  }

  private static func wrongKind(_ name: String, _ wanted: String, _ value: JSONValue) -> JOSEError {
    JOSEError(code: .malformedClaims, reason: "the claim \(name) must be \(wanted), not \(value.kindName)")
  }
}
