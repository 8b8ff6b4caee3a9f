import DoorwardHTTP
import NEAR

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NEARSignIn {
  /// How long a session goes on while no endpoint answers, in seconds. An outage of others' servers signs
  /// nobody out for a day; a key that is gone is noticed as soon as the chain can be asked again.
  static let toleratedSilence: TimeInterval = 24 * 3600

  /// What the chain says of the key behind a session.
  enum KeyStanding: Sendable {
    /// There was nothing to ask.
    case asBefore
    /// Nobody answered; how long that may go on is ``NEARSignIn/tolerateSilence(about:)``'s to say.
    case silent
    /// The key as confirmed now; whoever asked writes it down.
    case confirmed(NEARSessionKey)
    /// It is none of the account's any more, and the session has ended; or its network is no longer one
    /// that this server can ask.
    case gone
  }

  /// Asks the chain again about the key behind a refresh token, where it is time to.
  ///
  /// - Returns: the key as confirmed now; nil where there was nothing to ask.
  /// - Throws: ``Problem`` 400 `invalid_grant` where the chain says the key is gone, having ended the
  ///   session; 503 where the chain has been silent for too long.
  func confirmKey(
    behind claim: SessionSecrets.RefreshClaim, store: any Store, secrets: SessionSecrets
  ) async throws -> NEARSessionKey? {
    guard let session = try await store.read({ try $0.session(claim.session) }),
      try secrets.proves(claim, session),
      // A spent token gets no new successor; whether it is a repetition or a theft is not the chain's to say,
      // and no silence of the chain may put that off.
      claim.counter == session.refresh.counter
    else { return nil }
    switch try await keyStanding(of: session, store: store) {
    case .asBefore: return nil
    case .silent:
      try tolerateSilence(about: session)
      return nil
    case .confirmed(let key): return key
    case .gone: throw Problem.invalidGrant
    }
  }

  /// Whether it is time to ask the chain about the key behind a session.
  func isCheckDue(of session: Session) -> Bool {
    let now = clock.now
    guard session.isLive(at: now), let key = session.nearKey else { return false }
    return now.timeIntervalSince(key.confirmedAt) >= TimeInterval(lifetimes.nearKeyCheck)
  }

  /// Lets a session go on whose key the chain was silent about.
  ///
  /// - Throws: ``Problem`` 503 where it has been silent for too long.
  func tolerateSilence(about session: Session) throws(Problem) {
    guard let key = session.nearKey else { return }
    guard clock.now.timeIntervalSince(key.confirmedAt) < Self.toleratedSilence else { throw .nearUnavailable }
  }

  /// Asks the chain again about the key behind a session, where it is time to.
  ///
  /// An account outlives its keys: sold, or rotated after a theft, it must take the thief's session with it.
  ///
  /// - Returns: what the chain says.
  /// - Throws: ``StoreError``.
  func keyStanding(of session: Session, store: any Store) async throws -> KeyStanding {
    guard isCheckDue(of: session), let key = session.nearKey else { return .asBefore }
    let now = clock.now
    guard let chain = chains[key.network], let account = try? NEARAccountID(parsing: key.accountID),
      let publicKey = try? NEARPublicKey(parsing: key.publicKey)
    else { return .gone }
    do {
      _ = try await chain.check(publicKey, of: account)
      return .confirmed(
        NEARSessionKey(
          network: key.network, accountID: key.accountID, publicKey: key.publicKey, confirmedAt: now))
    } catch let error as NEARError {
      guard !error.isRPCUnavailability else { return .silent }
      return try await end(session.id, openedBy: key, at: now, store) ? .gone : .asBefore
    }
  }

  /// Ends a session whose key is gone.
  ///
  /// - Returns: false where a sign-in has put another key in its place since the chain was asked.
  private func end(
    _ id: Session.ID, openedBy key: NEARSessionKey, at now: Date, _ store: any Store
  ) async throws -> Bool {
    try await store.write { transaction in
      guard var session = try transaction.lockedSession(id) else { return true }
      guard session.nearKey?.isSameKey(as: key) == true else { return false }
      session.endedAt = now
      try transaction.update(session)
      return true
    }
  }
}
