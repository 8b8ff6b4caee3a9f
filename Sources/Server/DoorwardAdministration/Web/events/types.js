/** The types of events by which a list can be filtered, in the order of the list. */
export const types = [
  "session.started", "session.renewed", "session.ended", "sessions.ended", "sign_in.refused", "code.requested",
  "user.created", "user.registered", "user.changed", "user.claimed", "user.exported", "user.banned", "user.unbanned", "user.deletion_scheduled",
  "user.deletion_canceled", "user.deleted", "users.imported", "photo.changed", "photo.removed", "identity.added", "identity.changed", "identity.removed",
  "password.changed", "password.reset", "factor.added", "factor.removed", "factors.removed", "recovery_codes.replaced", "account.secured",
  "consent.given", "consent.withdrawn", "device.registered", "device.approved", "device.denied", "roles.changed", "sign_in_link.created",
  "invitation.sent", "invitation.revoked",
  "application.added", "application.changed", "application.removed", "client_secret.replaced", "client_secret.removed",
  "settings.changed", "administrator.added", "administrator.changed",
  "administrator.removed", "owner_link.created", "administration_key.created", "administration_key.revoked", "api_key.created", "api_key.revoked",
  "api_key.refused", "key.rotated", "key.revoked", "delivery.failed", "logout.failed", "message.tested", "backup.made", "webhook.created",
  "webhook.changed", "webhook.removed", "webhook.secret_replaced", "webhook.disabled", "webhook.tested", "webhook.replayed", "act.refused", "refusals.omitted",
];
