package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
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

/// A backend reads one user of its application, writes the user's profile and `app_metadata`, or deletes the user.
package struct BackendUserRoutes: Sendable {
  private let gate: BackendGate
  private let store: any Store
  private let clock: WallClock
  private let deletion: UserDeletion
  private let security: SecurityLog

  package init(
    gate: BackendGate, store: any Store, clock: WallClock, deletion: UserDeletion, security: SecurityLog
  ) {
    self.gate = gate
    self.store = store
    self.clock = clock
    self.deletion = deletion
    self.security = security
  }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.backendUser, by: .apiKey, limits: [.apiKeyFailure]) { try await read($0) }
    router.on(.patch, WirePath.backendUser, by: .apiKey, limits: [.apiKeyFailure]) {
      try await change($0)
    }
    router.on(.delete, WirePath.backendUser, by: .apiKey, limits: [.apiKeyFailure]) {
      try await delete($0)
    }
  }

  private func read(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .readUsers)
    let (id, now) = (request.userID, clock.now)
    guard let answer = try await store.read({ try backend.json(of: id, at: now, in: $0) }) else {
      throw Problem.noSuchUser
    }
    return .privateJSON(answer)
  }

  private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .writeUsers)
    let (id, now) = (request.userID, clock.now)
    let patch = try patch(request)
    let profile = try ProfilePatch(patch)
    let metadata = try MetadataPatch("app_metadata", in: patch)
    guard patch[WireUser.Members.roles] != nil else {
      return try await change(id, profile, metadata, nil, backend, at: now)
    }
    return try await security.attempt(.rolesChange, request, .init(backend, user: id)) { _ in
      let roles = try RolesPatch(in: patch, of: backend.application)
      return try await change(id, profile, metadata, roles, backend, at: now)
    }
  }

  private func change(
    _ id: User.ID?, _ profile: ProfilePatch, _ metadata: MetadataPatch?, _ roles: RolesPatch?,
    _ backend: Backend, at now: Date
  ) async throws -> HTTPResponse {
    let answer = try await store.write { transaction -> JSONValue? in
      guard let id, var grant = try transaction.grant(of: id, to: backend.application.id),
        try backend.json(of: id, at: now, in: transaction) != nil, var user = try transaction.user(id)
      else { throw Problem.noSuchUser }
      // All applications show the profile.
      if !profile.isEmpty { _ = try backend.requireAccount(of: id, in: transaction) }
      let before = user
      profile.apply(to: &user.profile)
      try metadata?.apply(to: &grant.appMetadata)
      if !profile.isEmpty {
        try transaction.update(user)
        try transaction.noteProfileChange(of: id, at: now)
      }
      if metadata != nil { try transaction.update(grant, of: id) }
      if let roles {
        try transaction.setRoles(roles.roles, of: id, to: backend.application.id)
        try transaction.record(
          .rolesChanged(roles.roles), about: backend.subjects(id), by: backend.origin, at: now)
      }
      var changed = before.changedMembers(to: user)
      if metadata != nil { changed.append("app_metadata") }
      if !changed.isEmpty {
        try transaction.record(
          .userChanged(changed), about: backend.subjects(id), by: backend.origin, at: now)
      }
      return try backend.json(of: id, at: now, in: transaction)
    }
    guard let answer else { throw Problem.noSuchUser }
    return .privateJSON(answer)
  }

  private func delete(_ request: HTTPRequest) async throws -> HTTPResponse {
    let backend = try await gate.caller(request, for: .writeUsers)
    let id = request.userID
    try await security.attempt(.userDeletion, request, .init(backend, user: id)) { _ in
      _ = try await deletion.delete(for: backend.application, by: backend.origin) {
        try backend.requireSubordinate(id, in: $0)
      }
    }
    return .noContent
  }

  private func patch(_ request: HTTPRequest) throws(Problem) -> JSONObject {
    let body = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
    guard let object = body.object else { throw .bodyIsNoObject }
    return object
  }
}

/// A backend removes the second factors of a user who has lost them.
package struct BackendSecondFactorRoute: Sendable {
  private let gate: BackendGate
  private let reset: SecondFactorReset
  private let security: SecurityLog

  package init(gate: BackendGate, reset: SecondFactorReset, security: SecurityLog) {
    self.gate = gate
    self.reset = reset
    self.security = security
  }

  package func register(in router: inout Router) {
    router.on(.delete, WirePath.userSecondFactors, by: .apiKey, limits: [.apiKeyFailure]) { request in
      let backend = try await gate.caller(request, for: .writeUsers)
      let id = request.userID
      try await security.attempt(.secondFactorsRemoval, request, .init(backend, user: id)) { _ in
        _ = try await reset.remove(for: backend.application, by: backend.origin) {
          try backend.requireSubordinate(id, in: $0)
        }
      }
      return .noContent
    }
  }
}
