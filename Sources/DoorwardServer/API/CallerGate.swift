import DoorwardHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds out who calls, from the bearer token or from the hosted page's cookie.
///
/// A token that verifies is not enough: its session must be live in the store, so that signing out,
/// deleting a user or losing a session takes effect at the next call.
struct CallerGate: Sendable {
  let store: any Store
  let clock: WallClock
  let tokens: TokenVerifier
  let applications: ApplicationDirectory
  let lifetimes: ServerConfiguration.Lifetimes

  /// The caller of a call that takes the account token.
  ///
  /// - Throws: ``Problem`` 401 `missing_token` or `invalid_token`.
  func account(_ request: HTTPRequest) async throws -> Caller {
    guard let caller = try await optionalAccount(request) else { throw Problem.missingToken() }
    return caller
  }

  /// The caller of a call that an access token with `scope` opens.
  ///
  /// - Throws: ``Problem`` 401 as ``account(_:)``, 403 `insufficient_scope`.
  func access(
    _ request: HTTPRequest, scope: Scope, orAccount: Bool
  ) async throws -> (caller: Caller, scopes: Scopes) {
    let uses: [TokenUse] = orAccount ? [.account, .access] : [.access]
    guard let (caller, opened) = try await proven(request, accepting: uses) else {
      throw Problem.missingToken(orAccount ? "an access or account token" : "an access token")
    }
    guard opened.contains(.account) || opened.contains(scope) else {
      throw Problem.insufficientScope(scope)
    }
    return (caller, opened)
  }

  /// The caller where the request carries an account token; nil where it carries none.
  func optionalAccount(_ request: HTTPRequest) async throws -> Caller? {
    try await proven(request, accepting: [.account])?.caller
  }

  /// Refuses a sign-in that is too old for what is asked (RFC 9470).
  func requireRecentSignIn(_ caller: Caller) throws(Problem) {
    // Whoever holds the session of an anonymous user holds all there is: no sign-in could be more recent. Once
    // the user is registered, such a session has proven nothing, however young it is.
    guard caller.user.kind == .registered else { return }
    let age = clock.now.timeIntervalSince(caller.session.authenticatedAt)
    guard !caller.session.isAnonymous, age <= TimeInterval(lifetimes.recentSignIn) else {
      throw Problem(
        status: 401, code: "insufficient_user_authentication",
        detail: "This needs a recent sign-in. Sign in again with this account, then repeat the request.",
        fields: [
          "WWW-Authenticate":
            "Bearer error=\"insufficient_user_authentication\", error_description=\"A recent sign-in is required\", max_age=\"\(lifetimes.recentSignIn)\""
        ])
    }
  }

  /// The live session behind an identifier, with its user and application.
  func live(_ id: Session.ID) async throws -> Caller? {
    let now = clock.now
    let found: (Session, User)? = try await store.read { snapshot in
      guard let session = try snapshot.session(id), session.isLive(at: now),
        let user = try snapshot.user(session.userID)
      else { return nil }
      return (session, user)
    }
    guard let (session, user) = found, let application = applications[session.applicationID] else {
      return nil
    }
    return Caller(user: user, session: session, application: application)
  }

  /// Whose a token is that verified, and what it opens by now; nil where its session is over or opens nothing
  /// more.
  func standing(of claims: TokenVerifier.Claims) async throws -> (caller: Caller, scopes: Scopes)? {
    guard let caller = try await live(claims.session), caller.user.id == claims.user,
      caller.application.id == claims.clientID, let opened = caller.allowance.left(of: claims.scopes)
    else { return nil }
    return (caller, opened)
  }

  /// Who calls, and what their token opens by now.
  private func proven(
    _ request: HTTPRequest, accepting uses: [TokenUse]
  ) async throws -> (caller: Caller, scopes: Scopes)? {
    guard let text = try request.bearerToken() else { return nil }
    let named = try request.applicationID()
    let claims = try await tokens.verify(text, accepting: uses)
    guard named ?? claims.clientID == claims.clientID, let found = try await standing(of: claims) else {
      throw Problem.invalidToken
    }
    return found
  }
}

extension Problem {
  static func missingToken(_ token: String = "an account token") -> Problem {
    Problem(
      status: 401, code: "missing_token", detail: "This call needs \(token) as bearer.",
      fields: ["WWW-Authenticate": "Bearer"])
  }

  /// 403 for a token that is good, and not for this (RFC 6750 §3.1).
  static func insufficientScope(_ scope: Scope) -> Problem {
    Problem(
      status: 403, code: "insufficient_scope",
      detail: "The token does not open this call, which needs the scope \(scope.rawValue).",
      fields: ["WWW-Authenticate": "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""])
  }

  static var invalidToken: Problem {
    Problem(
      status: 401, code: "invalid_token",
      detail: "The token is expired, ended, or not one this call takes.",
      fields: ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
  }
}

extension HTTPRequest {
  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1); nil where there is none.
  func bearerToken() throws(Problem) -> String? {
    let values = fields.values(for: "Authorization")
    guard let value = values.first else { return nil }
    guard values.count == 1, value.utf8.count <= 8192, value.prefix(7).lowercased() == "bearer " else {
      throw .invalidToken
    }
    return String(value.dropFirst(7))
  }
}
