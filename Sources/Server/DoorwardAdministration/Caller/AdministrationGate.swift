import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Identifies the caller of an administration call: by its key, or by the cookie of an administrator. An act uses the store
/// of its caller.
struct AdministrationGate: Sendable {
  let store: any Store
  let clock: WallClock
  let limits: RequestLimits
  let security: SecurityLog
  /// The sessions of administrators; nil on a listener that takes keys only.
  let sessions: AdministratorSessions?

  /// The caller of a call.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - scope: the scope of the call. A caller also needs its role.
  ///   - isDangerous: whether a session needs a recent proof of the second factor.
  /// - Returns: the caller.
  /// - Throws: `Problem` 401 `invalid_client`, `signed_out` or `insufficient_user_authentication`, 403 `insufficient_scope`, 429;
  ///   ``StoreError``.
  func caller(
    _ request: HTTPRequest, for scope: AdministrationScope, isDangerous: Bool = false
  ) async throws -> AdministrationCaller {
    let caller =
      if let sessions, !request.fields.contains("Authorization") {
        try await sessions.caller(request)
      } else {
        try await holder(request)
      }
    try caller.require([scope])
    if isDangerous { try sessions?.requireRecentSignIn(caller) }
    return caller
  }

  /// The store for the act of a caller, which reads the caller's rights again in each transaction.
  ///
  /// - Parameters:
  ///   - caller: the caller.
  ///   - scopes: the scopes of the act.
  ///   - user: the user whom the act changes; nil for none.
  /// - Returns: the store.
  func store(
    of caller: AdministrationCaller, for scopes: [AdministrationScope], over user: User.ID? = nil
  ) -> any Store {
    CallerStore(store, clock: clock, of: caller, for: scopes, over: user)
  }

  /// The same for an act with one scope.
  func store(
    of caller: AdministrationCaller, for scope: AdministrationScope, over user: User.ID? = nil
  ) -> any Store {
    store(of: caller, for: [scope], over: user)
  }

  /// The caller with a valid key. Only failures are counted, as for backends.
  private func holder(_ request: HTTPRequest) async throws -> AdministrationCaller {
    do {
      guard let text = try request.bearerToken(), text.hasPrefix(AdministrationKeyText.prefix) else {
        throw Problem.invalidAdministrationKey
      }
      let (hash, now) = (AdministrationKeyText.hash(of: text), clock.now)
      let caller = try await store.read { [client = request.clientDescription] snapshot in
        try AdministrationCaller.holder(ofKey: hash, client: client, in: snapshot, at: now)
      }
      guard let caller else { throw Problem.invalidAdministrationKey }
      return caller
    } catch let problem as Problem {
      security.refused(.administrationKey, problem, request)
      try await limits.admit(.apiKeyFailure, request)
      throw problem
    }
  }
}

extension Problem {
  static var invalidAdministrationKey: Problem {
    Problem(
      status: 401, code: WireCode.invalidClient,
      detail: "This call needs a key of the administration as bearer token.",
      fields: ["WWW-Authenticate": "Bearer"])
  }

  /// 403 for a caller that is known and may not do this (RFC 6750 §3.1).
  static func insufficient(_ scope: AdministrationScope) -> Problem {
    insufficientScope(
      "This call needs the scope \(scope.rawValue), and an administrator with the role \(scope.role.rawValue).",
      needs: scope.rawValue)
  }
}
