package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore

/// Removes an identity of the caller. A method may have a separate path for its identities.
package struct IdentityRemovalRoute: Sendable {
  private let carrier: any SessionCarrier
  private let gate: CallerGate
  private let limits: RequestLimits
  private let security: SecurityLog
  private let removal: AccountRemoval
  private let clock: WallClock

  package init(
    carrier: any SessionCarrier, gate: CallerGate, limits: RequestLimits, security: SecurityLog,
    removal: AccountRemoval, clock: WallClock
  ) {
    self.carrier = carrier
    self.gate = gate
    self.limits = limits
    self.security = security
    self.removal = removal
    self.clock = clock
  }

  /// Removes the identity whose id is in the path.
  ///
  /// `kind` is the kind of identities that the path serves; nil for all.
  ///
  /// - Returns: 204.
  /// - Throws: as ``AccountRemoval/remove(_:_:by:in:language:)``; `Problem` of the carrier and of the limits.
  package func respond(
    to request: HTTPRequest, kind: IdentityKey.Kind? = nil
  ) async throws -> HTTPResponse {
    let caller = try await carrier.caller(request)
    let id = request.pathParameters["id"]
    let isLive = try await security.attempt(.identityRemoval, request, .init(caller, identity: id)) { _ in
      try await limits.admitRemoval(by: caller.session.id, request)
      try gate.requireRecentSignIn(caller)
      return try await removal.remove(
        id.flatMap { Identity.ID($0) }, kind, by: caller, in: carrier.application(of: caller),
        language: request.preferredLanguage)
    }
    var response = HTTPResponse.noContent
    if isLive {
      try carrier.keepDevice(of: caller.user, request, at: clock.now, in: &response)
    } else {
      try carrier.endSession(in: &response)
    }
    return response
  }
}
