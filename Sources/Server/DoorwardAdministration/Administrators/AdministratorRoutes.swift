import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The administrators, for owners.
struct AdministratorRoutes: Sendable {
  let gate: AdministrationGate
  let acts: AdministratorActs
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, WirePath.administrators, by: .administrator, limits: [.apiKeyFailure]) { request in
      _ = try await gate.caller(request, for: .readAdministrators)
      return .privateJSON(["items": .array(try await acts.all())])
    }
    router.on(.put, WirePath.administrator, by: .administrator, limits: [.apiKeyFailure]) {
      try await give($0)
    }
    router.on(.delete, WirePath.administrator, by: .administrator, limits: [.apiKeyFailure]) {
      try await remove($0)
    }
  }

  private func give(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeAdministrators, isDangerous: true)
    let id = request.administeredUser
    var details = SecurityLog.Details(caller, user: id)
    let name = try request.jsonObject().text("role")
    guard let role = AdministratorRole(rawValue: name) else {
      throw Problem(
        status: 400, code: WireCode.wrongType, detail: "role must be owner, support or viewer.")
    }
    details.choice = role.rawValue
    let isNew = try await !acts.isAdministrator(id)
    try await security.attempt(
      isNew ? .administratorAddition : .administratorRoleChange, request, details
    ) { _ in
      let acts = self.acts.using(gate.store(of: caller, for: .writeAdministrators))
      guard let id, try await acts.give(role, to: id, naming: caller.name, by: caller.origin) != nil else {
        throw Problem.noSuchAdministeredUser
      }
    }
    return .noContent
  }

  private func remove(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeAdministrators, isDangerous: true)
    let id = request.administeredUser
    try await security.attempt(.administratorRemoval, request, .init(caller, user: id)) { _ in
      let acts = self.acts.using(gate.store(of: caller, for: .writeAdministrators))
      guard let id, try await acts.remove(id, by: caller.origin) else {
        throw Problem(status: 404, code: WireCode.notFound, detail: "The user is no administrator.")
      }
    }
    return .noContent
  }
}
