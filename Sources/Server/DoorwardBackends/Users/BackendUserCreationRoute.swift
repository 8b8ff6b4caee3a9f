package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A backend creates a user whose addresses it vouches for.
package struct BackendUserCreationRoute: Sendable {
  private let gate: BackendGate
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let passwords: Passwords
  private let invitations: Invitations
  private let repetitions: BackendRepetitions
  private let limits: RequestLimits
  private let security: SecurityLog

  package init(
    gate: BackendGate, store: any Store, clock: WallClock, random: RandomSource, passwords: Passwords,
    invitations: Invitations, repetitions: BackendRepetitions, limits: RequestLimits, security: SecurityLog
  ) {
    self.repetitions = repetitions
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
    router.on(.post, WirePath.backendUsers, by: .apiKey, limits: [.apiKeyFailure, .code]) { request in
      let backend = try await gate.caller(request, for: .writeUsers)
      let answer = try await security.attempt(.userCreation, request, .init(backend, user: nil)) { details in
        try await create(request, by: backend, noting: &details)
      }
      return .privateJSON(answer, status: 201)
    }
  }

  private func create(
    _ request: HTTPRequest, by backend: Backend, noting details: inout SecurityLog.Details
  ) async throws -> JSONValue {
    // An application whose own apps sign users in needs no consent.
    try backend.application.requireDirectSignIn()
    let body = try request.jsonObject()
    let form = try NewUserForm(body)
    let invites = try body.optionalFlag("invite") ?? false
    let repeatable = try repetitions.request("user", request, body: body, of: backend)
    if let repeatable,
      let (user, json) = try await store.read({ [clock] in
        try known(repeatable, form.user, by: backend, at: clock.now, in: $0)
      })
    {
      details.user = user.text
      return json
    }
    let new = try await form.user(passwords, for: backend.application, client: request.clientAddress)
      .vouched
    let now = clock.now
    let ids =
      if let repeatable {
        try NewUserIDs(for: new, user: repeatable.id("user", at: now), at: now, random)
      } else {
        try NewUserIDs(for: new, createdAt: now, at: now, random)
      }
    let message = try await invites ? message(body, to: new, user: ids.user, by: backend, request) : nil
    details.user = ids.user.text
    let answer = try await store.write { transaction -> JSONValue? in
      if let repeatable, let (_, json) = try known(repeatable, new, by: backend, at: now, in: transaction) {
        return json
      }
      try transaction.create(new, ids, for: backend.application.id, createdAt: now, at: now)
      try transaction.record(
        .userCreated(.registered), about: backend.subjects(ids.user), by: backend.origin, at: now)
      if let message {
        try transaction.insert(message)
        try transaction.record(
          .invitationSent(nil), about: backend.subjects(ids.user), by: backend.origin, at: now)
      }
      if let repeatable { try transaction.mark(repeatable, at: now) }
      return try backend.json(of: ids.user, at: now, in: transaction)
    }
    if message != nil { invitations.deliver() }
    guard let answer else { throw Problem.noSuchUser }
    return answer
  }

  /// The user whom a request with the same key has created; nil if there was no such request.
  ///
  /// - Throws: `Problem` 404 if the user is gone, 422 `idempotency_key_reused`; ``StoreError``.
  private func known(
    _ request: RepeatableRequest, _ new: NewUser, by backend: Backend, at now: Date,
    in snapshot: any StoreReading
  ) throws -> (User.ID, JSONValue)? {
    guard try snapshot.isMarked(request) else { return nil }
    // The user may have changed an address since, and another user may have it.
    for identity in new.identities {
      guard let user = try snapshot.identity(identity.key)?.userID, request.hasMade(user, "user"),
        let json = try backend.json(of: user, at: now, in: snapshot)
      else { continue }
      return (user, json)
    }
    throw Problem.noSuchUser
  }

  private func message(
    _ body: JSONObjectReader, to new: NewUser, user: User.ID, by backend: Backend,
    _ request: HTTPRequest
  ) async throws -> QueuedMessage {
    guard let recipient = new.recipient else {
      throw Problem(
        status: 400, code: WireCode.missingAddress,
        detail: "An invitation needs email or phone_number.")
    }
    let invited = try InvitationRequest(body, to: recipient)
    try await limits.admitInvitation(to: recipient.counted, request)
    return try await invitations.row(invited, to: backend.application, user: user)
  }
}
