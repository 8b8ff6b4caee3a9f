package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// A backend invites addresses to its application, lists the invitations and revokes them.
package struct InvitationRoutes: Sendable {
  private let gate: BackendGate
  private let store: any Store
  private let cursors: ListCursorSeal
  private let invitations: Invitations
  private let repetitions: BackendRepetitions
  private let limits: RequestLimits
  private let security: SecurityLog

  package init(
    gate: BackendGate, store: any Store, cursors: ListCursorSeal, invitations: Invitations,
    repetitions: BackendRepetitions, limits: RequestLimits, security: SecurityLog
  ) {
    self.repetitions = repetitions
    self.gate = gate
    self.store = store
    self.cursors = cursors
    self.invitations = invitations
    self.limits = limits
    self.security = security
  }

  package func register(in router: inout Router) {
    router.on(.post, WirePath.invitations, by: .apiKey, limits: [.apiKeyFailure, .code]) {
      try await invite($0)
    }
    router.on(.get, WirePath.invitations, by: .apiKey, limits: [.apiKeyFailure]) { try await list($0) }
    router.on(.delete, WirePath.invitation, by: .apiKey, limits: [.apiKeyFailure]) {
      try await revoke($0)
    }
  }

  private func invite(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .writeUsers)
    return try await security.attempt(.invitation, request, .init(backend, user: nil)) { _ in
      let body = try request.jsonObject()
      let invited = try InvitationRequest(body)
      let repeatable = try repetitions.request("invitation", request, body: body, of: backend)
      if let known = try await invitations.known(repeatable, invited, to: backend.application) {
        return .privateJSON(known.json, status: 201)
      }
      try await limits.admitInvitation(to: invited.recipient.counted, request)
      let invitation = try await invitations.invite(
        invited, to: backend.application, by: backend.origin, repeatable)
      return .privateJSON(invitation.json, status: 201)
    }
  }

  private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .readUsers)
    let application = backend.application.id
    let part = try ListRequest<Invitation>(request, of: ["invitations", application], cursors)
    let found = try await store.read {
      try $0.invitations(to: application, after: part.position, limit: part.limit + 1)
    }
    return .privateJSON(try part.answer(found, position: \.position, json: \.json))
  }

  private func revoke(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .writeUsers)
    let id = request.pathParameters["id"].flatMap { Invitation.ID($0) }
    try await security.attempt(.invitationRemoval, request, .init(backend, user: nil)) { _ in
      guard let id,
        try await invitations.revoke(id, to: backend.application.id, by: backend.origin)
      else { throw Problem.noSuchInvitation }
    }
    return .noContent
  }
}
