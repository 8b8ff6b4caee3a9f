package import DoorwardStore
package import JOSE

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  import Foundation
#endif

/// The course of a signing key: published, then signing, then retired, then expired.
///
/// It is published for ``settlingTime`` before it signs, so that every cache has seen it; and for
/// ``lingeringTime`` after it was retired, so that what it signed lives out its time. Then it is expired: no
/// backend is told of it and nothing that bears its name is believed, since nothing it signed in its time can
/// still be good, and a copy of it that somebody kept must be good for nothing.
package enum SigningKeySchedule {
  /// What there may be keys for, that of every access token first.
  package static let algorithms: [JWSAlgorithm] = [.es256, .rs256]
  /// How long others may keep the published set, in seconds.
  package static let publishedMaxAge = 300
  /// How old what this process knows of the keys may be; a retired key may sign for so long.
  package static let refreshInterval: TimeInterval = 60
  /// How long a new key is published before it signs: twice what a cache may keep.
  package static let settlingTime: TimeInterval = 600
  /// How far the clock of a backend may be behind.
  private static let clockSkew: TimeInterval = 300
  /// How long a retired key is published and believed.
  ///
  /// The longest life a token can be given and not the one it is given now, which may have been longer when
  /// the key signed.
  package static let lingeringTime =
    TimeInterval(Lifetimes.accessTokenRange.upperBound) + refreshInterval + clockSkew

  /// Whether what a key signed may still be valid.
  package static func isInForce(_ record: SigningKeyRecord, at now: Date) -> Bool {
    isBelieved(record, for: lingeringTime, at: now)
  }

  /// Whether what a key signed may still say whom a client means, or which session it would end: an ID token is
  /// shown again for as long as its session lives, and a forged one opens nothing.
  package static func provesHints(_ record: SigningKeyRecord, at now: Date) -> Bool {
    let longest = TimeInterval(Lifetimes.sessionRange.upperBound)
    return isBelieved(record, for: longest + lingeringTime, at: now)
  }

  private static func isBelieved(
    _ record: SigningKeyRecord, for time: TimeInterval, at now: Date
  ) -> Bool {
    guard record.revokedAt == nil else { return false }
    return record.retiredAt.map { now < $0.addingTimeInterval(time) } ?? true
  }

  /// The key that signs with an algorithm at a moment.
  package static func active(
    of records: [SigningKeyRecord], _ algorithm: JWSAlgorithm, at now: Date
  ) -> SigningKeyRecord? {
    let unretired = records.filter {
      $0.algorithm == algorithm.rawValue && $0.revokedAt == nil && ($0.retiredAt.map { now < $0 } ?? true)
    }
    // The newest key that every cache has had time to see; on a young server, the oldest there is.
    let settled = unretired.last { now.timeIntervalSince($0.createdAt) >= settlingTime }
    return settled ?? unretired.first
  }

  /// The algorithms that some key goes on signing with: one neither revoked nor retired, be that ahead.
  package static func continuing(_ records: [SigningKeyRecord]) -> Set<JWSAlgorithm> {
    Set(
      records.filter { $0.revokedAt == nil && $0.retiredAt == nil }
        .compactMap { JWSAlgorithm(rawValue: $0.algorithm) })
  }
}
