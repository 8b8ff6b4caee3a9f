package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// A backend bans users and removes bans.
package struct BackendBanRoutes: Sendable {
  private let gate: BackendGate
  private let store: any Store
  private let clock: WallClock
  private let security: SecurityLog

  package init(gate: BackendGate, store: any Store, clock: WallClock, security: SecurityLog) {
    self.gate = gate
    self.store = store
    self.clock = clock
    self.security = security
  }

  package func register(in router: inout Router) {
    router.on(.post, WirePath.userBan, by: .apiKey, limits: [.apiKeyFailure]) { try await ban($0, $1) }
    router.on(.post, WirePath.userUnban, by: .apiKey, limits: [.apiKeyFailure]) { try await unban($0, $1) }
  }

  private func ban(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, call, for: .writeUsers)
    let (id, now) = (call.userID, clock.now)
    try await security.attempt(.userBan, call, .init(backend, user: id)) { _ in
      let ban = try UserBan(request.jsonObject(), by: backend.application.id, at: now)
      try await store.write { transaction in
        try transaction.ban(backend.requireAccount(of: id, in: transaction), ban, at: now)
      }
    }
    return .noContent
  }

  private func unban(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, call, for: .writeUsers)
    let id = call.userID
    try await security.attempt(.userUnban, call, .init(backend, user: id)) { _ in
      _ = try request.jsonObject()
      try await store.write { transaction in
        try transaction.removeBan(
          of: backend.requireAccount(of: id, in: transaction), by: backend.application.id)
      }
    }
    return .noContent
  }
}
