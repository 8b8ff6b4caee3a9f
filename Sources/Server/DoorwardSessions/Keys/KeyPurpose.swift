/// The purposes of keys that are derived from the master key.
///
/// All of them are here, because the compiler refuses two cases with the same text. A text never changes: existing tokens,
/// cookies and rows need the key of the same text.
package enum KeyPurpose: String, Sendable, CaseIterable {
  /// The cookies of administrators.
  case administration
  /// The chain of events.
  case audit
  /// Content of repeated requests of backends.
  case backendRepetitions = "backend-repetitions"
  case challenges
  case codeChallenges = "code-challenges"
  case devices
  /// The identifiers for which guesses are counted.
  case guesses
  /// The secrets of guests.
  case guests = "guest"
  case listCursors = "list-cursors"
  /// Messages that wait for their delivery.
  case messages
  case noticeLinks = "notice-links"
  case passkeys
  /// The pepper of password hashes.
  case passwords
  /// The subjects of rate limits that processes share.
  case rateLimits = "rate-limits"
  /// Waiting sign-ins, and second factors that are being added.
  case secondFactors = "second-factors"
  /// The stored secrets of authenticators, and recovery codes.
  case secondFactorSecrets = "second-factor-secrets"
  /// Refresh tokens and cookies.
  case sessions
  /// The secrets among the settings, and the values before and after changes.
  case settings
  /// The links by which administrators let users in.
  case signInLinks = "sign-in-links"
  case signingKeys = "signing-keys"
  /// Requests that a page keeps: authorizations, devices, sign-outs.
  case tickets
  /// The codes that users type for a device.
  case userCodes = "user-codes"
  /// The secrets of webhooks.
  case webhooks
}
