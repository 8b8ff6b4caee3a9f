import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Recognizes the repetition of a sign-in whose response was lost, by the proof and the `Idempotency-Key`.
///
/// A sign-in with a key opens a session whose identifier is derived from the challenge and the key. So the session of
/// a repetition is found without another row in the store. The repetition gets that session while the refresh token
/// of the first response is unused.
struct SignInRepetition: Sendable {
  /// The session that the sign-in opens, or has opened.
  let session: Session.ID
  let keyHash: [UInt8]
  private let opening: SessionOpening

  /// Returns nil if the request has no key: then a repetition is a new sign-in.
  init?(of challenge: ChallengeID, _ opening: SessionOpening) {
    guard let key = opening.idempotencyKey else { return nil }
    keyHash = RefreshRotation.hash(ofKey: key)
    let digest = SHA256.hash([UInt8]("sign-in".utf8) + challenge.bytes + keyHash)
    session = Session.ID(
      at: challenge.issuedAt, entropy: Array(digest.prefix(Session.ID.entropyLength)))
    self.opening = opening
  }

  /// - Returns: nil if no sign-in with this proof of `identity` and this key has succeeded, or if its response has been
  ///   used.
  func outcome(
    at now: Date, of identity: @autoclosure () throws -> Identity.ID?, in transaction: any StoreWriting
  ) throws -> SignInOutcome? {
    guard let session = try transaction.lockedSession(session), session.isLive(at: now),
      session.applicationID == opening.application.id, session.carrier == opening.carrier,
      session.refresh.counter == 0, let known = session.refresh.keyHash,
      constantTimeEquals(known, keyHash), let identity = try identity(),
      session.proofs.contains(where: { $0.identity == identity }),
      let user = try transaction.user(session.userID)
    else { return nil }
    return .signedIn(
      SignedIn(
        user: user, session: session, isNewUser: user.createdAt == session.createdAt,
        view: try UserView(user, for: opening.application.id, in: transaction),
        device: opening.device?.adding(user.id, at: now)))
  }
}
