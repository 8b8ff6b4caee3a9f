package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Identifies the caller of a request by its bearer token, or by the hosted page's cookie.
///
/// A valid token is not enough: its session must also be live in the store. So a sign-out, the deletion of a user or
/// the end of a session takes effect at the next call.
package struct CallerGate: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let tokens: TokenVerifier
  private let applications: ApplicationDirectory
  private let lifetimes: Lifetimes

  package init(
    store: any Store, clock: WallClock, tokens: TokenVerifier, applications: ApplicationDirectory,
    lifetimes: Lifetimes
  ) {
    self.store = store
    self.clock = clock
    self.tokens = tokens
    self.applications = applications
    self.lifetimes = lifetimes
  }

  /// A caller, the scopes that the caller's token has now, and the view that was read in the same snapshot.
  package struct Admitted<View: Sendable>: Sendable {
    package let caller: Caller
    package let scopes: Scopes
    package let view: View
  }

  /// The caller of a call that requires the account token.
  ///
  /// - Throws: `Problem` 401 `missing_token` or `invalid_token`.
  package func account(_ request: HTTPRequest) async throws -> Caller {
    guard let caller = try await optionalAccount(request) else { throw Problem.missingToken() }
    return caller
  }

  /// The caller, if the request carries an account token; nil if it carries none.
  package func optionalAccount(_ request: HTTPRequest) async throws -> Caller? {
    try await proven(request, accepting: [.account], showsUser: false) { _, _ in }?.caller
  }

  /// The caller of a call that requires an access token with `scope`.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - scope: the scope that the token needs.
  ///   - orAccount: whether the account token opens the call too.
  ///   - view: reads more of the caller in the snapshot that shows the session to be live.
  /// - Returns: the caller.
  /// - Throws: `Problem` 401 as ``account(_:)``, 403 `insufficient_scope`.
  package func access<View: Sendable>(
    _ request: HTTPRequest, scope: Scope, orAccount: Bool,
    reading view: @escaping @Sendable (Caller, any StoreReading) throws -> View
  ) async throws -> Admitted<View> {
    let uses: [TokenUse] = orAccount ? [.account, .access] : [.access]
    guard let admitted = try await proven(request, accepting: uses, showsUser: true, reading: view) else {
      throw Problem.missingToken(orAccount ? "an access token or an account token" : "an access token")
    }
    guard admitted.scopes.contains(.account) || admitted.scopes.contains(scope) else {
      throw Problem.insufficientScope(scope)
    }
    return admitted
  }

  /// Refuses a sign-in that is too old for the call (RFC 9470).
  ///
  /// - Throws: `Problem` 401 `insufficient_user_authentication`.
  package func requireRecentSignIn(_ caller: Caller) throws(Problem) {
    // An anonymous user has no identity to sign in with, so the user cannot provide a more recent sign-in. A
    // registered user can still have a session that was opened while the user was anonymous. Such a session has no
    // proof, regardless of its age.
    guard caller.user.kind == .registered else { return }
    guard !caller.session.isAnonymous, isRecent(caller.session.authenticatedAt) else {
      throw Problem.recentSignInRequired(within: lifetimes.recentSignIn)
    }
  }

  /// Refuses the session of an administrator's link, in which the user has proven nothing.
  ///
  /// - Throws: `Problem` 401 `insufficient_user_authentication`.
  package func requireProof(_ caller: Caller) throws(Problem) {
    guard !caller.session.isByLink else {
      throw Problem.recentSignInRequired(within: lifetimes.recentSignIn)
    }
  }

  /// Whether the user has recently proven an identity in this session by one of the methods.
  package func hasRecentProof(by methods: Set<SignInMethodName>, _ caller: Caller) -> Bool {
    caller.session.proofs.contains { proof in
      proof.identity != nil && methods.contains(proof.method) && isRecent(proof.provenAt)
    }
  }

  private func isRecent(_ moment: Date) -> Bool {
    clock.now.timeIntervalSince(moment) <= TimeInterval(lifetimes.recentSignIn)
  }

  /// The live session behind an identifier, with its user and application; nil if there is none.
  ///
  /// `client` is the client of the request.
  package func live(_ id: Session.ID, _ client: ClientDescription) async throws -> Caller? {
    try await live(id, client, prefetching: .call(by: id)) { _, _ in }?.caller
  }

  private func live<View: Sendable>(
    _ id: Session.ID, _ client: ClientDescription, prefetching reads: PrefetchedReads,
    reading view: @escaping @Sendable (Caller, any StoreReading) throws -> View
  ) async throws -> (caller: Caller, view: View)? {
    let now = clock.now
    return try await store.read(prefetching: reads) { [applications] snapshot in
      guard let session = try snapshot.session(id), session.isLive(at: now),
        let user = try snapshot.user(session.userID), let application = applications[session.applicationID]
      else { return nil }
      let caller = Caller(user: user, session: session, application: application, client: client)
      return (caller, try view(caller, snapshot))
    }
  }

  /// The caller that a verified token belongs to, and the scopes that the token has now.
  ///
  /// - Parameters:
  ///   - claims: the token.
  ///   - client: the client of the request.
  ///   - view: reads more of the caller in the snapshot that shows the session to be live.
  /// - Returns: the caller; nil if the session has ended or the token no longer gives access.
  /// - Throws: ``StoreError``, or the error of `view`.
  package func admit<View: Sendable>(
    _ claims: TokenVerifier.Claims, _ client: ClientDescription,
    reading view: @escaping @Sendable (Caller, any StoreReading) throws -> View
  ) async throws -> Admitted<View>? {
    try await admit(claims, client, showsUser: false, reading: view)
  }

  private func admit<View: Sendable>(
    _ claims: TokenVerifier.Claims, _ client: ClientDescription, showsUser: Bool,
    reading view: @escaping @Sendable (Caller, any StoreReading) throws -> View
  ) async throws -> Admitted<View>? {
    let reads: PrefetchedReads =
      showsUser
      ? .refresh(of: claims.session, applicationID: claims.clientID) : .call(by: claims.session)
    guard let (caller, view) = try await live(claims.session, client, prefetching: reads, reading: view),
      caller.user.id == claims.user, caller.application.id == claims.clientID,
      let opened = caller.allowance.left(of: claims.scopes)
    else { return nil }
    return Admitted(caller: caller, scopes: opened, view: view)
  }

  private func proven<View: Sendable>(
    _ request: HTTPRequest, accepting uses: [TokenUse], showsUser: Bool,
    reading view: @escaping @Sendable (Caller, any StoreReading) throws -> View
  ) async throws -> Admitted<View>? {
    guard let text = try request.bearerToken() else { return nil }
    let named = try request.applicationID()
    let claims = try await tokens.verify(text, accepting: uses)
    guard named ?? claims.clientID == claims.clientID,
      let admitted = try await admit(claims, request.clientDescription, showsUser: showsUser, reading: view)
    else {
      throw Problem.invalidToken
    }
    return admitted
  }
}

extension Problem {
  /// 403 for a caller who is known and may not do this (RFC 6750 §3.1).
  ///
  /// - Parameters:
  ///   - detail: the sentence of the problem.
  ///   - scope: the scope that the call needs; nil if another scope would not help.
  /// - Returns: the problem.
  package static func insufficientScope(_ detail: String, needs scope: String? = nil) -> Problem {
    let needed = scope.map { ", scope=\"\($0)\"" } ?? ""
    return Problem(
      status: 403, code: WireCode.insufficientScope, detail: detail,
      fields: ["WWW-Authenticate": "Bearer error=\"insufficient_scope\"\(needed)"])
  }

  /// 403 for a valid token that does not open the call.
  package static func insufficientScope(_ scope: Scope) -> Problem {
    insufficientScope("This call needs a token with the scope \(scope.rawValue).", needs: scope.rawValue)
  }
}
