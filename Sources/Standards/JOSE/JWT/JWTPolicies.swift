public import Encodings

// Policies for common token checks (RFC 7519 §4.1, RFC 8725 §3, RFC 9068 §4).

extension JWTPolicy {
  /// Requires this issuer (`iss`), compared byte for byte.
  public static func issuer(_ issuer: String) -> JWTPolicy { .issuer(anyOf: [issuer]) }

  /// Requires one of these issuers (`iss`), compared byte for byte (RFC 7519 §2, "StringOrURI").
  public static func issuer(anyOf issuers: [String]) -> JWTPolicy {
    JWTPolicy { _, claims, _ in
      guard let issuer = claims.issuer else { return missing("iss") }
      guard issuers.contains(where: { sameBytes($0, issuer) }) else {
        return JOSEError(
          code: .wrongIssuer, reason: "the token was not issued by \(issuers.joined(separator: " or "))")
      }
      return nil
    }
  }

  /// Requires that `aud` contains this audience, compared byte for byte.
  public static func audience(_ audience: String) -> JWTPolicy {
    JWTPolicy { _, claims, _ in
      if claims.audience.contains(where: { sameBytes($0, audience) }) { return nil }
      return claims["aud"] == nil
        ? missing("aud") : JOSEError(code: .wrongAudience, reason: "the token is not for \(audience)")
    }
  }

  /// The allowed difference between the clocks of an issuer and of a verifier, in seconds: a minute. RFC 7519 §4.1.4 allows
  /// "no more than a few minutes".
  public static let usualLeeway: Int64 = 60

  /// Requires that the current time agrees with `exp`, `nbf` and `iat`. Absent claims are not checked.
  ///
  /// - Parameter leeway: The allowed difference between the clocks, in seconds.
  /// - Returns: The policy. Use ``requires(_:)`` to require the claims themselves.
  public static func time(leeway: Int64 = usualLeeway) -> JWTPolicy {
    let leeway = min(max(leeway, 0), 86_400)
    return JWTPolicy { _, claims, time in
      let early = Timestamp(seconds: time.seconds - leeway, nanoseconds: time.nanoseconds)
      let late = Timestamp(seconds: time.seconds + leeway, nanoseconds: time.nanoseconds)
      if let expiry = claims.expiresAt, expiry <= early {
        return JOSEError(code: .expired, reason: "the token expired at \(expiry)")
      }
      if let start = claims.notBefore, start > late {
        return JOSEError(code: .notYetValid, reason: "the token is not valid before \(start)")
      }
      if let issued = claims.issuedAt, issued > late {
        return JOSEError(
          code: .issuedInFuture, reason: "the token was issued at \(issued), which is in the future")
      }
      return nil
    }
  }

  /// Requires this type (`typ`). As for all media types, the case and a leading `application/` are ignored (RFC
  /// 7515 §4.1.9).
  public static func type(_ type: String) -> JWTPolicy {
    let wanted = mediaType(type)
    return JWTPolicy { header, _, _ in
      if let type = header.type, sameBytes(type, wanted) || sameBytes(mediaType(type), wanted) { return nil }
      return JOSEError(code: .wrongType, reason: "the token is not of type \(type)")
    }
  }

  /// Requires each of these claims to be present and not `null`.
  public static func requires(_ names: [String]) -> JWTPolicy {
    JWTPolicy { _, claims, _ in
      for name in names where claims[name]?.isNull ?? true { return missing(name) }
      return nil
    }
  }

  /// Requires this claim to have this value.
  public static func claim(_ name: String, equals value: JSONValue) -> JWTPolicy {
    JWTPolicy { _, claims, _ in
      guard let claim = claims[name] else { return missing(name) }
      guard claim == value else {
        return JOSEError(code: .wrongClaim, reason: "the claim \(name) does not have the expected value")
      }
      return nil
    }
  }

  /// Requires an OAuth access token (RFC 9068 §4): the type `at+jwt`, the issuer, the audience, a valid time,
  /// and the claims that §2.2 requires.
  public static func accessToken(issuer: String, audience: String, leeway: Int64 = usualLeeway) -> JWTPolicy {
    .all([
      .type("at+jwt"), .issuer(issuer), .audience(audience), .time(leeway: leeway),
      .requires(["exp", "iat", "sub", "client_id", "jti"]),
    ])
  }

  private static func missing(_ name: String) -> JOSEError {
    JOSEError(code: .missingClaim, reason: "the token has no claim \(name)")
  }

  private static func mediaType(_ type: String) -> String {
    let lower = String(decoding: type.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    let prefix = "application/"
    return lower.hasPrefix(prefix) ? String(lower.dropFirst(prefix.count)) : lower
  }
}
