import DoorwardStore

/// The number of times that one network, or one user, may do an act in a minute.
package struct RateLimitSettings: Sendable, Equatable {
  package var signInPerMinute: Int64 = 10
  package var challengePerMinute: Int64 = 60
  /// Browser sign-ins and sign-outs that start, and steps of their pages; each is counted separately.
  package var browserSignInPerMinute: Int64 = 60
  package var refreshPerMinute: Int64 = 60
  /// Device authorizations that start, and user codes that are tried; each is counted separately.
  package var devicePerMinute: Int64 = 10
  /// Changes that one user makes to the account.
  package var accountWritePerMinute: Int64 = 120
  /// Backend calls without a live API key.
  package var apiKeyFailurePerMinute: Int64 = 10

  /// The defaults.
  package init() {}
}
