import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Exchanges a refresh token for its successor (RFC 6749 §6, with the rotation and reuse detection of RFC 9700
/// §4.14.2).
///
/// A token can be used once. The response can get lost, so a repetition of the same request returns the same
/// successor while the successor is unused. The `Idempotency-Key` identifies a repetition. Without a key, a request
/// within ten seconds counts as one. Any other use of a spent token means that two parties have it, and ends the
/// session.
package struct SessionRefresh: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let secrets: SessionSecrets
  private let rechecks: SessionRechecks
  private let areOffered: @Sendable ([SessionProof], Application) -> Bool

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - secrets: verifies refresh tokens.
  ///   - rechecks: checks proofs again.
  ///   - areOffered: whether an application offers the sign-ins by all of some proofs.
  package init(
    store: any Store, clock: WallClock, secrets: SessionSecrets, rechecks: SessionRechecks,
    areOffered: @escaping @Sendable ([SessionProof], Application) -> Bool
  ) {
    self.store = store
    self.clock = clock
    self.secrets = secrets
    self.rechecks = rechecks
    self.areOffered = areOffered
  }

  /// A session after one rotation.
  package struct Outcome<View: Sendable>: Sendable {
    package let user: User
    package let session: Session
    package let key: SessionKey
    /// The view that the caller read in the transaction of the rotation.
    package let view: View
  }

  private enum Step<View: Sendable>: Sendable {
    case rotated(Outcome<View>)
    /// A proof of the session must be checked first. Nothing has changed.
    case recheck(Session)
    case refused
  }

  /// Rotates the token of a session.
  ///
  /// - Parameters:
  ///   - claim: a refresh token as it was read.
  ///   - application: the client. A token belongs to the application that it was issued to.
  ///   - idempotencyKey: the client's name for this request.
  ///   - view: runs in the transaction after every check that can refuse the token, and before the token is spent. An
  ///     error that it throws leaves the token unspent.
  /// - Returns: the session with the number of its next token.
  /// - Throws: `Problem` 400 `invalid_grant`; 503 if a proof of the session could not be checked for too long; the
  ///   errors of `view`; ``StoreError``.
  package func rotate<View: Sendable>(
    _ claim: SessionSecrets.RefreshClaim, for application: Application, idempotencyKey: String?,
    reading view: @escaping @Sendable (Session, User, any StoreReading) throws -> View
  ) async throws -> Outcome<View> {
    let keyHash = idempotencyKey.map(RefreshRotation.hash(ofKey:))
    switch try await step(claim, application, keyHash, isChecked: false, view) {
    case .rotated(let outcome): return outcome
    case .refused: throw Problem.invalidGrant
    case .recheck(let session):
      switch try await rechecks.recheck(session, isFrequent: false) {
      case .continues: break
      case .unknown(let problem): throw problem
      case .ended: throw Problem.invalidGrant
      }
      guard case .rotated(let outcome) = try await step(claim, application, keyHash, isChecked: true, view)
      else {
        throw Problem.invalidGrant
      }
      return outcome
    }
  }

  private func step<View: Sendable>(
    _ claim: SessionSecrets.RefreshClaim, _ application: Application, _ keyHash: [UInt8]?, isChecked: Bool,
    _ view: @escaping @Sendable (Session, User, any StoreReading) throws -> View
  ) async throws -> Step<View> {
    let now = clock.now
    let reads = PrefetchedReads.refresh(of: claim.session, applicationID: application.id)
    return try await store.writeAtRepeatableRead(prefetching: reads) { transaction in
      guard var session = try transaction.lockedSession(claim.session) else { return .refused }
      let key = try secrets.key(of: session)
      guard try key.proves(claim), session.applicationID == application.id, session.carrier == .tokens,
        session.isLive(at: now),
        SessionAllowance(session, of: application).isRefreshable,
        let user = try transaction.user(session.userID),
        // The settings may be newer than the session, or the user may have removed the factor. A user without an identity has
        // no other way in, so the session goes on.
        user.kind == .anonymous
          || (areOffered(session.latestProofs, application)
            && application.secondFactor.isMet(by: session.latestProofs))
      else { return .refused }
      let use = session.refresh.use(of: claim.counter, keyHash: keyHash, at: now)
      guard use != .reuse else {
        try transaction.end(session, because: .reusedCredential, by: .system, at: now)
        return .refused
      }
      // A repetition always receives the lost response. It must not depend on another service.
      if use == .first, !isChecked, rechecks.isDue(for: session) { return .recheck(session) }
      let read = try view(session, user, transaction)
      session.lastUsedAt = now
      if use == .first { session.refresh.rotate(keyHash: keyHash, at: now) }
      try transaction.updateRefresh(of: session)
      return .rotated(Outcome(user: user, session: session, key: key, view: read))
    }
  }
}
