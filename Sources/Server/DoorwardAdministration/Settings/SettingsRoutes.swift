import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// The settings of the server.
struct SettingsRoutes: Sendable {
  let gate: AdministrationGate
  let settings: SettingsActs
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, WirePath.settings, by: .administrator, limits: [.apiKeyFailure]) { request in
      _ = try await gate.caller(request, for: .readSettings)
      return Self.answer(try await settings.all())
    }
    router.on(.patch, WirePath.settings, by: .administrator, limits: [.apiKeyFailure]) {
      try await change($0)
    }
  }

  private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeSettings, isDangerous: true)
    return try await security.attempt(.settingsChange, request, .init(caller)) { _ in
      let body = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
      guard let patch = body.object else { throw Problem.bodyIsNoObject }
      do {
        return Self.answer(
          try await settings.using(gate.store(of: caller, for: .writeSettings)).change(
            version: request.expectedVersion, by: caller.origin
          ) {
            $0.merging(patch: patch)
          })
      } catch let refusal as SettingsRefusal {
        throw Problem(refusal)
      } catch let error as ConfigurationError {
        throw Problem(error)
      }
    }
  }

  private static func answer(_ state: SettingsActs.State) -> HTTPResponse {
    var response = HTTPResponse.privateJSON([
      "version": .string(state.version), "items": .array(state.settings.map { .object($0.json) }),
    ])
    response.fields.append("ETag", "\"\(state.version)\"")
    return response.naming(state.change)
  }
}
