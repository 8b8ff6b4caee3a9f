package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The routes of the user's own account: profile, identities, sessions, activity, export, deletion and sign-out. They are the
/// same for each carrier.
package struct AccountRoutes: Sendable {
  private let carrier: any SessionCarrier
  private let store: any Store
  private let clock: WallClock
  private let gate: CallerGate
  private let cursors: ListCursorSeal
  private let limits: RequestLimits
  private let security: SecurityLog
  private let removal: AccountRemoval
  private let export: AccountExport
  private let userNames: UserNameChanges

  package init(
    carrier: any SessionCarrier, store: any Store, clock: WallClock, gate: CallerGate,
    cursors: ListCursorSeal, limits: RequestLimits, security: SecurityLog, removal: AccountRemoval,
    export: AccountExport, userNames: UserNameChanges
  ) {
    self.carrier = carrier
    self.store = store
    self.clock = clock
    self.gate = gate
    self.cursors = cursors
    self.limits = limits
    self.security = security
    self.removal = removal
    self.export = export
    self.userNames = userNames
  }

  package func register(in router: inout Router) {
    router.on(.patch, carrier.path(WirePath.user), by: carrier.signedInCaller, limits: [.accountWrite]) {
      try await change($0)
    }
    router.on(.delete, carrier.path(WirePath.user), by: carrier.signedInCaller, limits: [.accountRemoval]) {
      try await delete($0)
    }
    router.on(.get, carrier.path(WirePath.export), by: carrier.signedInCaller) { request in
      try await export.response(to: carrier.caller(request), withAllGrants: carrier.exportsAllGrants)
    }
    router.on(.get, carrier.path(WirePath.activity), by: carrier.signedInCaller) { request in
      try await activity(request)
    }
    router.on(.get, carrier.path(WirePath.identities), by: carrier.signedInCaller) { request in
      try await identities(request)
    }
    let identity = IdentityRemovalRoute(
      carrier: carrier, gate: gate, limits: limits, security: security, removal: removal, clock: clock)
    router.on(
      .delete, carrier.path(WirePath.identity), by: carrier.signedInCaller, limits: [.accountRemoval]
    ) { try await identity.respond(to: $0) }
    router.on(.get, carrier.path(WirePath.sessions), by: carrier.signedInCaller) { request in
      try await sessions(request)
    }
    router.on(.delete, carrier.path(WirePath.session), by: carrier.signedInCaller, limits: [.accountRemoval])
    {
      try await endSession($0)
    }
    router.on(.post, carrier.path(WirePath.signOut), by: carrier.signedInCaller, limits: [.accountRemoval]) {
      try await signOut($0)
    }
  }

  private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    try await limits.admitWrite(by: caller.user.id, request)
    let body = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
    let patch = try UserPatch(body)
    let application = carrier.application(of: caller)
    guard let change = patch.userName else {
      let view = try await store.write { try apply(patch, to: caller, application, in: $0) }
      return try carrier.answer(view, caller)
    }
    let userName = UserNameChanges.Request(
      change, of: caller, in: application, language: request.preferredLanguage, at: clock.now)
    let (view, isLive) = try await security.attempt(.userNameChange, request, .init(caller)) { _ in
      try await userNames.notices.messenger.sending(in: store) { transaction in
        let isLive = try userNames.apply(userName, in: transaction)
        return (try apply(patch, to: caller, application, in: transaction), isLive)
      }
    }
    var response = try carrier.answer(view, caller)
    if !isLive { try carrier.endSession(in: &response) }
    return response
  }

  private func apply(
    _ patch: UserPatch, to caller: Caller, _ application: Application, in transaction: any StoreWriting
  ) throws -> UserView {
    guard var user = try transaction.user(caller.user.id) else { throw Problem.invalidToken }
    let (before, profile) = (user, user.profile)
    try patch.apply(to: &user)
    try transaction.update(user)
    let now = clock.now
    if user.profile != profile { try transaction.noteProfileChange(of: user.id, at: now) }
    let changed = before.changedMembers(to: user)
    if !changed.isEmpty { try transaction.record(.userChanged(changed), by: caller, at: now) }
    return try UserView(user, for: application.id, in: transaction)
  }

  private func delete(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    try await security.attempt(.userDeletion, request, .init(caller)) { _ in
      try await limits.admitRemoval(by: caller.session.id, request)
      try gate.requireRecentSignIn(caller)
      try await removal.deleteAccount(
        of: caller, in: carrier.application(of: caller), language: request.preferredLanguage)
    }
    return try endedResponse()
  }

  private func activity(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    let part = try ListRequest<Event>(request, of: ["own activity", caller.user.id.text], cursors)
    let now = clock.now
    let activity = try await store.read { snapshot in
      try AccountActivity(
        of: caller.user.id, at: now, after: part.position, limit: part.limit, in: snapshot)
    }
    return .privateJSON(
      try part.answer(activity.events.map { .object(carrier.row($0, caller)) }, until: activity.end))
  }

  private func identities(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.callerToAddWay(request)
    let part = try ListRequest<Identity>(request, of: ["own identities", caller.user.id.text], cursors)
    let identities = try await store.read { snapshot in
      try snapshot.identities(of: caller.user.id, after: part.position, limit: part.limit + 1)
    }
    return .privateJSON(try part.answer(identities, position: \.position, json: \.json))
  }

  private func sessions(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    let part = try ListRequest<Session>(request, of: ["own sessions", caller.user.id.text], cursors)
    let now = clock.now
    let sessions = try await store.read { [lastingOnly = !carrier.listsBriefSessions] snapshot in
      try snapshot.liveSessions(
        of: caller.user.id, at: now, lastingOnly: lastingOnly, after: part.position, limit: part.limit + 1)
    }
    return .privateJSON(try part.answer(sessions, position: \.position) { .object(carrier.row($0, caller)) })
  }

  private func endSession(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    let text = request.pathParameters["id"]
    try await security.attempt(.sessionEnd, request, .init(caller, session: text)) { _ in
      try await limits.admitRemoval(by: caller.session.id, request)
      let now = clock.now
      let id = text.flatMap { Session.ID($0) }
      let isEnded = try await store.write { transaction in
        // The response for another user's session is the same as for a session that does not exist.
        guard let session = try id.flatMap(transaction.lockedSession), session.userID == caller.user.id else {
          return false
        }
        return try transaction.end(session, because: .endedByUser, by: caller.origin, at: now)
      }
      guard isEnded else { throw Problem.notFound("session") }
    }
    return .noContent
  }

  private func signOut(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await carrier.callerToSignOut(request)
    let scope = try WireSignOutScope(request.jsonObject())
    if scope != .this { try gate.requireProof(caller) }
    try await security.attempt(.signOut, request, .init(caller, choice: scope.rawValue)) { _ in
      if scope == .others { try await limits.admitRemoval(by: caller.session.id, request) }
      let now = clock.now
      try await store.write { transaction in
        if scope != .others {
          try transaction.end(caller.session, because: .signedOut, by: caller.origin, at: now)
        }
        guard scope != .this else { return }
        try transaction.endSessions(
          of: caller.user.id, except: caller.session.id, because: .endedByUser, by: caller.origin, at: now)
      }
    }
    return scope == .others ? .noContent : try endedResponse()
  }

  /// The response if the caller's own session has ended.
  private func endedResponse() throws -> HTTPResponse {
    var response = HTTPResponse.noContent
    try carrier.endSession(in: &response)
    return response
  }
}

/// `GET /v1/user`. A backend uses it with an access token to read the user of the token.
package struct CurrentUserRoute: Sendable {
  private let gate: CallerGate
  private let photos: PhotoAddresses

  package init(gate: CallerGate, photos: PhotoAddresses) {
    self.gate = gate
    self.photos = photos
  }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.user, by: .accessOrAccountToken) { request in
      let admitted = try await gate.access(request, scope: .userRead, orAccount: true) { caller, snapshot in
        try UserView(caller.user, for: caller.application.id, in: snapshot)
      }
      let scopes: Scopes = admitted.caller.allowance.opensAccount ? .whole : Scopes([.userRead])
      return .privateJSON { admitted.view.write(within: scopes, photos, to: &$0) }
    }
  }
}
