package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// A backend lists and ends the sessions of a user.
package struct BackendSessionRoutes: Sendable {
  private let gate: BackendGate
  private let store: any Store
  private let clock: WallClock
  private let cursors: ListCursorSeal
  private let security: SecurityLog

  package init(
    gate: BackendGate, store: any Store, clock: WallClock, cursors: ListCursorSeal, security: SecurityLog
  ) {
    self.gate = gate
    self.store = store
    self.clock = clock
    self.cursors = cursors
    self.security = security
  }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.userSessions, by: .apiKey, limits: [.apiKeyFailure]) { try await list($0) }
    router.on(.delete, WirePath.userSessions, by: .apiKey, limits: [.apiKeyFailure]) {
      try await endAll($0)
    }
    router.on(.delete, WirePath.userSession, by: .apiKey, limits: [.apiKeyFailure]) { try await end($0) }
  }

  private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .readUsers)
    let (id, now) = (request.userID, clock.now)
    let part = try ListRequest<Session>(
      request, of: ["sessions", backend.application.id, id?.text ?? ""], cursors)
    let sessions = try await store.read { snapshot in
      try snapshot.liveSessions(
        of: backend.requireAccount(of: id, in: snapshot), at: now, lastingOnly: false, after: part.position,
        limit: part.limit + 1)
    }
    return .privateJSON(
      try part.answer(sessions, position: \.position) {
        .object($0.json(current: nil, naming: SignInMethods.name))
      })
  }

  private func endAll(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .writeUsers)
    let (id, now) = (request.userID, clock.now)
    try await security.attempt(.sessionsEnd, request, .init(backend, user: id)) { _ in
      try await store.write { transaction in
        let user = try backend.requireAccount(of: id, in: transaction)
        let count = try transaction.endSessions(
          of: user, except: nil, because: .endedByBackend, at: now)
        try transaction.record(
          .sessionsEnded(.endedByBackend, count: count), about: backend.subjects(user), by: backend.origin,
          at: now)
      }
    }
    return .noContent
  }

  private func end(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .writeUsers)
    let (id, now) = (request.userID, clock.now)
    let session = request.pathParameters["session"].flatMap { Session.ID($0) }
    var details = SecurityLog.Details(backend, user: id)
    details.session = session
    try await security.attempt(.sessionEnd, request, details) { _ in
      let isEnded = try await store.write { transaction in
        let user = try backend.requireAccount(of: id, in: transaction)
        guard let session = try session.flatMap(transaction.lockedSession), session.userID == user else {
          return false
        }
        return try transaction.end(session, because: .endedByBackend, by: backend.origin, at: now)
      }
      guard isEnded else {
        throw Problem(status: 404, code: WireCode.notFound, detail: "The user has no such session.")
      }
    }
    return .noContent
  }
}
