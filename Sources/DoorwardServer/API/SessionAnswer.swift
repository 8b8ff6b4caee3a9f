import DoorwardHTTP
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What every sign-in, exchange and refresh answers: the session's tokens, and whose they are.
struct SessionAnswer: Sendable {
  let context: ServerContext

  /// The Session of the HTTP contract, never to be cached; of a session that a client asked for, what its
  /// scopes allow of it (RFC 6749 §5.1).
  ///
  /// - Parameters:
  ///   - session: what the answer is of.
  ///   - user: whose it is.
  ///   - application: the session's.
  ///   - isNewUser: whether the sign-in made the user.
  ///   - narrowed: fewer scopes than the session's, where its client asks for fewer this once.
  ///   - idToken: makes the ID token that goes with an access token.
  /// - Returns: the response.
  /// - Throws: ``StoreError`` and what the signing keys throw.
  func response(
    for session: Session, of user: User, application: Application, isNewUser: Bool,
    narrowed: Scopes? = nil, idToken: ((_ accessToken: String) async throws -> String?)? = nil
  ) async throws -> HTTPResponse {
    let now = context.clock.now
    let allowance = SessionAllowance(session, of: application)
    let scopes = narrowed ?? allowance.scopes
    let left = Int64(session.expiresAt.timeIntervalSince(now).rounded(.down))
    let access = try await context.tokens.issue(
      .access, for: session, application: application, scopes: scopes, at: now)
    var answer: JSONObject = ["access_token": .string(access)]
    let isWhole = scopes?.contains(.account) ?? true
    if isWhole {
      answer["account_token"] = .string(
        try await context.tokens.issue(
          .account, for: session, application: application, scopes: scopes, at: now))
    }
    answer["token_type"] = "Bearer"
    answer["expires_in"] = .integer(min(context.configuration.lifetimes.accessToken, left))
    // A client that asks for fewer scopes this once keeps the refresh token of all of them.
    if allowance.isRefreshable {
      answer["refresh_token"] = .string(
        try context.secrets.refreshToken(of: session, counter: session.refresh.counter))
      answer["refresh_expires_in"] = .integer(left)
    }
    if let scopes { answer["scope"] = .string(scopes.text) }
    if let idToken = try await idToken?(access) { answer["id_token"] = .string(idToken) }
    if isWhole {
      answer["session_id"] = .string(session.id.text)
      answer["is_new_user"] = .bool(isNewUser)
      let view = try await context.store.read { try UserView(user, for: application.id, in: $0) }
      answer["user"] = view.json(within: .whole)
    }
    return .privateJSON(.object(answer))
  }

  /// The answer to a sign-in that opened or renewed a session.
  func response(for outcome: Admission.Outcome, application: Application) async throws -> HTTPResponse {
    try await response(
      for: outcome.session, of: outcome.user, application: application, isNewUser: outcome.isNewUser)
  }
}
