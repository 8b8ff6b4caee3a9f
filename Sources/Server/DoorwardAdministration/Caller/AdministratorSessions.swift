import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sessions of administrators in browsers.
///
/// A session is one of the client for the administration. Each request reads it with the session on the account origin and the
/// role, so the end of any of them takes effect at once.
struct AdministratorSessions: Sendable {
  let store: any Store
  let clock: WallClock
  let cookies: AdministrationCookies
  /// The time for which a sign-in counts as recent, in seconds.
  let recentSignIn: Int64

  /// The administrator of the cookie.
  ///
  /// - Throws: `Problem` 401 `signed_out`; ``StoreError``.
  func caller(_ request: HTTPRequest) async throws -> AdministrationCaller {
    let now = clock.now
    // A request with a key has no session, because nothing has checked its origin.
    guard !request.fields.contains("Authorization"), let claim = cookies.claim(request) else {
      throw Problem.administratorSignedOut
    }
    let found = try await store.read {
      [cookies, client = request.clientDescription] snapshot -> AdministrationCaller? in
      guard
        let caller = try AdministrationCaller.administrator(
          of: claim.session, page: claim.page, client: client, in: snapshot, at: now),
        case .administrator(_, let session, _) = caller.actor, try cookies.proves(claim, session)
      else { return nil }
      return caller
    }
    guard let found else { throw Problem.administratorSignedOut }
    return found
  }

  /// Refuses a dangerous act unless the user has recently proven the second factor or the passkey (RFC 9470). A key needs no
  /// sign-in.
  ///
  /// - Throws: `Problem` 401 `insufficient_user_authentication`.
  func requireRecentSignIn(_ caller: AdministrationCaller) throws(Problem) {
    guard case .administrator(_, let session, _) = caller.actor else { return }
    let proven = session.proofs.filter { $0.assurance == .secondFactor }.map(\.provenAt).max()
    guard let proven, clock.now.timeIntervalSince(proven) <= TimeInterval(recentSignIn) else {
      throw Problem.recentSignInRequired(within: recentSignIn)
    }
  }
}

extension Problem {
  /// 401: the browser has no session of an administrator.
  static var administratorSignedOut: Problem {
    .notProven(
      WireCode.signedOut, "You are signed out of the administration. Open \(AdministrationPath.signIn).")
  }
}
