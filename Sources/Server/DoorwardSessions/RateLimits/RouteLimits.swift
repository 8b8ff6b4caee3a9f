package import DoorwardHTTP

/// The limits of this server. Each is the name of a rule of ``RequestLimits``, or of several.
extension RouteLimit {
  // MARK: Of the network of the client

  package static let challenge = RouteLimit(rawValue: "challenge")
  /// The challenge of a sign-in with a passkey. The hosted page takes one each time it is opened, so these challenges use
  /// up no others.
  package static let passkeyChallenge = RouteLimit(rawValue: "passkey_challenge")
  package static let signIn = RouteLimit(rawValue: "sign_in")
  package static let refresh = RouteLimit(rawValue: "refresh")
  /// A browser arrives from another site. Any website can send its visitors here and use up the limit of their
  /// network, so no other request is counted with this one.
  package static let navigation = RouteLimit(rawValue: "navigation")
  /// A step of a hosted page. No other site can cause it.
  package static let pageStep = RouteLimit(rawValue: "page_step")
  package static let deviceAuthorization = RouteLimit(rawValue: "device")
  /// A device polls for its sign-in. The limit is high enough for all devices that may wait in one network, because
  /// a client stops at a refusal that RFC 8628 §3.5 does not define.
  package static let devicePoll = RouteLimit(rawValue: "device_poll")
  package static let userCode = RouteLimit(rawValue: "user_code")
  /// A backend call without a valid API key, or a client without its secret.
  package static let apiKeyFailure = RouteLimit(rawValue: "api_key_failure")

  // MARK: Of a user, a session or an address

  /// A change that a user makes to the account.
  package static let accountWrite = RouteLimit(rawValue: "account_write")
  /// The removal of a session, an identity or the account, by a session.
  package static let accountRemoval = RouteLimit(rawValue: "account_removal")
  /// A user code that a session tries.
  package static let userCodeOfSession = RouteLimit(rawValue: "user_code_of_session")
  /// A message with a code or an invitation, to an address and for a network.
  package static let code = RouteLimit(rawValue: "code")
  /// A link by which an administrator lets a user in. Each sends notices to the user.
  package static let signInLink = RouteLimit(rawValue: "sign_in_link")
  /// A message with a code that is a second factor, to a user and for a network.
  package static let factorCode = RouteLimit(rawValue: "factor_code")
}
