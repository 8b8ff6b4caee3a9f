import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server itself: signing keys, health and numbers.
struct ServerAdministrationRoutes: Sendable {
  /// The most undelivered messages that the overview counts.
  private static let mostUndelivered = 100

  let gate: AdministrationGate
  let store: any Store
  let clock: WallClock
  let version: String
  let signingKeys: SigningKeyActs
  let health: HealthReports
  let activeUsers: ActiveUsers
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, WirePath.signingKeys, by: .administrator, limits: [.apiKeyFailure]) { request in
      _ = try await gate.caller(request, for: .readKeys)
      return .privateJSON(try await keyList())
    }
    router.on(.post, WirePath.signingKeys, by: .administrator, limits: [.apiKeyFailure]) {
      try await rotate($0)
    }
    router.on(.delete, WirePath.signingKey, by: .administrator, limits: [.apiKeyFailure]) {
      try await revoke($0)
    }
    router.on(.get, WirePath.serverHealth, by: .administrator, limits: [.apiKeyFailure]) { request in
      _ = try await gate.caller(request, for: .readServer)
      return .privateJSON(try await health.current())
    }
    router.on(.get, WirePath.overview, by: .administrator, limits: [.apiKeyFailure]) {
      try await overview($0)
    }
  }

  // MARK: Signing keys

  private func keyList() async throws -> JSONValue {
    ["items": .array(try await signingKeys.all().map(\.json))]
  }

  private func rotate(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeKeys, isDangerous: true)
    try await security.attempt(.signingKeyRotation, request, .init(caller)) { details in
      _ = try request.jsonObject()
      let keys = signingKeys.using(gate.store(of: caller, for: .writeKeys))
      details.choice = try await keys.rotate(by: caller.origin).joined(separator: " ")
    }
    return .privateJSON(try await keyList(), status: 201)
  }

  private func revoke(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeKeys, isDangerous: true)
    try await security.attempt(.signingKeyRevocation, request, .init(caller)) { details in
      let id = request.pathParameters["id"] ?? ""
      // An id that names no key is any text.
      guard try await signingKeys.all().contains(where: { $0.id == id }) else { throw Problem.noSuchKey }
      details.choice = id
      let keys = signingKeys.using(gate.store(of: caller, for: .writeKeys))
      guard try await keys.revoke(id, by: caller.origin) else { throw Problem.noSuchKey }
    }
    return .noContent
  }

  // MARK: Numbers

  private func overview(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readServer)
    let now = clock.now
    let keys = try await signingKeys.all().map(\.json)
    let day: TimeInterval = 24 * 3600
    let active = await activeUsers.json
    let numbers = try await store.read { [version] snapshot -> JSONValue in
      let new = { (days: TimeInterval) in
        JSONValue.integer(
          Int64(try snapshot.countOfUsers(after: .first(at: now.addingTimeInterval(-days * day)))))
      }
      var waiting = 0
      for channel in DeliveryChannel.allCases {
        waiting += try snapshot.countOfWaitingMessages(on: channel, at: now)
      }
      let undelivered = try snapshot.undeliveredMessages(after: nil, limit: Self.mostUndelivered).count
      var users: JSONObject = [
        "total": .integer(Int64(try snapshot.countOfUsers(after: nil))), "new_in_day": try new(1),
        "new_in_week": try new(7), "new_in_month": try new(30),
      ]
      users.set(active)
      return [
        "version": .string(version),
        "users": .object(users),
        "live_sessions": .integer(Int64(try snapshot.countOfLiveSessions(at: now))),
        "administrators": .integer(Int64(try snapshot.administrators().count)),
        "messages": [
          "waiting": .integer(Int64(waiting)), "undelivered": .integer(Int64(undelivered)),
        ],
        "signing_keys": .array(keys),
      ]
    }
    return .privateJSON(numbers)
  }
}
