public import Encodings

/// What a token must say to be accepted; policies compose, and answer with the reason when one is
/// not met.
///
/// ```swift
/// let policy = JWTPolicy.all([
///   .type("at+jwt"), .issuer("https://id.example"), .audience("https://api.example"),
///   .time(leeway: 30), .requires(["exp", "sub"]),
/// ])
/// ```
///
/// A policy of your own is a closure over header, claims and the time.
public struct JWTPolicy: Sendable {
  private let failure: @Sendable (JWSHeader, JWTClaims, Timestamp) -> JOSEError?

  /// Makes a policy from a check that answers nil when it is met.
  public init(_ failure: @escaping @Sendable (JWSHeader, JWTClaims, Timestamp) -> JOSEError?) {
    self.failure = failure
  }

  /// Why this policy is not met; nil when it is.
  public func failure(header: JWSHeader, claims: JWTClaims, at time: Timestamp) -> JOSEError? {
    failure(header, claims, time)
  }

  /// Every policy must be met; answers with the first that is not. None at all is met by any token.
  public static func all(_ policies: [JWTPolicy]) -> JWTPolicy {
    JWTPolicy { header, claims, time in
      for policy in policies {
        if let failure = policy.failure(header, claims, time) { return failure }
      }
      return nil
    }
  }

  /// One policy must be met; answers with the failure of the last. None at all is met by no token.
  public static func any(_ policies: [JWTPolicy]) -> JWTPolicy {
    JWTPolicy { header, claims, time in
      var last = JOSEError(code: .wrongClaim, reason: "no token is acceptable here")
      for policy in policies {
        guard let failure = policy.failure(header, claims, time) else { return nil }
        last = failure
      }
      return last
    }
  }
}
