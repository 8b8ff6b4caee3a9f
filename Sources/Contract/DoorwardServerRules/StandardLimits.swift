/// Times in seconds and numbers that every server has, or that are the default of a setting.
package enum StandardLimits {
  // MARK: The defaults of settings

  package static let accessTokenLifetime: Int64 = 15 * 60
  package static let sessionLifetime: Int64 = 30 * 24 * 3600
  package static let challengeLifetime: Int64 = 5 * 60
  /// The maximum age of a sign-in for calls that require a recent one.
  package static let recentSignIn: Int64 = 10 * 60
  /// The time in which a user can undo the deletion of the account.
  package static let deletionGrace: Int64 = 30 * 24 * 3600
  /// The time after which another code may be sent to an address.
  package static let codePause: Int64 = 60
  /// The identities of one user.
  package static let identities: Int64 = 100
  /// The time for which a newly added identity cannot remove an older one or delete the account.
  package static let newIdentityHold: Int64 = 24 * 3600

  // MARK: The same on every server

  /// The lifetime of a one-time code.
  package static let codeLifetime = 300.0
  /// The time that a user has for a passkey.
  package static let passkeyLifetime = 600.0
  /// The time that a user has for the second step of a sign-in, or to confirm an authenticator.
  package static let secondFactorLifetime = 600.0
  /// The authenticators of one user.
  package static let authenticators = 10
}
