package import DoorwardStore
package import JOSE

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The life of a signing key: published, signing, retired, expired.
///
/// A key is published for ``settlingTime`` before it signs, so that every cache has it. It stays published for
/// ``lingeringTime`` after it was retired, so that its tokens stay valid until they expire. After that the key has
/// expired: it is no longer published, and its signatures are rejected. A stolen copy of an expired key is therefore
/// useless.
package enum SigningKeySchedule {
  /// The algorithms that keys may have. The algorithm of every access token is the first.
  package static let algorithms: [JWSAlgorithm] = [.es256, .rs256]
  /// The time for which clients may cache the published key set, in seconds.
  package static let publishedMaxAge = 300
  /// The maximum age of this process's copy of the keys. A retired key may sign for this time.
  package static let refreshInterval: TimeInterval = 60
  /// The time for which a new key is published before it signs: twice the cache time.
  package static let settlingTime: TimeInterval = 600
  /// The tolerance for a backend's clock that is slow.
  private static let clockSkew: TimeInterval = 300
  /// The time for which a retired key stays published and accepted.
  ///
  /// It depends on the longest lifetime that a token may have. The configured lifetime may have been longer when the
  /// key signed.
  package static let lingeringTime =
    TimeInterval(Lifetimes.accessTokenRange.upperBound) + refreshInterval + clockSkew

  /// Whether a token that the key signed may still be valid.
  package static func isInForce(_ record: SigningKeyRecord, at now: Date) -> Bool {
    isBelieved(record, for: lingeringTime, at: now)
  }

  /// Whether an ID token that the key signed is accepted as a hint of a user or of a session to end. A client sends
  /// an ID token again during the whole life of its session. A forged hint gives no access.
  package static func provesHints(_ record: SigningKeyRecord, at now: Date) -> Bool {
    let longest = TimeInterval(Lifetimes.sessionRange.upperBound)
    return isBelieved(record, for: longest + lingeringTime, at: now)
  }

  /// The time from which no token that the key signed is accepted; nil if the key still signs. It can be in the future.
  package static func end(of record: SigningKeyRecord) -> Date? {
    record.revokedAt ?? record.retiredAt?.addingTimeInterval(lingeringTime)
  }

  private static func isBelieved(
    _ record: SigningKeyRecord, for time: TimeInterval, at now: Date
  ) -> Bool {
    guard record.revokedAt == nil else { return false }
    return record.retiredAt.map { now < $0.addingTimeInterval(time) } ?? true
  }

  /// The key that signs with an algorithm at a given time.
  package static func active(
    of records: [SigningKeyRecord], _ algorithm: JWSAlgorithm, at now: Date
  ) -> SigningKeyRecord? {
    let unretired = records.filter {
      $0.algorithm == algorithm.rawValue && $0.revokedAt == nil && ($0.retiredAt.map { now < $0 } ?? true)
    }
    // The newest key that every cache has; on a new server, the oldest key.
    let settled = unretired.last { now.timeIntervalSince($0.createdAt) >= settlingTime }
    return settled ?? unretired.first
  }

  /// The algorithms that have a key which is not revoked and has no time of retirement.
  package static func continuing(_ records: [SigningKeyRecord]) -> Set<JWSAlgorithm> {
    Set(
      records.filter { $0.revokedAt == nil && $0.retiredAt == nil }
        .compactMap { JWSAlgorithm(rawValue: $0.algorithm) })
  }
}
