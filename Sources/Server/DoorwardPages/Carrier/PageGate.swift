package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire

/// Identifies the user of a browser by the hosted page's cookie.
package struct PageGate: Sendable {
  /// The sign-in state of a browser.
  package enum SignInState: Sendable {
    case signedIn(Caller)
    case signedOut
    /// The browser has a session, and a proof of the session could not be checked for too long.
    case unconfirmed(Problem)
  }

  private let cookies: SessionCookies
  private let secrets: SessionSecrets
  private let gate: CallerGate
  private let rechecks: SessionRechecks
  private let use: SessionUse

  package init(
    cookies: SessionCookies, secrets: SessionSecrets, gate: CallerGate, rechecks: SessionRechecks,
    use: SessionUse
  ) {
    self.cookies = cookies
    self.secrets = secrets
    self.gate = gate
    self.rechecks = rechecks
    self.use = use
  }

  /// The holder of the cookie, without another check of the session's proofs.
  package func holder(_ request: HTTPRequest) async throws -> Caller? {
    guard let value = cookies.sessionValue(in: request), let id = secrets.parseCookie(value),
      let caller = try await gate.live(id, request.clientDescription),
      try secrets.proves(cookie: value, caller.session)
    else { return nil }
    return caller
  }

  /// The sign-in state of the browser that sends the request.
  package func signInState(of request: HTTPRequest) async throws -> SignInState {
    guard let caller = try await holder(request) else { return .signedOut }
    // A cookie is never refreshed, so the proofs of its session are checked as it is used.
    switch try await rechecks.recheck(caller.session, isFrequent: true) {
    case .continues: break
    case .unknown(let problem): return .unconfirmed(problem)
    case .ended: return .signedOut
    }
    await use.note(caller.session)
    return .signedIn(caller)
  }

  /// The signed-in user; nil if the browser is signed out.
  ///
  /// - Throws: `Problem` 503 if a proof of the session could not be checked for too long.
  package func caller(_ request: HTTPRequest) async throws -> Caller? {
    switch try await signInState(of: request) {
    case .signedIn(let caller): return caller
    case .signedOut: return nil
    case .unconfirmed(let problem): throw problem
    }
  }

  /// The signed-in user; nil if the browser is signed out. Also nil if a proof of the session could not be checked for
  /// too long, so that the page opens and offers other sign-in methods.
  package func optionalCaller(_ request: HTTPRequest) async throws -> Caller? {
    guard case .signedIn(let caller) = try await signInState(of: request) else { return nil }
    return caller
  }

  /// The signed-in user, who has proven an identity.
  ///
  /// - Throws: `Problem` 401 `signed_out`, `insufficient_user_authentication` for the session of an administrator's link; 503
  ///   if a proof of the session could not be checked for too long.
  package func requireCaller(_ request: HTTPRequest) async throws -> Caller {
    let caller = try await requireCallerToAddWay(request)
    try gate.requireProof(caller)
    return caller
  }

  /// The signed-in user for a call that adds a way to sign in, or lists those of the account. Only such a call accepts the
  /// session of an administrator's link.
  ///
  /// - Throws: `Problem` 401 `signed_out`; 503 if a proof of the session could not be checked for too long.
  package func requireCallerToAddWay(_ request: HTTPRequest) async throws -> Caller {
    guard let caller = try await caller(request) else { throw Problem.signedOut }
    return caller
  }
}

extension Problem {
  package static var signedOut: Problem {
    .notProven(WireCode.signedOut, "You are signed out here. Sign in again.")
  }
}
