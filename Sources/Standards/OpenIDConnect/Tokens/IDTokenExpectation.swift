public import Encodings
public import JOSE

/// The requirements of a client for an ID token (OpenID Connect Core §3.1.3.7).
///
/// `IDTokenVerifier` in `OpenIDConnectSignatures` also checks the signature and the hashes, and only it makes a
/// `VerifiedIDToken`.
public struct IDTokenExpectation: Sendable {
  /// The issuer that the client has asked.
  public var issuer: ExpectedIssuer
  /// The client, which must be in the audience.
  public var clientID: String
  /// The nonce of the request.
  public var nonce: String
  /// Other audiences that the token may have.
  public var trustedAudiences: Set<String> = []
  /// The longest time since the user's last sign-in at the provider, in seconds, if the request had `max_age`.
  public var maxAge: Int64?
  /// The accepted authentication contexts, if the client requires one.
  public var authenticationContexts: [String] = []
  /// The greatest age of the token, in seconds. A token of the code flow was made for this request.
  public var maxTokenAge: Int64 = 600
  /// The allowed difference between the clocks, in seconds.
  public var clockSkew: Int64 = JWTPolicy.usualLeeway

  /// Creates an expectation. The optional parts are set afterwards.
  public init(issuer: ExpectedIssuer, clientID: String, nonce: String) {
    self.issuer = issuer
    self.clientID = clientID
    self.nonce = nonce
  }

  /// The longest accepted subject, in bytes (OpenID Connect Core §2, "sub").
  public static let maxSubjectLength = 255

  /// The policy for the header and the claims of the token.
  ///
  /// It fails with the codes of `JWTPolicy`, and `wrong_nonce`, `wrong_authorized_party`, `token_too_old`,
  /// `authentication_too_old`, `wrong_authentication_context`.
  public var policy: JWTPolicy {
    .all([
      typePolicy, .requires(["iss", "sub", "aud", "exp", "iat"]), issuerPolicy, audiencePolicy,
      .time(leeway: clockSkew), agePolicy, subjectPolicy, noncePolicy, authenticationPolicy,
    ])
  }

  /// RFC 8725 §3.11: a token of another kind, such as an access token or a logout token, names its kind.
  private var typePolicy: JWTPolicy {
    let type = JWTPolicy.type("JWT")
    return JWTPolicy { header, claims, time in
      header.type == nil ? nil : type.failure(header: header, claims: claims, at: time)
    }
  }

  /// Step 2.
  private var issuerPolicy: JWTPolicy {
    JWTPolicy { [issuer] _, claims, _ in
      if let name = claims.issuer, issuer.accepts(name, tenant: claims["tid"]?.string) { return nil }
      return JOSEError(code: .wrongIssuer, reason: "the ID token was not issued by \(issuer.text)")
    }
  }

  /// Steps 3 to 5.
  private var audiencePolicy: JWTPolicy {
    JWTPolicy { [clientID, trustedAudiences] _, claims, _ in
      guard claims.audience.contains(where: { sameBytes($0, clientID) }) else {
        return JOSEError(code: .wrongAudience, reason: "the ID token is for another client")
      }
      let others = claims.audience.filter { !sameBytes($0, clientID) }
      guard others.allSatisfy(trustedAudiences.contains) else {
        return JOSEError(
          code: .wrongAudience, reason: "the ID token is also for a client that is not trusted")
      }
      if let party = claims["azp"], !party.isNull {
        guard let party = party.string, sameBytes(party, clientID) else {
          return JOSEError(code: .wrongAuthorizedParty, reason: "the ID token was issued to another client")
        }
      } else if !others.isEmpty {
        return JOSEError(
          code: .wrongAuthorizedParty,
          reason: "an ID token for several clients must say to which it was issued")
      }
      return nil
    }
  }

  /// Step 10.
  private var agePolicy: JWTPolicy {
    JWTPolicy { [maxTokenAge, clockSkew] _, claims, time in
      guard let issuedAt = claims.issuedAt, isWithin(maxTokenAge, skew: clockSkew, from: issuedAt, to: time)
      else {
        return JOSEError(
          code: .tokenTooOld, reason: "the ID token was issued more than \(maxTokenAge) seconds ago")
      }
      return nil
    }
  }

  private var subjectPolicy: JWTPolicy {
    JWTPolicy { _, claims, _ in
      if let subject = claims.subject, (1...Self.maxSubjectLength).contains(subject.utf8.count),
        subject.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      {
        return nil
      }
      return JOSEError(
        code: .wrongClaim,
        reason: "sub is empty, is longer than \(Self.maxSubjectLength) bytes or has control characters")
    }
  }

  /// Step 11.
  private var noncePolicy: JWTPolicy {
    JWTPolicy { [nonce] _, claims, _ in
      guard let claim = claims["nonce"], !claim.isNull else {
        return JOSEError(code: .missingClaim, reason: "the token has no claim nonce")
      }
      if let text = claim.string, constantTimeEquals([UInt8](text.utf8), [UInt8](nonce.utf8)) { return nil }
      return JOSEError(code: .wrongNonce, reason: "the ID token belongs to another request")
    }
  }

  /// Steps 12 and 13, and the types of the claims about the user's sign-in (§2).
  private var authenticationPolicy: JWTPolicy {
    JWTPolicy { [maxAge, authenticationContexts, clockSkew] _, claims, time in
      let facts: IDTokenAuthentication
      do throws(JOSEError) { facts = try IDTokenAuthentication(claims) } catch { return error }
      if let authenticatedAt = facts.time, authenticatedAt > time.advanced(by: .seconds(clockSkew)) {
        return JOSEError(code: .wrongClaim, reason: "auth_time is in the future")
      }
      if let maxAge {
        guard let authenticatedAt = facts.time,
          isWithin(maxAge, skew: clockSkew, from: authenticatedAt, to: time)
        else {
          return JOSEError(
            code: .authenticationTooOld,
            reason:
              "the user signed in at the provider more than \(maxAge) seconds ago, or at an unknown time")
        }
      }
      guard authenticationContexts.isEmpty || facts.context.map(authenticationContexts.contains) == true
      else {
        return JOSEError(
          code: .wrongAuthenticationContext, reason: "acr is none of the values that the client requires")
      }
      return nil
    }
  }
}

/// Whether no more than a number of seconds lie between two times, with a tolerance.
private func isWithin(_ seconds: Int64, skew: Int64, from start: Timestamp, to end: Timestamp) -> Bool {
  start.advanced(by: .seconds(min(max(seconds, 0), 1 << 40))).advanced(by: .seconds(max(skew, 0))) >= end
}

/// The user's sign-in at the provider, as an ID token describes it (OpenID Connect Core §2).
public struct IDTokenAuthentication: Sendable, Hashable {
  /// `auth_time`: the time of the sign-in.
  public let time: Timestamp?
  /// `acr`: the authentication context.
  public let context: String?
  /// `amr`: the methods, such as `pwd` (RFC 8176).
  public let methods: [String]

  /// Reads the claims.
  ///
  /// - Throws: `JOSEError`: `malformed_claims` if one has the wrong type.
  public init(_ claims: JWTClaims) throws(JOSEError) {
    let reader = JSONObjectReader(claims.all)
    do {
      time = try reader.optionalDouble("auth_time").map { seconds in
        Timestamp(seconds: Int64(min(max(seconds, -1e15), 1e15)))
      }
      context = try reader.optionalString("acr")
      methods = try reader.optionalStrings("amr") ?? []
    } catch {
      throw JOSEError(code: .malformedClaims, reason: error.reason)
    }
  }
}
