import DoorwardHTTP

extension ServerContext {
  /// What a browser is sent to from elsewhere. Any website can send its visitors there, and so use up what
  /// their network may do: which is why nothing else is counted by this rule.
  var navigationRule: RateLimiter.Rule {
    .perMinute("navigation", configuration.rateLimits.browserSignInPerMinute)
  }

  /// What the pages behind ask as a person goes on, which no other site can make them ask.
  var pageStepRule: RateLimiter.Rule {
    .perMinute("page_step", configuration.rateLimits.browserSignInPerMinute)
  }
}
