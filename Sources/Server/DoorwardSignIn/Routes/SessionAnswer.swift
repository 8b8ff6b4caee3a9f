package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The response to every sign-in, exchange and refresh: the session's tokens and the user.
package struct SessionAnswer: Sendable {
  private let clock: WallClock
  private let lifetimes: Lifetimes
  private let tokens: TokenIssuer
  private let secrets: SessionSecrets
  /// The addresses of photos in the answers.
  package let photos: PhotoAddresses

  package init(
    clock: WallClock, lifetimes: Lifetimes, tokens: TokenIssuer, secrets: SessionSecrets,
    photos: PhotoAddresses
  ) {
    self.clock = clock
    self.lifetimes = lifetimes
    self.tokens = tokens
    self.secrets = secrets
    self.photos = photos
  }

  /// The Session of the HTTP contract, which must not be cached. If a client requested the session, the response is
  /// limited to the client's scopes (RFC 6749 §5.1).
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - key: the key of the session, if the caller has it.
  ///   - application: the session's application.
  ///   - view: the data of the user that the application can read.
  ///   - isNewUser: whether the sign-in made the user.
  ///   - narrowed: the requested scopes, if the client requests fewer than the session's.
  ///   - recoveryCodes: the recovery codes of a user who has added a second factor during the sign-in.
  ///   - idToken: makes the ID token for an access token.
  /// - Returns: the response.
  /// - Throws: the errors of the signing keys.
  package func response(
    for session: Session, key: SessionKey? = nil, application: Application, view: UserView, isNewUser: Bool,
    narrowed: Scopes? = nil, recoveryCodes: [String]? = nil,
    idToken: ((_ accessToken: String) async throws -> String?)? = nil
  ) async throws -> HTTPResponse {
    precondition(key.map { $0.session == session.id } ?? true, "the key of another session")
    let now = clock.now
    let allowance = SessionAllowance(session, of: application)
    let scopes = narrowed ?? allowance.scopes
    let left = Int64(session.expiresAt.timeIntervalSince(now).rounded(.down))
    let tokens = try await tokens.tokens(of: session, application: application, at: now)
    let access = try tokens.token(.access, scopes: scopes, roles: view.roles)
    let isWhole = scopes?.contains(.account) ?? true
    let account = isWhole ? try tokens.token(.account, scopes: scopes) : nil
    let idToken = try await idToken?(access)
    return try .privateJSON { answer in
      answer.member(SessionMembers.accessToken, .string(access))
      if let account { answer.member(SessionMembers.accountToken, .string(account)) }
      answer.member(SessionMembers.tokenType, .string(TokenType.bearer))
      answer.member(SessionMembers.expiresIn, .integer(min(lifetimes.accessToken, left)))
      // A client that requests fewer scopes keeps a refresh token for all scopes of the session.
      if allowance.isRefreshable {
        let token = try (key ?? secrets.key(of: session)).refreshToken(counter: session.refresh.counter)
        answer.member(SessionMembers.refreshToken, .string(token))
        answer.member(SessionMembers.refreshExpiresIn, .integer(left))
      }
      if let scopes { answer.member(SessionMembers.scope, .string(scopes.text)) }
      if let idToken { answer.member(SessionMembers.idToken, .string(idToken)) }
      if isWhole {
        answer.member(SessionMembers.sessionID, .string(session.id.text))
        answer.member(SessionMembers.isNewUser, .bool(isNewUser))
        answer.object(SessionMembers.user) { view.write(within: .whole, photos, to: &$0) }
        if let recoveryCodes { answer.member(SecondFactorMembers.recoveryCodes, .strings(recoveryCodes)) }
      }
    }
  }
}
