import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sign-in of administrators: an authorization code with PKCE from the account origin, and a session of the administration.
struct AdministratorSignInRoutes: Sendable {
  let client: DashboardClient
  let accounts: WebOrigin
  let store: any Store
  let clock: WallClock
  let random: RandomSource
  let applications: ApplicationDirectory
  let codes: CodeExchange
  let cookies: AdministrationCookies
  let pages: AdministrationPages
  let limits: RequestLimits
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, AdministrationPath.signIn, by: .browser, limits: [.navigation]) { request in
      try await limits.admit(request)
      return try begin(isFresh: (request.query ?? "") == Self.freshQuery, claim: nil)
    }
    router.on(.post, AdministrationPath.signIn, by: .browser, limits: [.navigation]) { request in
      try await limits.admit(request)
      return try await claim(request)
    }
    router.on(.get, AdministrationPath.callback, by: .browser, limits: [.navigation]) { request in
      try await limits.admit(request)
      return try await end(request)
    }
  }

  /// The query of a sign-in before a dangerous act: the user proves the second factor again.
  private static let freshQuery = "fresh"

  /// Sends the browser to the account origin.
  private func begin(isFresh: Bool, claim: [UInt8]?) throws -> HTTPResponse {
    let pending = AdministrationCookies.PendingSignIn(
      state: Base64URL.encode(try random.bytes(32)), verifier: Base64URL.encode(try random.bytes(32)),
      claim: claim,
      expiresAt: clock.now.addingTimeInterval(TimeInterval(AdministrationCookies.signInLifetime)))
    var items = [
      ("response_type", "code"), ("client_id", Application.dashboardID), ("redirect_uri", client.redirect),
      ("scope", Scope.openID.rawValue), ("state", pending.state),
      ("code_challenge", Base64URL.encode(SHA256.hash([UInt8](pending.verifier.utf8)))),
      ("code_challenge_method", "S256"),
    ]
    if isFresh { items.append(("prompt", "login")) }
    var response = HTTPResponse.redirect("\(accounts)/authorize".appendingQuery(items))
    response.fields["Cache-Control"] = "no-store"
    response.setCookie(try cookies.pending(pending))
    return response
  }

  /// Begins the sign-in of a user who has the secret of an owner link.
  private func claim(_ request: HTTPRequest) async throws -> HTTPResponse {
    let secret = try request.requireForm().single("secret") ?? ""
    let (hash, now) = (OwnerLink.hash(of: secret), clock.now)
    guard try await store.read({ try $0.hasOwnerClaim(hash, at: now) }) else {
      return pages.refusal(.invalidLink)
    }
    return try begin(isFresh: false, claim: hash)
  }

  /// Ends the sign-in: redeems the code, and opens the session of an administrator.
  private func end(_ request: HTTPRequest) async throws -> HTTPResponse {
    var response = try await answer(request)
    response.fields["Cache-Control"] = "no-store"
    response.setCookie(try cookies.endedPending())
    return response
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    let query = try request.queryItems
    guard let pending = cookies.pending(request, at: clock.now), let state = query.onlyValue("state"),
      constantTimeEquals([UInt8](state.utf8), [UInt8](pending.state.utf8)),
      query.onlyValue("iss") == "\(accounts)"
    else { return pages.refusal(.interrupted) }
    guard let code = query.onlyValue("code"), let application = applications[Application.dashboardID],
      let opened = try await codes.redeem(
        code, verifier: pending.verifier, redirectURI: client.redirect, for: application,
        request.clientDescription)
    else { return pages.refusal(.interrupted) }
    var details = SecurityLog.Details()
    details.add(opened.user, opened.session)
    details.administrator = opened.user.id
    guard let entry = try await admit(opened, by: pending.claim) else {
      security.refused(.administratorSignIn, Self.notAdministrator, request, details)
      return pages.refusal(.notAdministrator)
    }
    if entry.isClaim { try await security.attempt(.ownerClaim, request, details) { _ in } }
    return try await security.attempt(.administratorSignIn, request, details) { _ in
      var response = HTTPResponse.redirect(AdministrationPath.home)
      response.setCookie(try cookies.session(entry.session, page: opened.page, at: clock.now))
      return response
    }
  }

  private static let notAdministrator = "not_administrator"

  /// Finds the role of the user, who gets it now if the sign-in has a valid secret. A session of another user ends.
  private func admit(
    _ opened: ClientSession, by claim: [UInt8]?
  ) async throws -> (session: Session, isClaim: Bool)? {
    let now = clock.now
    return try await store.write { transaction in
      guard let session = try transaction.lockedSession(opened.session.id), session.isLive(at: now),
        session.hasSecondFactor
      else { return nil }
      var isClaim = false
      if let claim, try transaction.takeOwnerClaim(claim, at: now) {
        try transaction.setAdministrator(
          Administrator(user: session.userID, role: .owner, addedBy: "claim", addedAt: now))
        try transaction.record(
          .administratorAdded(.owner), about: EventSubjects(session),
          by: EventOrigin(.user(session.userID), session.client), at: now)
        isClaim = true
      }
      guard try transaction.administrator(session.userID) != nil else {
        _ = try transaction.withdrawGrant(of: session.userID, to: Application.dashboardID, at: now)
        return nil
      }
      return (session, isClaim)
    }
  }
}

extension FormURLEncoded {
  /// The value of a parameter that occurs once.
  fileprivate func onlyValue(_ name: String) -> String? {
    let values = values(for: name)
    return values.count == 1 ? values[0] : nil
  }
}
