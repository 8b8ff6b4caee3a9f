import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
package import Encodings
import JOSE
import JOSESignatures

/// Verifies tokens that this server has issued.
package struct TokenVerifier: Sendable {
  package let issuer: String
  package let keys: SigningKeys
  package let applications: ApplicationDirectory
  package let clock: WallClock
  /// The checks that do not depend on the time.
  private let timeless: JWTPolicy

  package init(
    issuer: String, keys: SigningKeys, applications: ApplicationDirectory, clock: WallClock
  ) {
    self.issuer = issuer
    self.keys = keys
    self.applications = applications
    self.clock = clock
    timeless = .all([.type("at+jwt"), .issuer(issuer)])
  }

  /// The contents of a verified token.
  package struct Claims: Sendable {
    package let user: User.ID
    package let session: Session.ID
    package let clientID: String
    package let scopes: Scopes
    package let all: JSONObject
  }

  /// Verifies a token as one of `uses`.
  ///
  /// - Parameters:
  ///   - text: the compact JWT.
  ///   - uses: the uses that the call accepts. A token for another use is refused as invalid.
  ///   - ignoringExpiry: whether an expired token is accepted. Revocation needs this (RFC 7009).
  /// - Returns: the contents of the token.
  /// - Throws: ``Problem`` 401 `invalid_token`, which does not contain the reason.
  package func verify(_ text: String, accepting uses: [TokenUse], ignoringExpiry: Bool = false) async throws
    -> Claims
  {
    let verifier = try await keys.verifier()
    let policy = ignoringExpiry ? timeless : .all([timeless, .time()])
    guard let token = try? verifier.verify(text, policy: policy, at: Timestamp(clock.now)) else {
      throw Problem.invalidToken
    }
    let claims = token.claims
    guard let user = claims.subject.flatMap({ User.ID($0) }),
      let session = claims.all["sid"]?.string.flatMap({ Session.ID($0) }),
      let clientID = claims.all["client_id"]?.string, let application = applications[clientID],
      let use = uses.first(where: { claims.audience == [$0.audience(application, issuer: issuer)] }),
      let scopes = claims.all["scope"]?.string.map({ Scopes($0) }),
      scopes.contains(.account) == (use == .account)
    else { throw Problem.invalidToken }
    return Claims(user: user, session: session, clientID: clientID, scopes: scopes, all: claims.all)
  }

  /// The contents of a token; nil if it is not valid for any of `uses`. An error of the store is thrown instead.
  package func claims(
    of text: String, accepting uses: [TokenUse], ignoringExpiry: Bool = false
  ) async throws -> Claims? {
    do {
      return try await verify(text, accepting: uses, ignoringExpiry: ignoringExpiry)
    } catch is Problem {
      return nil
    }
  }
}
