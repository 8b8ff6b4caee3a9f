public import Encodings

/// The requirements for the header and the claims of a token. Policies can be combined.
///
/// ```swift
/// let policy = JWTPolicy.all([
///   .type("at+jwt"), .issuer("https://id.example"), .audience("https://api.example"),
///   .time(leeway: 30), .requires(["exp", "sub"]),
/// ])
/// ```
///
/// Create a policy of your own with a closure that receives the header, the claims and the time.
public struct JWTPolicy: Sendable {
  private let failure: @Sendable (JWSHeader, JWTClaims, Timestamp) -> JOSEError?

  /// Creates a policy from a check that returns nil if the token meets it, and the reason otherwise.
  public init(_ failure: @escaping @Sendable (JWSHeader, JWTClaims, Timestamp) -> JOSEError?) {
    self.failure = failure
  }

  /// The reason why a token does not meet this policy; nil if it does.
  public func failure(header: JWSHeader, claims: JWTClaims, at time: Timestamp) -> JOSEError? {
    failure(header, claims, time)
  }

  /// Requires all of the policies, and fails with the error of the first that fails. An empty list accepts
  /// every token.
  public static func all(_ policies: [JWTPolicy]) -> JWTPolicy {
    JWTPolicy { header, claims, time in
      for policy in policies {
        if let failure = policy.failure(header, claims, time) { return failure }
      }
      return nil
    }
  }

  /// Requires at least one of the policies, and fails with the error of the last. An empty list accepts no
  /// token.
  public static func any(_ policies: [JWTPolicy]) -> JWTPolicy {
    JWTPolicy { header, claims, time in
      var last = JOSEError(code: .wrongClaim, reason: "the policy accepts no token")
      for policy in policies {
        guard let failure = policy.failure(header, claims, time) else { return nil }
        last = failure
      }
      return last
    }
  }
}
