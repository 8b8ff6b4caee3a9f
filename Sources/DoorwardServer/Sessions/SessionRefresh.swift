import DoorwardHTTP
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Exchanges a refresh token for its successor (RFC 6749 §6, with rotation and reuse detection as
/// RFC 9700 §4.14.2 asks).
///
/// A token is used once. Its answer can get lost, so the same use again gets the same successor while
/// that is unused: recognized by the `Idempotency-Key`, or, without one, by ten seconds. Every other use
/// of a spent token means two parties hold it, and ends the session for both.
struct SessionRefresh: Sendable {
  /// How long a lost answer may be asked for again without an `Idempotency-Key`, in seconds.
  static let graceWithoutKey: TimeInterval = 10

  let store: any Store
  let clock: WallClock
  let secrets: SessionSecrets

  /// The session after one rotation, with the user it belongs to.
  struct Outcome: Sendable {
    let user: User
    let session: Session
  }

  /// Rotates the session's token.
  ///
  /// - Parameters:
  ///   - claim: a refresh token as read.
  ///   - application: who asks; a token belongs to the application it was issued to.
  ///   - idempotencyKey: the client's name for this one use.
  ///   - nearKey: what the chain just said of the session's NEAR key, where it was asked.
  /// - Returns: the session with the number of its next token.
  /// - Throws: ``Problem`` 400 `invalid_grant`; ``StoreError``.
  func rotate(
    _ claim: SessionSecrets.RefreshClaim, for application: Application, idempotencyKey: String?,
    nearKey: NEARSessionKey? = nil
  ) async throws -> Outcome {
    let now = clock.now
    let keyHash = idempotencyKey.map { SHA256.hash([UInt8]($0.utf8)) }
    let outcome: Outcome? = try await store.write { transaction in
      guard var session = try transaction.lockedSession(claim.session), try secrets.proves(claim, session),
        session.applicationID == application.id, session.carrier == .tokens, session.isLive(at: now),
        SessionAllowance(session, of: application).isRefreshable,
        let user = try transaction.user(session.userID)
      else { return nil }
      if let nearKey { session.confirm(nearKey) }
      session.lastUsedAt = now
      switch use(of: claim, session.refresh, keyHash, now) {
      case .first:
        session.refresh = RefreshState(
          counter: claim.counter + 1, rotatedAt: now, idempotencyKeyHash: keyHash)
      case .repeated:
        break
      case .reuse:
        session.endedAt = now
        try transaction.update(session)
        return nil
      }
      try transaction.update(session)
      return Outcome(user: user, session: session)
    }
    guard let outcome else { throw Problem.invalidGrant }
    return outcome
  }

  private enum Use {
    case first, repeated, reuse
  }

  private func use(
    of claim: SessionSecrets.RefreshClaim, _ state: RefreshState, _ keyHash: [UInt8]?, _ now: Date
  ) -> Use {
    if claim.counter == state.counter { return claim.counter < UInt64.max ? .first : .reuse }
    // Only the latest token spent can have an unused successor.
    guard state.counter > 0, claim.counter == state.counter - 1, let rotatedAt = state.rotatedAt else {
      return .reuse
    }
    if let known = state.idempotencyKeyHash {
      return keyHash.map { constantTimeEquals($0, known) } == true ? .repeated : .reuse
    }
    guard keyHash == nil, now.timeIntervalSince(rotatedAt) <= Self.graceWithoutKey else { return .reuse }
    return .repeated
  }
}

extension Problem {
  static var invalidGrant: Problem {
    Problem(
      status: 400, code: "invalid_grant",
      detail: "The refresh token is not valid here: it is spent, expired, ended or another application's.")
  }
}
