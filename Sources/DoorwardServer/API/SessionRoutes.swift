import DoorwardHTTP
import Encodings

/// The user's own sessions: list, end one, sign out.
struct SessionRoutes: Sendable {
  let context: ServerContext

  func register(in router: inout Router) {
    router.on(.get, "/v1/sessions") { request, _ in
      let caller = try await context.gate.account(request)
      return .privateJSON(try await context.sessionList(of: caller, ListRequest(request)))
    }
    router.on(.delete, "/v1/sessions/{id}") { request, call in
      let caller = try await context.gate.account(request)
      let id = call.pathParameters["id"]
      try await context.security.attempt(.sessionEnd, call, .init(caller, session: id)) { _ in
        try await context.endSession(id, of: caller)
      }
      return .noContent
    }
    router.on(.post, "/v1/sign-out") { request, call in
      let caller = try await context.gate.account(request)
      let scope = try SignOutScope(request.jsonObject())
      try await context.security.attempt(.signOut, call, .init(caller, choice: scope.rawValue)) { _ in
        try await context.signOut(scope, caller)
      }
      return .noContent
    }
  }
}

/// Which of the user's sessions a sign-out ends.
enum SignOutScope: String, Sendable {
  case this, others, all

  /// `scope` of a request; this session alone where it says nothing.
  init(_ body: JSONObjectReader) throws(Problem) {
    guard let text = try reading({ () throws(JSONError) in try body.optionalString("scope") }) else {
      self = .this
      return
    }
    guard let scope = Self(rawValue: text) else {
      throw Problem(
        status: 400, code: "invalid_scope", detail: "scope must be \"this\", \"others\" or \"all\".")
    }
    self = scope
  }
}

extension ServerContext {
  /// The caller's live sessions, the newest first.
  func sessionList(of caller: Caller, _ part: ListRequest<Session>) async throws -> JSONValue {
    let sessions = try await liveSessions(of: caller, part, lastingOnly: false)
    return part.answer(sessions, position: \.position) { .object($0.json(current: caller.session.id)) }
  }

  /// The same as the hosted page shows them: by the name of the application, and without those that end by
  /// themselves with their first access token.
  func pageSessionList(of caller: Caller, _ part: ListRequest<Session>) async throws -> JSONValue {
    let sessions = try await liveSessions(of: caller, part, lastingOnly: true)
    return part.answer(sessions, position: \.position) { session in
      var row = session.json(current: caller.session.id)
      // The page's own session is a browser's, whatever the first application is called.
      row["application_name"] = .text(
        session.carrier == .cookie
          ? nil : applications[session.applicationID]?.name ?? session.applicationID)
      return .object(row)
    }
  }

  private func liveSessions(
    of caller: Caller, _ part: ListRequest<Session>, lastingOnly: Bool
  ) async throws -> [Session] {
    let now = clock.now
    return try await store.read { snapshot in
      try snapshot.liveSessions(
        of: caller.user.id, at: now, lastingOnly: lastingOnly, after: part.position, limit: part.limit + 1)
    }
  }

  /// Ends one of the caller's sessions.
  ///
  /// - Throws: ``Problem`` 404 where it is not theirs: another user's is nobody's business.
  func endSession(_ text: String?, of caller: Caller) async throws {
    try await admitRemoval(by: caller)
    let now = clock.now
    let id = text.flatMap { Session.ID($0) }
    let ended = try await store.write { transaction in
      guard let id, var session = try transaction.lockedSession(id), session.userID == caller.user.id,
        session.isLive(at: now)
      else { return false }
      session.endedAt = now
      try transaction.update(session)
      return true
    }
    guard ended else { throw Problem(status: 404, code: "not_found", detail: "There is no such session.") }
  }

  /// Ends a session, whoever asks; one that has ended stays so.
  func end(_ id: Session.ID) async throws {
    let now = clock.now
    try await store.write { transaction in
      guard var session = try transaction.lockedSession(id), session.isLive(at: now) else { return }
      session.endedAt = now
      try transaction.update(session)
    }
  }

  func signOut(_ scope: SignOutScope, _ caller: Caller) async throws {
    let now = clock.now
    switch scope {
    case .this: try await end(caller.session.id)
    case .others:
      try await admitRemoval(by: caller)
      _ = try await store.write { try $0.endSessions(of: caller.user.id, except: caller.session.id, at: now) }
    case .all: _ = try await store.write { try $0.endSessions(of: caller.user.id, except: nil, at: now) }
    }
  }
}
