package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// A backend creates a user whose addresses it vouches for.
package struct BackendUserCreationRoute: Sendable {
  private let gate: BackendGate
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let passwords: Passwords
  private let invitations: Invitations
  private let limits: RequestLimits
  private let security: SecurityLog

  package init(
    gate: BackendGate, store: any Store, clock: WallClock, random: RandomSource, passwords: Passwords,
    invitations: Invitations, limits: RequestLimits, security: SecurityLog
  ) {
    self.gate = gate
    self.store = store
    self.clock = clock
    self.random = random
    self.passwords = passwords
    self.invitations = invitations
    self.limits = limits
    self.security = security
  }

  package func register(in router: inout Router) {
    router.on(.post, WirePath.backendUsers) { request, call in
      let backend = try await gate.caller(request, call, for: .writeUsers)
      let answer = try await security.attempt(.userCreation, call, .init(backend, user: nil)) { details in
        try await create(request, call, backend, &details)
      }
      return .privateJSON(answer, status: 201)
    }
  }

  private func create(
    _ request: HTTPRequest, _ call: RequestContext, _ backend: Backend, _ details: inout SecurityLog.Details
  ) async throws -> JSONValue {
    // An application whose own apps sign users in needs no consent.
    try backend.application.requireDirectSignIn()
    let body = try request.jsonObject()
    let form = try NewAccountForm(body)
    let invites = try reading { () throws(JSONError) in try body.optionalBool("invite") } ?? false
    let account = try await form.account(passwords, for: backend.application, client: call.clientAddress)
      .vouched
    let now = clock.now
    let ids = try NewAccountIDs(for: account, createdAt: now, at: now, random)
    let message = try await invites ? message(body, to: account, ids.user, backend) : nil
    details.user = ids.user.text
    let answer = try await store.write { transaction in
      try transaction.create(account, ids, for: backend.application.id, createdAt: now, at: now)
      if let message { try transaction.insert(message) }
      return try backend.json(of: ids.user, at: now, in: transaction)
    }
    if message != nil { invitations.deliver() }
    guard let answer else { throw Problem.noSuchUser }
    return answer
  }

  private func message(
    _ body: JSONObjectReader, to account: NewAccount, _ user: User.ID, _ backend: Backend
  ) async throws -> QueuedMessage {
    guard let recipient = account.recipient else {
      throw Problem(
        status: 400, code: WireCode.missingAddress,
        detail: "An invitation needs email or phone_number.")
    }
    let invited = try InvitationRequest(body, to: recipient)
    try await limits.admitInvitation(to: recipient.identity.key.identifier)
    return try await invitations.row(invited, to: backend.application, user: user)
  }
}
