/// The types of events. The names are stable; `docs/events.md` lists them with their members.
package enum EventType: String, Sendable, CaseIterable {
  // MARK: Sign-ins and sessions
  case sessionStarted = "session.started"
  case sessionRenewed = "session.renewed"
  case sessionEnded = "session.ended"
  case sessionsEnded = "sessions.ended"
  case signInRefused = "sign_in.refused"
  case codeRequested = "code.requested"

  // MARK: Accounts
  case userCreated = "user.created"
  case userRegistered = "user.registered"
  case userChanged = "user.changed"
  case userClaimed = "user.claimed"
  case userExported = "user.exported"
  case userBanned = "user.banned"
  case userUnbanned = "user.unbanned"
  case deletionScheduled = "user.deletion_scheduled"
  case deletionCanceled = "user.deletion_canceled"
  case userDeleted = "user.deleted"
  case usersImported = "users.imported"
  case photoChanged = "photo.changed"
  case photoRemoved = "photo.removed"

  // MARK: Ways to sign in
  case identityAdded = "identity.added"
  case identityRemoved = "identity.removed"
  case identityChanged = "identity.changed"
  case passwordChanged = "password.changed"
  case passwordReset = "password.reset"
  case factorAdded = "factor.added"
  case factorRemoved = "factor.removed"
  case factorsRemoved = "factors.removed"
  case recoveryCodesReplaced = "recovery_codes.replaced"
  case accountSecured = "account.secured"

  // MARK: Applications
  case consentGiven = "consent.given"
  case consentWithdrawn = "consent.withdrawn"
  case deviceRegistered = "device.registered"
  case deviceApproved = "device.approved"
  case deviceDenied = "device.denied"
  case rolesChanged = "roles.changed"
  case signInLinkCreated = "sign_in_link.created"
  case invitationSent = "invitation.sent"
  case invitationRevoked = "invitation.revoked"

  // MARK: The operator
  case applicationAdded = "application.added"
  case applicationChanged = "application.changed"
  case applicationRemoved = "application.removed"
  case clientSecretReplaced = "client_secret.replaced"
  case clientSecretRemoved = "client_secret.removed"
  case settingsChanged = "settings.changed"
  case apiKeyCreated = "api_key.created"
  case apiKeyRevoked = "api_key.revoked"
  case apiKeyRefused = "api_key.refused"
  case administratorAdded = "administrator.added"
  case administratorChanged = "administrator.changed"
  case administratorRemoved = "administrator.removed"
  case ownerLinkCreated = "owner_link.created"
  case administrationKeyCreated = "administration_key.created"
  case administrationKeyRevoked = "administration_key.revoked"
  case keyRotated = "key.rotated"
  case keyRevoked = "key.revoked"
  case deliveryFailed = "delivery.failed"
  case logoutFailed = "logout.failed"
  case messageTested = "message.tested"
  case backupMade = "backup.made"
  case webhookCreated = "webhook.created"
  case webhookChanged = "webhook.changed"
  case webhookRemoved = "webhook.removed"
  case webhookSecretReplaced = "webhook.secret_replaced"
  case webhookDisabled = "webhook.disabled"
  case webhookTested = "webhook.tested"
  case webhookReplayed = "webhook.replayed"

  // MARK: Refusals
  case actRefused = "act.refused"
  case refusalsOmitted = "refusals.omitted"
}

extension EventType {
  /// Whether a filter admits a type. A filter is the name of a type, or the beginning of names with its dot, such as `user.`.
  package static func matches(_ name: String, _ filter: String) -> Bool {
    filter.hasSuffix(".") ? name.hasPrefix(filter) : name == filter
  }

  /// Whether a filter admits at least one type.
  package static func isFilter(_ text: String) -> Bool {
    allCases.contains { matches($0.rawValue, text) }
  }
}
