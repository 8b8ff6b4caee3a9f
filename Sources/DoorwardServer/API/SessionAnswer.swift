import Encodings
import HTTPCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What every sign-in and refresh answers: the session's tokens and whose they are.
struct SessionAnswer: Sendable {
  let context: ServerContext

  /// The Session of the HTTP contract, never to be cached.
  func response(
    for session: Session, of user: User, application: Application, isNewUser: Bool
  ) async throws -> HTTPResponse {
    let identities = try await context.store.read { try $0.identities(of: user.id) }
    let now = context.clock.now
    let access = try await context.tokens.issue(.access, for: session, application: application, at: now)
    let account = try await context.tokens.issue(.account, for: session, application: application, at: now)
    let expiry = min(
      context.configuration.lifetimes.accessToken,
      Int64(session.expiresAt.timeIntervalSince(now).rounded(.down)))
    return .privateJSON([
      "access_token": .string(access), "account_token": .string(account), "token_type": "Bearer",
      "expires_in": .integer(expiry),
      "refresh_token": .string(
        try context.secrets.refreshToken(of: session, counter: session.refresh.counter)),
      "refresh_expires_in": .integer(Int64(session.expiresAt.timeIntervalSince(now).rounded(.down))),
      "session_id": .string(session.id.text), "is_new_user": .bool(isNewUser), "user": user.json(identities),
    ])
  }

  /// The answer to a sign-in that opened or renewed a session.
  func response(for outcome: Admission.Outcome, application: Application) async throws -> HTTPResponse {
    try await response(
      for: outcome.session, of: outcome.user, application: application, isNewUser: outcome.isNewUser)
  }
}
