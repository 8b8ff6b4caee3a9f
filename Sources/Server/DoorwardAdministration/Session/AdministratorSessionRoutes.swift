import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings

/// The session of an administrator: who is signed in, and the sign-out.
struct AdministratorSessionRoutes: Sendable {
  let sessions: AdministratorSessions
  let store: any Store
  let clock: WallClock
  let cookies: AdministrationCookies
  let photos: PhotoAddresses
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, AdministrationPath.session, by: .administratorSession) { try await read($0) }
    router.on(.delete, AdministrationPath.session, by: .administratorSession) { try await end($0) }
  }

  private func read(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await sessions.caller(request)
    guard case .administrator(let user, let session, _) = caller.actor else {
      throw Problem.administratorSignedOut
    }
    let view = try await store.read { try UserView(of: user, for: Application.dashboardID, in: $0) }
    guard let view else { throw Problem.administratorSignedOut }
    let isRecent = (try? sessions.requireRecentSignIn(caller)) != nil
    return .privateJSON([
      "user": view.json(within: .whole, photos), "role": .string(caller.role.rawValue),
      "scopes": .strings(AdministrationScope.allCases.filter(caller.has).map(\.rawValue)),
      "expires_at": .time(session.expiresAt), "is_recent": .bool(isRecent),
    ])
  }

  private func end(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await sessions.caller(request)
    guard case .administrator(_, let session, _) = caller.actor else { throw Problem.administratorSignedOut }
    let now = clock.now
    var details = SecurityLog.Details(caller)
    details.session = session.id
    try await security.attempt(.administratorSignOut, request, details) { _ in
      _ = try await store.write { try $0.end(session.id, because: .signedOut, at: now) }
    }
    var response = HTTPResponse.noContent
    response.setCookie(try cookies.endedSession())
    return response
  }
}
