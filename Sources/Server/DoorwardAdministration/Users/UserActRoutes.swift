import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The acts on one user that need no values, or few: bans, sessions, second factors, deletion and export.
struct UserActRoutes: Sendable {
  let gate: AdministrationGate
  let acts: UserActs
  let links: SignInLinkActs
  let limits: RequestLimits
  let resets: ResetMessages
  let export: AccountExport
  let clock: WallClock
  let applications: ApplicationDirectory
  /// The time in which a user can undo a deletion, in seconds.
  let deletionGrace: Int64
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.delete, WirePath.administeredUser, by: .administrator, limits: [.apiKeyFailure]) {
      try await delete($0)
    }
    router.on(.post, WirePath.administeredUserBan, by: .administrator, limits: [.apiKeyFailure]) {
      try await ban($0)
    }
    router.on(.post, WirePath.administeredUserUnban, by: .administrator, limits: [.apiKeyFailure]) {
      try await unban($0)
    }
    router.on(.post, WirePath.administeredUserKeep, by: .administrator, limits: [.apiKeyFailure]) {
      try await keep($0)
    }
    router.on(.post, WirePath.administeredUserReset, by: .administrator, limits: [.apiKeyFailure, .code]) {
      try await sendReset($0)
    }
    router.on(
      .post, WirePath.administeredUserLink, by: .administrator, limits: [.apiKeyFailure, .signInLink]
    ) {
      try await makeLink($0)
    }
    router.on(.delete, WirePath.administeredUserSessions, by: .administrator, limits: [.apiKeyFailure]) {
      try await endSessions($0)
    }
    router.on(.delete, WirePath.administeredUserSession, by: .administrator, limits: [.apiKeyFailure]) {
      try await endSession($0)
    }
    router.on(.delete, WirePath.administeredUserFactors, by: .administrator, limits: [.apiKeyFailure]) {
      try await removeSecondFactors($0)
    }
    router.on(.get, WirePath.administeredUserExport, by: .administrator, limits: [.apiKeyFailure]) {
      try await exportData($0)
    }
  }

  private func ban(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await act(.userBan, request) { acts, id, origin in
      let body = try request.jsonObject()
      let ban = try UserBan(
        reason: body.optionalText("reason"), end: body.optionalText("ends_at"), at: clock.now)
      return try await acts.ban(id, ban, by: origin)
    }
  }

  private func unban(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await act(.userUnban, request) { acts, id, origin in
      _ = try request.jsonObject()
      return try await acts.unban(id, by: origin)
    }
  }

  private func keep(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await act(.userKeeping, request, missing: "The server has no such user whose deletion is scheduled.")
    {
      acts, id, origin in
      _ = try request.jsonObject()
      return try await acts.keep(id, by: origin)
    }
  }

  /// Sends the message with which the user chooses a new password.
  private func sendReset(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeUsers)
    let id = request.administeredUser
    try await security.attempt(.passwordResetRequest, request, .init(caller, user: id)) { details in
      let application = try application(request)
      details.application = application.id
      guard let id else { throw Problem.noSuchAdministeredUser }
      let store = gate.store(of: caller, for: .writeUsers, over: id)
      // The right comes first: a refusal by the user's addresses would tell about an administrator.
      try await store.write { _ in }
      guard try await resets.using(store).send(to: id, for: application, by: caller.origin, request) else {
        throw Problem.noSuchAdministeredUser
      }
    }
    return .noContent
  }

  private func makeLink(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeUsers, isDangerous: true)
    let id = request.administeredUser
    return try await security.attempt(.signInLinkCreation, request, .init(caller, user: id)) { details in
      let application = try application(request)
      details.application = application.id
      guard let id else { throw Problem.noSuchAdministeredUser }
      let store = gate.store(of: caller, for: .writeUsers, over: id)
      // The right comes first: others must not use up the limit of the user.
      try await store.write { _ in }
      try await limits.admitSignInLink(for: id, request)
      guard
        let link = try await links.using(store)
          .make(for: id, in: application, maker: caller.linkMaker, by: caller.origin)
      else { throw Problem.noSuchAdministeredUser }
      return .privateJSON(
        [
          "link": .string(link.address), "expires_at": .time(link.expiresAt),
          "notices": .integer(Int64(link.noticeCount)),
        ], status: 201)
    }
  }

  /// The application of the body; the default application if it names none.
  private func application(_ request: HTTPRequest) throws(Problem) -> Application {
    guard let id = try request.jsonObject().optionalText("application") else { return applications.standard }
    return try applications.administered(id)
  }

  private func endSessions(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await act(.sessionsEnd, request) { try await $0.endSessions(of: $1, by: $2) != nil }
  }

  private func endSession(_ request: HTTPRequest) async throws -> HTTPResponse {
    let session = request.pathParameters["session"].flatMap { Session.ID($0) }
    return try await act(.sessionEnd, request, session: session, missing: "The user has no such session.") {
      acts, id, origin in
      guard let session else { return false }
      return try await acts.endSessions(of: id, only: session, by: origin) == 1
    }
  }

  private func removeSecondFactors(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await act(.secondFactorsRemoval, request, isDangerous: true) {
      try await $0.removeSecondFactors(of: $1, for: applications.standard, by: $2)
    }
  }

  /// Deletes a user after the time in which users can undo their own deletion, or at once with `immediately=true`.
  private func delete(_ request: HTTPRequest) async throws -> HTTPResponse {
    let flags = try request.queryItems.values(for: "immediately")
    guard flags.isEmpty || flags == ["true"] || flags == ["false"] else {
      throw Problem(
        status: 400, code: WireCode.invalidFilter, detail: "immediately must be true or false.")
    }
    return try await act(.userDeletion, request, isDangerous: true) { acts, id, origin in
      if flags == ["true"] { return try await acts.delete(id, for: applications.standard, by: origin) }
      return try await acts.scheduleDeletion(
        of: id, in: deletionGrace, for: applications.standard, by: origin) != nil
    }
  }

  private func exportData(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .readUsers, isDangerous: true)
    let id = request.administeredUser
    return try await security.attempt(.userExport, request, .init(caller, user: id)) { _ in
      guard let id, let content = try await export.content(of: id) else {
        throw Problem.noSuchAdministeredUser
      }
      // The caller does not get the data without the event.
      try await gate.store(of: caller, for: .readUsers).write { [now = clock.now] in
        try $0.record(.userExported, about: EventSubjects(user: id), by: caller.origin, at: now)
      }
      return .privateJSON(content)
    }
  }

  /// Performs an act on the user that the path names, with the answer 204.
  ///
  /// - Parameters:
  ///   - event: the event of the act.
  ///   - request: the request.
  ///   - session: the session that the act concerns.
  ///   - missing: what does not exist if the act returns false; nil for the user.
  ///   - isDangerous: whether the caller needs a recent proof of the second factor.
  ///   - body: the act. It returns false if its object does not exist.
  /// - Returns: the answer.
  /// - Throws: `Problem` 404, 403 for an act on an administrator without the scope for it.
  private func act(
    _ event: SecurityLog.Event, _ request: HTTPRequest, session: Session.ID? = nil, missing: String? = nil,
    isDangerous: Bool = false,
    _ body: (UserActs, User.ID, EventOrigin) async throws -> Bool
  ) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeUsers, isDangerous: isDangerous)
    let id = request.administeredUser
    var details = SecurityLog.Details(caller, user: id)
    details.session = session
    try await security.attempt(event, request, details) { _ in
      guard let id else { throw Problem.noSuchAdministeredUser }
      let acts = self.acts.using(gate.store(of: caller, for: .writeUsers, over: id))
      guard try await body(acts, id, caller.origin) else {
        throw missing.map { Problem(status: 404, code: WireCode.notFound, detail: $0) }
          ?? Problem.noSuchAdministeredUser
      }
    }
    return .noContent
  }
}
