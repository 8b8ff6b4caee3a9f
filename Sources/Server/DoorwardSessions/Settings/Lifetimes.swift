import DoorwardServerRules
import DoorwardStore

/// Lifetimes and intervals, in seconds.
package struct Lifetimes: Sendable, Equatable {
  /// The allowed lifetimes of an access token. A retired signing key is accepted for as long as the longest.
  package static let accessTokenRange: ClosedRange<Int64> = 30...3600
  /// The allowed lifetimes of a session. A retired signing key verifies a client's hints for as long as the longest.
  package static let sessionRange: ClosedRange<Int64> = 300...(400 * 86400)

  package var accessToken = StandardLimits.accessTokenLifetime
  package var session = StandardLimits.sessionLifetime
  package var challenge = StandardLimits.challengeLifetime
  /// The maximum age of a sign-in for calls that require a recent one.
  package var recentSignIn = StandardLimits.recentSignIn
  /// The time for which a session continues without another check of a proof that can lapse.
  package var proofCheck: Int64 = 3600
  /// The time for which an anonymous user is kept after the user's last session.
  package var anonymousUser: Int64 = 30 * 24 * 3600
  /// The time for which an event is kept.
  package var event: Int64 = 400 * 24 * 3600

  /// The defaults.
  package init() {}
}
