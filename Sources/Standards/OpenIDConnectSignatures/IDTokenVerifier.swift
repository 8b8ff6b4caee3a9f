public import DoorwardOpenSSL
public import Encodings
public import JOSE
internal import JOSESignatures
public import OpenIDConnect

/// Verifies ID tokens completely (OpenID Connect Core §3.1.3.7): the signature, the claims, and the hashes of the access
/// token and of the code.
///
/// ```swift
/// let verifier = IDTokenVerifier(keys: keys, algorithms: metadata.idTokenAlgorithms, context: openSSL)
/// let token = try verifier.verify(
///   text, expecting: IDTokenExpectation(issuer: issuer, clientID: clientID, nonce: nonce),
///   accessToken: response.accessToken, at: now)
/// let user = (token.issuer, token.subject)
/// ```
///
/// Create a verifier once for each set of keys and reuse it: it prepares the keys. Several tasks can use it at the same
/// time.
public struct IDTokenVerifier: Sendable {
  /// The keys that sign for one issuer.
  private struct Keys: Sendable {
    /// The issuer, which may contain `{tenantid}`; nil for all of the provider.
    let issuer: String?
    let verifier: JWTVerifier
  }

  private let keys: ProviderKeys
  private let groups: [Keys]

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - keys: The keys of the provider.
  ///   - algorithms: The accepted algorithms. Those with shared secrets are never accepted, whatever this set contains.
  ///   - context: The cryptographic library.
  public init(
    keys: ProviderKeys, algorithms: Set<JWSAlgorithm> = .asymmetric, context: OpenSSLContext
  ) {
    self.keys = keys
    let algorithms = algorithms.intersection(.asymmetric)
    let issuers = Dictionary(grouping: keys.keys, by: \.issuer)
    groups = issuers.compactMap { issuer, keys in
      guard let set = try? JSONWebKeySet(keys.map(\.key)) else { return nil }
      return Keys(
        issuer: issuer, verifier: JWTVerifier(keys: set, algorithms: algorithms, context: context))
    }
  }

  /// Verifies a token.
  ///
  /// - Parameters:
  ///   - token: The token of the token endpoint, or of Apple's native sign-in.
  ///   - expectation: The requirements of the client.
  ///   - accessToken: The access token that came with it, which `at_hash` must match if the token has it.
  ///   - code: The code that was redeemed, which `c_hash` must match if the token has it.
  ///   - time: The current time.
  /// - Returns: The verified token.
  /// - Throws: `JOSEError`: the errors of `JWTVerifier`, of the expectation's policy, and `wrong_hash`. After `unknown_key`,
  ///   the keys may be fetched again; see `KeySetSchedule`.
  public func verify(
    _ token: String, expecting expectation: IDTokenExpectation, accessToken: String? = nil,
    code: String? = nil, at time: Timestamp
  ) throws(JOSEError) -> VerifiedIDToken {
    let unverified = try JWT(token)
    // OpenID Connect Core §10.1: without a kid, the key must be the only one.
    if unverified.header.keyID == nil, JWSAlgorithm(rawValue: unverified.header.algorithm) != nil,
      !keys.contains(keyFor: unverified.header)
    {
      throw JOSEError(
        code: .unknownKey, reason: "the ID token has no kid, and the provider has several keys or none for it"
      )
    }
    let verified = try verifySignature(of: token, unverified.unverifiedClaims, expectation.policy, at: time)
    try checkHash("at_hash", of: accessToken, in: verified)
    try checkHash("c_hash", of: code, in: verified)
    return try VerifiedIDToken(verified)
  }

  private func verifySignature(
    of token: String, _ claims: JWTClaims, _ policy: JWTPolicy, at time: Timestamp
  ) throws(JOSEError) -> VerifiedJWT {
    var failure = JOSEError(code: .unknownKey, reason: "the provider has no key for this token")
    for group in groups where Self.matches(group.issuer, claims) {
      do throws(JOSEError) {
        return try group.verifier.verify(token, policy: policy, at: time)
      } catch  where error.code == .unknownKey {
        continue
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Whether a key of this issuer may sign a token of these claims.
  private static func matches(_ issuer: String?, _ claims: JWTClaims) -> Bool {
    guard let issuer else { return true }
    guard let expected = try? ExpectedIssuer(template: issuer, discoveredAs: "common") else {
      return sameBytes(claims.issuer, issuer)
    }
    return claims.issuer.map { expected.accepts($0, tenant: claims["tid"]?.string) } ?? false
  }

  /// Checks the left half of a hash (OpenID Connect Core §3.1.3.6 and §3.3.2.11).
  private func checkHash(_ name: String, of value: String?, in token: VerifiedJWT) throws(JOSEError) {
    guard let value, let claim = token.claims[name], !claim.isNull else { return }
    let digest: [UInt8]
    do {
      digest = try Self.digest(of: token.algorithm).hash([UInt8](value.utf8))
    } catch {
      throw JOSEError(code: .libraryFailure, reason: "hashing failed")
    }
    let expected = Base64URL.encode(Array(digest.prefix(digest.count / 2)))
    guard let text = claim.string, constantTimeEquals([UInt8](text.utf8), [UInt8](expected.utf8)) else {
      throw JOSEError(code: .wrongHash, reason: "\(name) of the ID token does not match")
    }
  }

  /// The hash of the signature's algorithm. That of Ed25519 is SHA-512 (RFC 8032 §5.1).
  private static func digest(of algorithm: JWSAlgorithm) -> DigestAlgorithm {
    switch algorithm {
    case .es256, .rs256, .ps256, .hs256: .sha256
    case .es384: .sha384
    case .edDSA: .sha512
    }
  }
}

/// An ID token with a valid signature of the provider, whose claims met an expectation. Only ``IDTokenVerifier`` creates
/// values of this type.
public struct VerifiedIDToken: Sendable {
  /// The issuer. Together with ``subject`` it identifies the user.
  public let issuer: String
  /// The user at the issuer.
  public let subject: String
  /// The user's sign-in at the provider.
  public let authentication: IDTokenAuthentication
  /// The user, as the provider describes them.
  public let user: ProviderUser
  /// All claims.
  public let claims: JWTClaims

  init(_ token: VerifiedJWT) throws(JOSEError) {
    guard let issuer = token.claims.issuer, let subject = token.claims.subject else {
      throw JOSEError(code: .missingClaim, reason: "the ID token has no issuer or no subject")
    }
    self.issuer = issuer
    self.subject = subject
    authentication = try IDTokenAuthentication(token.claims)
    user = ProviderUser(token.claims.all)
    claims = token.claims
  }
}
