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
    router.on(.post, WirePath.userBan, by: .apiKey, limits: [.apiKeyFailure]) { try await ban($0) }
    router.on(.post, WirePath.userUnban, by: .apiKey, limits: [.apiKeyFailure]) { try await unban($0) }
  }

  private func ban(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .writeUsers)
    let (id, now) = (request.userID, clock.now)
    try await security.attempt(.userBan, request, .init(backend, user: id)) { _ in
      let ban = try UserBan(request.jsonObject(), by: backend.application.id, at: now)
      try await store.write { transaction in
        try transaction.ban(
          backend.requireSubordinate(id, in: transaction), ban, by: backend.origin, at: now)
      }
    }
    return .noContent
  }

  private func unban(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .writeUsers)
    let (id, now) = (request.userID, clock.now)
    try await security.attempt(.userUnban, request, .init(backend, user: id)) { _ in
      _ = try request.jsonObject()
      try await store.write { transaction in
        let user = try backend.requireAccount(of: id, in: transaction)
        try transaction.removeBan(of: user, by: backend.application.id)
        try transaction.record(
          .userUnbanned, about: backend.subjects(user), by: backend.origin, at: now)
      }
    }
    return .noContent
  }
}
