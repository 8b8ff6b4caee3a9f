import HTTPCore
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
    /// There was nothing to ask, or nobody answered.
    case asBefore
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
    case .confirmed(let key): return key
    case .gone: throw Problem.invalidGrant
    }
  }

  /// Asks the chain again about the key behind a session, where it is time to.
  ///
  /// An account outlives its keys: sold, or rotated after a theft, it must take the thief's session with it.
  ///
  /// - Returns: what the chain says.
  /// - Throws: ``Problem`` 503 where the chain has been silent for too long.
  func keyStanding(of session: Session, store: any Store) async throws -> KeyStanding {
    let now = clock.now
    guard session.isLive(at: now), var key = session.nearKey,
      now.timeIntervalSince(key.confirmedAt) >= TimeInterval(lifetimes.nearKeyCheck)
    else { return .asBefore }
    guard let chain = chains[key.network], let account = try? NEARAccountID(parsing: key.accountID),
      let publicKey = try? NEARPublicKey(parsing: key.publicKey)
    else { return .gone }
    do {
      _ = try await chain.check(publicKey, of: account)
      key.confirmedAt = now
      return .confirmed(key)
    } catch let error as NEARError {
      guard error.isRPCUnavailability else {
        try await store.write { transaction in
          guard var ended = try transaction.lockedSession(session.id), ended.isLive(at: now) else { return }
          ended.endedAt = now
          try transaction.update(ended)
        }
        return .gone
      }
      guard now.timeIntervalSince(key.confirmedAt) < Self.toleratedSilence else {
        throw Problem.nearUnavailable
      }
      return .asBefore
    }
  }
}
