import DoorwardStore

/// How many times one network, or one user, may do something in a minute.
package struct RateLimitSettings: Sendable, Equatable {
  package var signInPerMinute: Int64 = 10
  package var challengePerMinute: Int64 = 60
  /// Browser sign-ins and sign-outs that begin, and steps of their pages, each.
  package var browserSignInPerMinute: Int64 = 60
  package var refreshPerMinute: Int64 = 60
  /// Device authorizations that begin, and user codes that are tried, each.
  package var devicePerMinute: Int64 = 10
  /// Changes that one user makes to the account.
  package var accountWritePerMinute: Int64 = 120
  /// Backend calls without a live API key.
  package var apiKeyFailurePerMinute: Int64 = 10

  /// The defaults.
  package init() {}
}
