import DoorwardStore

/// How long things live, in seconds.
package struct Lifetimes: Sendable, Equatable {
  /// The lifetimes that an access token may have. A retired signing key is accepted for as long as the longest.
  package static let accessTokenRange: ClosedRange<Int64> = 30...3600
  /// The lifetimes that a session may have. A retired signing key proves a client's hints for as long as the longest.
  package static let sessionRange: ClosedRange<Int64> = 300...(400 * 86400)

  package var accessToken: Int64 = 15 * 60
  package var session: Int64 = 30 * 24 * 3600
  package var challenge: Int64 = 5 * 60
  /// How old a sign-in may be for calls that need a recent one.
  package var recentSignIn: Int64 = 10 * 60
  /// How long a session continues without another check of a proof that can lapse.
  package var proofCheck: Int64 = 3600
  /// How long an anonymous user is kept after their last session.
  package var anonymousUser: Int64 = 30 * 24 * 3600

  /// The defaults.
  package init() {}
}
