import DoorwardHTTP

extension ServerContext {
  var challengeRule: RateLimiter.Rule { .perMinute("challenge", configuration.rateLimits.challengePerMinute) }
  var signInRule: RateLimiter.Rule { .perMinute("sign_in", configuration.rateLimits.signInPerMinute) }
  var refreshRule: RateLimiter.Rule { .perMinute("refresh", configuration.rateLimits.refreshPerMinute) }
  var accountWriteRule: RateLimiter.Rule {
    .perMinute("account_write", configuration.rateLimits.accountWritePerMinute)
  }

  /// Counts a change that a user makes to the account, from whatever session.
  ///
  /// - Throws: ``Problem`` 429.
  func admitWrite(by caller: Caller) async throws(Problem) {
    try await limiter.admit(caller.user.id, accountWriteRule)
  }

  /// Counts a removal: of a session, an identity or the account. It is counted for the session, so that a thief with
  /// a session of the account cannot keep its owner from removing what is the thief's.
  ///
  /// - Throws: ``Problem`` 429.
  func admitRemoval(by caller: Caller) async throws(Problem) {
    try await limiter.admit(caller.session.id, accountWriteRule)
  }

  var apiKeyFailureRule: RateLimiter.Rule {
    .perMinute("api_key_failure", configuration.rateLimits.apiKeyFailurePerMinute)
  }
}
