import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Recognizes the repetition of a sign-in whose response was lost, by the proof and the `Idempotency-Key`.
///
/// A sign-in with a key opens a session whose identifier is derived from the proof and the key. So the session of
/// a repetition is found without another row in the store. The repetition gets that session while the refresh token
/// of the first response is unused. A sign-in that renews the caller's session, or waits for a second factor, opens none and
/// leaves a mark.
struct SignInRepetition: Sendable {
  /// The session that the sign-in opens, or has opened.
  let session: Session.ID
  let request: RepeatableRequest
  private let opening: SessionOpening

  private init?(_ request: RepeatableRequest?, _ opening: SessionOpening) {
    guard let request else { return nil }
    self.request = request
    session = Self.session(of: request)
    self.opening = opening
  }

  /// The sign-in by a proof, with a challenge or without one.
  init?(of proof: VerifiedProof, _ opening: SessionOpening) {
    self.init(
      Self.request(
        answering: proof.challenge?.id, by: proof.identity.key, of: opening.application,
        key: opening.idempotencyKey), opening)
  }

  /// Returns nil if the request has no key: then a repetition is a new sign-in.
  init?(of challenge: ChallengeID, _ opening: SessionOpening) {
    self.init(RepeatableRequest(answering: challenge, key: opening.idempotencyKey), opening)
  }

  /// The sign-in by a proof without a challenge, such as a password. Each request with it has been verified.
  init?(of identity: IdentityKey, _ opening: SessionOpening) {
    self.init(
      Self.request(answering: nil, by: identity, of: opening.application, key: opening.idempotencyKey),
      opening)
  }

  /// The sign-in of a new anonymous user. The key is its only proof.
  init?(ofAnonymousUser opening: SessionOpening) {
    self.init(
      RepeatableRequest(of: [opening.application.id, "anonymous"], secretKey: opening.idempotencyKey),
      opening)
  }

  /// The session that a sign-in with a key opens, by a proof with a challenge or without one.
  static func session(
    answering challenge: ChallengeID?, by identity: IdentityKey, of application: Application, key: String?
  ) -> Session.ID? {
    request(answering: challenge, by: identity, of: application, key: key).map(session)
  }

  private static func request(
    answering challenge: ChallengeID?, by identity: IdentityKey, of application: Application, key: String?
  ) -> RepeatableRequest? {
    if let challenge { return RepeatableRequest(answering: challenge, key: key) }
    let scope = [application.id, identity.kind.rawValue, identity.identifier, identity.realm ?? ""]
    return RepeatableRequest(of: scope, key: key)
  }

  private static func session(of request: RepeatableRequest) -> Session.ID { request.id("sign-in") }

  /// - Returns: nil if no sign-in with this proof of `identity` and this key has succeeded, or if its response has been
  ///   used.
  func outcome(
    at now: Date, of identity: @autoclosure () throws -> Identity.ID?, in transaction: any StoreWriting
  ) throws -> SignInOutcome? {
    guard let session = try transaction.lockedSession(session) else { return nil }
    return try outcome(session, at: now, of: try identity(), in: transaction)
  }

  /// The same, with the session that was read.
  func outcome(
    _ session: Session, at now: Date, of identity: @autoclosure () throws -> Identity.ID?,
    in transaction: any StoreWriting
  ) throws -> SignInOutcome? {
    guard isUnanswered(session, at: now), let identity = try identity(),
      session.proofs.contains(where: { $0.identity == identity })
    else { return nil }
    return try signedIn(session, at: now, in: transaction).map(SignInOutcome.signedIn)
  }

  /// The anonymous user whose session was read; nil if the response has been used.
  func anonymousUser(
    _ session: Session, at now: Date, in transaction: any StoreWriting
  ) throws -> SignedIn? {
    guard session.isAnonymous, isUnanswered(session, at: now) else { return nil }
    return try signedIn(session, at: now, in: transaction)
  }

  /// Whether the session has been opened with this key, and the response may not have arrived.
  func isUnanswered(_ session: Session, at now: Date) -> Bool {
    guard session.isLive(at: now), session.applicationID == opening.application.id,
      session.carrier == opening.carrier, session.refresh.counter == 0, let known = session.refresh.keyHash
    else { return false }
    return constantTimeEquals(known, request.keyHash)
  }

  /// The request as the first step of a sign-in that waits for a second factor. The mark of a step is void once the account has
  /// been secured or the identity has another user.
  func firstStep(of identity: Identity?, in snapshot: any StoreReading) throws -> RepeatableRequest {
    let user = try identity.flatMap { try snapshot.user($0.userID) }
    return request.marked(by: user.map { "\($0.id.text) \($0.securedAt?.timeIntervalSince1970 ?? 0)" } ?? "")
  }

  /// The caller's session, if the sign-in with this key has renewed it by this identity.
  func renewal(
    at now: Date, by identity: Identity.ID?, in transaction: any StoreWriting
  ) throws -> SignedIn? {
    guard let identity = try identity.flatMap(transaction.identity), let current = opening.current,
      let session = try transaction.lockedSession(current.id),
      session.isRenewed(by: identity.userID, for: opening.application.id, as: opening.carrier, at: now),
      session.proofs.contains(where: { $0.identity == identity.id }), try transaction.isMarked(request)
    else { return nil }
    return try signedIn(session, isRenewed: true, at: now, in: transaction)
  }

  private func signedIn(
    _ session: Session, isRenewed: Bool = false, at now: Date, in transaction: any StoreWriting
  ) throws -> SignedIn? {
    guard let user = try transaction.user(session.userID) else { return nil }
    return SignedIn(
      user: user, session: session, isNewUser: !isRenewed && user.createdAt == session.createdAt,
      view: try UserView(user, for: opening.application.id, in: transaction),
      device: opening.device?.adding(user.id, at: now))
  }
}
