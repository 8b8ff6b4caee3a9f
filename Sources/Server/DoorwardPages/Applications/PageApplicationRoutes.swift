package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// The applications to which the user of the page has granted something. The user can withdraw each grant.
///
/// Only the page lists them: an application does not learn which other applications a user has.
package struct PageApplicationRoutes: Sendable {
  private let gate: PageGate
  private let applications: ApplicationDirectory
  private let store: any Store
  private let clock: WallClock
  private let limits: RequestLimits
  private let security: SecurityLog

  package init(
    gate: PageGate, applications: ApplicationDirectory, store: any Store, clock: WallClock,
    limits: RequestLimits, security: SecurityLog
  ) {
    self.gate = gate
    self.applications = applications
    self.store = store
    self.clock = clock
    self.limits = limits
    self.security = security
  }

  package func register(in router: inout Router) {
    router.on(.get, PagePath.applications, by: .pageSession) { request in try await list(request) }
    router.on(.delete, PagePath.application, by: .pageSession, limits: [.accountRemoval]) {
      try await withdraw($0)
    }
  }

  private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.requireCaller(request)
    let grants = try await store.read { try $0.grants(of: caller.user.id) }
    // A grant without scopes only keeps that the user belongs to the application, and the data of its backends.
    let rows = grants.filter(\.scopes.opensSomething).map { grant -> JSONValue in
      [
        "application_id": .string(grant.applicationID),
        "name": .string(applications[grant.applicationID]?.name ?? grant.applicationID),
        "scopes": .strings(grant.scopes.names),
      ]
    }
    return .privateJSON(["items": .array(rows)])
  }

  private func withdraw(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.requireCaller(request)
    let id = request.pathParameters["id"] ?? ""
    var details = SecurityLog.Details(caller)
    // A text that names no application is not logged.
    if let application = applications[id] { details.application = application.id }
    try await security.attempt(.grantWithdrawal, request, details) { [clock] _ in
      try await limits.admitRemoval(by: caller.session.id, request)
      let now = clock.now
      let isWithdrawn = try await store.write { transaction in
        guard try transaction.withdrawGrant(of: caller.user.id, to: id, at: now) else { return false }
        try transaction.record(.consentWithdrawn, by: caller, application: id, at: now)
        return true
      }
      guard isWithdrawn else {
        throw Problem(
          status: 404, code: WireCode.notFound, detail: "You have not signed in to such an application.")
      }
    }
    return .noContent
  }
}
