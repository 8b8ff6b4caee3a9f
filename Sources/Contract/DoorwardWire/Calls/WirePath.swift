/// The paths of the HTTP contract. `{id}` stands for one component; a function of the same name fills it in.
///
/// The paths of each sign-in method are beside its name: ``WireMethod``.
package enum WirePath {
  package static var health: String { "/healthz" }
  package static var readiness: String { "/readyz" }
  package static var openAPI: String { "/openapi.json" }
  package static var keySet: String { "/.well-known/jwks.json" }
  package static var serverMetadata: String { "/.well-known/oauth-authorization-server" }
  package static var openIDMetadata: String { "/.well-known/openid-configuration" }
  package static var changePassword: String { "/.well-known/change-password" }
  package static var relatedOrigins: String { "/.well-known/webauthn" }
  package static var passkeyEndpoints: String { "/.well-known/passkey-endpoints" }
  package static var appleAppSites: String { "/.well-known/apple-app-site-association" }
  package static var assetLinks: String { "/.well-known/assetlinks.json" }
  package static var configuration: String { "/v1/config" }

  package static var secondFactorVerify: String { "/v1/second-factor/verify" }
  package static var secondFactorEnroll: String { "/v1/second-factor/enroll" }
  package static var secondFactors: String { "/v1/second-factors" }
  package static var secondFactor: String { "/v1/second-factors/{id}" }
  package static var totp: String { "/v1/second-factors/totp" }
  package static var codeFactor: String { "/v1/second-factors/code" }
  package static var totpConfirm: String { "/v1/second-factors/totp/confirm" }
  package static var recoveryCodes: String { "/v1/recovery-codes" }

  package static var authorize: String { "/authorize" }
  package static var endSession: String { "/end-session" }
  package static var device: String { "/device" }
  package static var secure: String { "/secure" }
  package static var token: String { "/v1/token" }
  package static var deviceAuthorization: String { "/v1/device_authorization" }
  package static var revoke: String { "/v1/revoke" }
  package static var introspect: String { "/v1/introspect" }
  package static var userinfo: String { "/v1/userinfo" }

  package static var sessions: String { "/v1/sessions" }
  package static var session: String { "/v1/sessions/{id}" }
  package static var signOut: String { "/v1/sign-out" }
  package static var user: String { "/v1/user" }
  package static var export: String { "/v1/user/export" }
  package static var activity: String { "/v1/user/activity" }
  package static var userPhoto: String { "/v1/user/photo" }
  package static var photo: String { "/v1/photos/{id}" }
  package static var identities: String { "/v1/user/identities" }
  package static var identity: String { "/v1/user/identities/{id}" }
  package static var backendUsers: String { "/v1/users" }
  package static var backendUser: String { "/v1/users/{id}" }
  package static var userBan: String { "/v1/users/{id}/ban" }
  package static var userUnban: String { "/v1/users/{id}/unban" }
  package static var userSecondFactors: String { "/v1/users/{id}/second-factors" }
  package static var userSessions: String { "/v1/users/{id}/sessions" }
  package static var userSession: String { "/v1/users/{id}/sessions/{session}" }
  package static var invitations: String { "/v1/invitations" }
  package static var invitation: String { "/v1/invitations/{id}" }

  package static var administeredUsers: String { "/v1/admin/users" }
  package static var userSearch: String { "/v1/admin/user-search" }
  package static var administeredUser: String { "/v1/admin/users/{id}" }
  package static var administeredUserBan: String { "/v1/admin/users/{id}/ban" }
  package static var administeredUserUnban: String { "/v1/admin/users/{id}/unban" }
  package static var administeredUserKeep: String { "/v1/admin/users/{id}/keep" }
  package static var administeredUserReset: String { "/v1/admin/users/{id}/reset-message" }
  package static var administeredUserLink: String { "/v1/admin/users/{id}/sign-in-link" }
  package static var administeredUserSessions: String { "/v1/admin/users/{id}/sessions" }
  package static var administeredUserSession: String { "/v1/admin/users/{id}/sessions/{session}" }
  package static var administeredUserFactors: String { "/v1/admin/users/{id}/second-factors" }
  package static var administeredUserExport: String { "/v1/admin/users/{id}/export" }
  package static var administeredInvitations: String { "/v1/admin/invitations" }
  package static var administeredInvitation: String { "/v1/admin/invitations/{id}" }
  package static var administrators: String { "/v1/admin/administrators" }
  package static var administrator: String { "/v1/admin/administrators/{id}" }
  package static var administrationKeys: String { "/v1/admin/keys" }
  package static var administrationKey: String { "/v1/admin/keys/{id}" }
  package static var backendKeys: String { "/v1/admin/api-keys" }
  package static var backendKey: String { "/v1/admin/api-keys/{id}" }
  package static var signingKeys: String { "/v1/admin/signing-keys" }
  package static var signingKey: String { "/v1/admin/signing-keys/{id}" }
  package static var administeredApplications: String { "/v1/admin/applications" }
  package static var administeredApplication: String { "/v1/admin/applications/{id}" }
  package static var clientSecrets: String { "/v1/admin/applications/{id}/secrets" }
  package static var clientSecret: String { "/v1/admin/applications/{id}/secrets/{secret}" }
  package static var tokenPreview: String { "/v1/admin/applications/{id}/token-preview" }
  package static var settings: String { "/v1/admin/settings" }
  package static var settingsChanges: String { "/v1/admin/changes" }
  package static var undoneChange: String { "/v1/admin/changes/{id}/undo" }
  package static var administeredMessages: String { "/v1/admin/messages" }
  package static var messageTest: String { "/v1/admin/test-message" }
  package static var messageTemplate: String { "/v1/admin/templates/{name}" }
  package static var serverHealth: String { "/v1/admin/health" }
  package static var overview: String { "/v1/admin/overview" }
  package static var administeredEvents: String { "/v1/admin/events" }
  package static var eventCounts: String { "/v1/admin/event-counts" }
  package static var webhooks: String { "/v1/admin/webhooks" }
  package static var webhook: String { "/v1/admin/webhooks/{id}" }
  package static var webhookSecret: String { "/v1/admin/webhooks/{id}/secret" }
  package static var webhookTest: String { "/v1/admin/webhooks/{id}/test" }
  package static var webhookReplay: String { "/v1/admin/webhooks/{id}/replay" }
  package static var webhookDeliveries: String { "/v1/admin/webhooks/{id}/deliveries" }
  package static var webhookRetry: String { "/v1/admin/webhooks/{id}/deliveries/{event}/retry" }

  /// The path of one session. The caller has checked that the id needs no escaping.
  package static func session(_ id: String) -> String { "\(sessions)/\(id)" }

  /// The path of one second factor. The caller has checked that the id needs no escaping.
  package static func secondFactor(_ id: String) -> String { "\(secondFactors)/\(id)" }

  /// The path of one identity. The caller has checked that the id needs no escaping.
  package static func identity(_ id: String) -> String { "\(identities)/\(id)" }

  /// The path of one photo. The caller has checked that the id needs no escaping.
  package static func photo(_ id: String) -> String { "/v1/photos/\(id)" }

  /// The calls that answer errors in the form of OAuth (RFC 6749 §5.2).
  package static let oauthCalls: Set<String> = [token, revoke, introspect, deviceAuthorization]
}
