import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The invitations to an application: list, send, revoke.
struct InvitationAdministrationRoutes: Sendable {
  let gate: AdministrationGate
  let store: any Store
  let invitations: Invitations
  let applications: ApplicationDirectory
  let cursors: ListCursorSeal
  let limits: RequestLimits
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, WirePath.administeredInvitations, by: .administrator, limits: [.apiKeyFailure]) {
      try await list($0)
    }
    router.on(.post, WirePath.administeredInvitations, by: .administrator, limits: [.apiKeyFailure, .code]) {
      try await invite($0)
    }
    router.on(.delete, WirePath.administeredInvitation, by: .administrator, limits: [.apiKeyFailure]) {
      try await revoke($0)
    }
  }

  private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readUsers)
    let application = try applications.named(by: request).id
    let part = try ListRequest<Invitation>(
      request, of: ["administered invitations", application], cursors)
    let found = try await store.read {
      try $0.invitations(to: application, after: part.position, limit: part.limit + 1)
    }
    return .privateJSON(try part.answer(found, position: \.position) { $0.json(to: application) })
  }

  private func invite(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeUsers)
    return try await security.attempt(.invitation, request, .init(caller)) { details in
      let body = try request.jsonObject()
      let application =
        try body.optionalText("application").map { id throws(Problem) in
          try applications.administered(id)
        } ?? applications.standard
      details.application = application.id
      let invited = try InvitationRequest(body)
      try await limits.admitInvitation(to: invited.recipient.counted, request)
      let invitation = try await invitations.using(gate.store(of: caller, for: .writeUsers)).invite(
        invited, to: application, by: caller.origin)
      return .privateJSON(invitation.json(to: application.id), status: 201)
    }
  }

  private func revoke(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeUsers)
    let id = request.pathParameters["id"].flatMap { Invitation.ID($0) }
    try await security.attempt(.invitationRemoval, request, .init(caller)) { details in
      let application = try applications.named(by: request).id
      details.application = application
      guard let id,
        try await invitations.using(gate.store(of: caller, for: .writeUsers))
          .revoke(id, to: application, by: caller.origin)
      else { throw Problem.noSuchInvitation }
    }
    return .noContent
  }
}

extension Invitation {
  /// The invitation with its application.
  func json(to application: String) -> JSONValue {
    var row: JSONObject = ["application": .string(application)]
    row.set(json.object ?? JSONObject())
    return .object(row)
  }
}
