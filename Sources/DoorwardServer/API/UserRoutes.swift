import DoorwardHTTP
import Encodings

/// The user's own account: read, change, delete.
struct UserRoutes: Sendable {
  let context: ServerContext

  func register(in router: inout Router) {
    // The one call the access token opens, so that a backend can ask who its token names.
    router.on(.get, "/v1/user") { request, _ in
      let (caller, _) = try await context.gate.access(request, scope: .userRead, orAccount: true)
      return .privateJSON(
        try await context.userJSON(
          caller.user.id, for: caller.application,
          within: caller.allowance.opensAccount ? .whole : Scopes([.userRead])))
    }
    router.on(.patch, "/v1/user") { request, _ in
      let caller = try await context.gate.account(request)
      return .privateJSON(try await context.patchUser(request, caller))
    }
    router.on(.delete, "/v1/user") { request, call in
      let caller = try await context.gate.account(request)
      try await context.security.attempt(.userDeletion, call, .init(caller)) { _ in
        try await context.deleteAccount(of: caller)
      }
      return .noContent
    }
    router.on(.get, "/v1/user/export") { request, _ in
      try await context.export(of: try await context.gate.account(request), onPage: false)
    }
    router.on(.get, "/v1/user/identities") { request, _ in
      let caller = try await context.gate.account(request)
      let part = try ListRequest<Identity>(request)
      let identities = try await context.store.read { snapshot in
        try snapshot.identities(of: caller.user.id, after: part.position, limit: part.limit + 1)
      }
      return .privateJSON(part.answer(identities, position: \.position, json: \.json))
    }
    router.on(.delete, "/v1/user/identities/{id}") { request, call in
      let caller = try await context.gate.account(request)
      let id = call.pathParameters["id"]
      try await context.security.attempt(.identityRemoval, call, .init(caller, identity: id)) { _ in
        _ = try await context.unlink(id, from: caller)
      }
      return .noContent
    }
  }
}

extension ServerContext {
  /// Applies a JSON Merge Patch to what is the user's to change.
  func patchUser(_ request: HTTPRequest, _ caller: Caller) async throws -> JSONValue {
    try await admitWrite(by: caller)
    let body = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
    let patch = try UserPatch(body)
    try await store.write { transaction in
      guard var user = try transaction.user(caller.user.id) else { throw Problem.invalidToken }
      try patch.apply(to: &user)
      try transaction.update(user)
    }
    return try await userJSON(caller.user.id, for: caller.application, within: .whole)
  }

  /// Removes one of the caller's identities, never the last way in.
  ///
  /// - Returns: whether the caller's session is still live.
  func unlink(_ text: String?, from caller: Caller) async throws -> Bool {
    try await admitRemoval(by: caller)
    try gate.requireRecentSignIn(caller)
    return try await removal.remove(text.flatMap { Identity.ID($0) }, by: caller)
  }

  /// Deletes the caller's account.
  func deleteAccount(of caller: Caller) async throws {
    try await admitRemoval(by: caller)
    try gate.requireRecentSignIn(caller)
    try await removal.deleteAccount(of: caller)
  }
}
