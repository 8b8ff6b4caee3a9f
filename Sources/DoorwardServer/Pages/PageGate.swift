import DoorwardHTTP

/// Finds out whose browser asks, from the hosted page's cookie.
struct PageGate: Sendable {
  let context: ServerContext
  let cookies: SessionCookies

  /// Whoever the cookie is of.
  func holder(_ request: HTTPRequest) async throws -> Caller? {
    guard let value = cookies.sessionValue(in: request), let id = context.secrets.parseCookie(value),
      let caller = try await context.gate.live(id), try context.secrets.proves(cookie: value, caller.session)
    else { return nil }
    return caller
  }

  /// Whoever is signed in here.
  ///
  /// - Throws: ``Problem`` 503 where their NEAR key cannot be asked about, and has not been for too long.
  func caller(_ request: HTTPRequest) async throws -> Caller? {
    guard let caller = try await holder(request) else { return nil }
    // Nobody refreshes a cookie, so its NEAR key is asked about as it is used.
    switch try await context.nearKeyWatch.standing(of: caller.session) {
    case .asBefore, .confirmed: break
    case .silent: try context.near.tolerateSilence(about: caller.session)
    case .gone: return nil
    }
    await context.sessionUse.note(caller.session)
    return caller
  }

  /// Whoever is signed in here; nobody where that cannot be known now, so that the page opens and other ways
  /// to sign in do not wait for a chain.
  func optionalCaller(_ request: HTTPRequest) async throws -> Caller? {
    do {
      return try await caller(request)
    } catch let problem as Problem where problem == .nearUnavailable {
      return nil
    }
  }

  func requireCaller(_ request: HTTPRequest) async throws -> Caller {
    guard let caller = try await caller(request) else { throw Problem.signedOut }
    return caller
  }
}

extension Problem {
  static var signedOut: Problem {
    .notProven("signed_out", "You are signed out here. Sign in again.")
  }
}
