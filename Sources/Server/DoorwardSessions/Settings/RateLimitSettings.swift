package import DoorwardServerRules
import DoorwardStore

/// The requests that one network, one user or one address may make, in a minute if the name does not say otherwise.
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
  /// Backend calls without a valid API key.
  package var apiKeyFailurePerMinute: Int64 = 10
  /// The seconds between two codes for one address.
  package var codePause = StandardLimits.codePause
  /// Codes that are sent to one address in an hour.
  package var codePerHourAndAddress: Int64 = 5
  /// Codes that clients of one network ask for in an hour.
  package var codePerHourAndNetwork: Int64 = 30
  /// User codes of devices that a signed-in user tries in ten minutes, in one session.
  package var userCodePerSession: Int64 = 10
  package var guesses = GuessSettings()

  /// The defaults.
  package init() {}
}
