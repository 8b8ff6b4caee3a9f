"""The purpose of each value that the server issues: the members of answers that issue it, and the places that take any text.

purpose_operations.py declares the operations where values act, and the folder methods has what belongs to one sign-in
method. test_purposes.py fails if the OpenAPI document has an operation, a place or a response member that is not declared.
"""

import openapi
from methods import METHODS

# The texts of a profile, and the claims of OpenID Connect about a user.
PROFILE = {*openapi.profile_texts()}
CLAIMS = {
    name for name, schema in openapi.document()["components"]["schemas"]["Userinfo"]["properties"].items()
    if schema["type"] not in ("boolean", "integer")} - {"sub", "picture"}

# MARK: where values come from

# The members of successful answers that issue a value, with its kind. The schemas of answers without a name are named by
# their operation.
ISSUED: dict[str, dict[str, str]] = {
    "SecondFactorRequired": {"challenge_id": "second_factor_challenge"},
    "AuthenticatorEnrollment": {
        "challenge_id": "enrollment_challenge", "secret": "totp_secret", "uri": "totp_secret", "qr_code": "totp_secret"},
    "AddedSecondFactor": {"id": "factor_id", "identity_id": "identity_id", "recovery_codes": "recovery_code"},
    "RecoveryCodes": {"recovery_codes": "recovery_code"},
    "SecondFactor": {"id": "factor_id", "identity_id": "identity_id"},
    "Session": {"access_token": "access_token", "account_token": "account_token", "refresh_token": "refresh_token",
                "session_id": "session_id", "recovery_codes": "recovery_code"},
    "AccountSession": {"access_token": "access_token", "account_token": "account_token",
                       "refresh_token": "refresh_token", "session_id": "session_id", "id_token": "id_token"},
    "ClientTokens": {"access_token": "scoped_access_token", "refresh_token": "scoped_refresh_token",
                     "id_token": "id_token"},
    "User": {"id": "user_id", "picture": "photo_id"},
    "Administrator": {"user_id": "user_id"},
    "AdministeredUserList": {"next_cursor": "administered_users_cursor"},
    "AdministeredInvitation": {"id": "invitation_id"},
    "Event": {"id": "event_id", "user_id": "user_id", "session_id": "session_id"},
    "EventList": {"next_cursor": "events_cursor"},
    "Activity": {"id": "event_id", "session_id": "session_id"},
    "AdministeredInvitationList": {"next_cursor": "administered_invitations_cursor"},
    "AdministrationKey": {"id": "administration_key_id"},
    "CreatedAdministrationKey": {"id": "administration_key_id", "key": "administration_key"},
    "BackendKey": {"id": "backend_key_id"},
    "CreatedBackendKey": {"id": "backend_key_id", "key": "api_key"},
    "SigningKey": {"id": "signing_key_id"},
    "Webhook": {"id": "webhook_id"},
    "CreatedWebhook": {"id": "webhook_id"},
    "WebhookDeliveryList": {"next_cursor": "webhook_deliveries_cursor"},
    "TokenPreview": {"user_id": "user_id", "session_id": "session_id"},
    "SettingsChange": {"id": "settings_change_id"},
    "SettingsChangeList": {"next": "settings_change_id"},
    "CreatedClientSecret": {"id": "client_secret_id", "client_secret": "client_secret"},
    "SignInLink": {"link": "recovery_link"},
    "UserList": {"next_cursor": "users_cursor"},
    "Invitation": {"id": "invitation_id"},
    "InvitationList": {"next_cursor": "invitations_cursor"},
    "Identity": {"id": "identity_id"},
    "IdentityList": {"next_cursor": "identities_cursor"},
    "ActivityList": {"next_cursor": "activity_cursor"},
    "PageActivity": {"id": "event_id", "session_id": "session_id"},
    "PageActivityList": {"next_cursor": "activity_cursor"},
    "SessionList": {"next_cursor": "sessions_cursor"},
    "PageSessionList": {"next_cursor": "sessions_cursor"},
    "SessionRow": {"id": "session_id"},
    "PageSessionRow": {"id": "session_id"},
    "PageState": {"current_session_id": "session_id", "recovery_codes": "recovery_code"},
    "AuthorizationStep": {"redirect_to": "authorization_code", "ticket": "consent_ticket"},
    "DeviceAuthorization": {
        "device_code": "device_code", "user_code": "user_code", "verification_uri_complete": "user_code"},
    "WaitingDevice": {
        "user_code": "user_code", "ticket": "device_ticket", "sign_in_ticket": "device_sign_in_ticket"},
    "ExportedIdentity": {"id": "identity_id"},
    "ActiveToken": {"sub": "user_id", "sid": "session_id"},
    "ActiveRefreshToken": {"sub": "user_id", "sid": "session_id"},
    "Userinfo": {"sub": "user_id", "picture": "photo_id"},
} | {schema: members for method in METHODS for schema, members in method.issued.items()}
# The operations that issue a value in a header or in a page, by the header or the media type.
ISSUED_ELSEWHERE: dict[str, set[str]] = {
    "Set-Cookie": {"session_cookie", "binding_cookie", "device_cookie"}, "Doorward-Device": {"device_token"},
    "Doorward-Change": {"settings_change_id"},
    "text/html": {"authorization_ticket", "end_ticket"},
    "Location": set(), "image/jpeg": set(), "image/png": set(), "image/svg+xml": set(), "image/webp": set(), "text/css": set(), "Content-Security-Policy": set(), "Cross-Origin-Resource-Policy": set(), "ETag": set(),
}
# The other purposes for which the same member issues values.
RELATED = {
    "second_factor_challenge": {"new_factor_challenge", "code_factor_challenge", "passkey_factor_challenge"},
    "enrollment_challenge": {"begun_factor_challenge"},
    "sessions_cursor": {"user_sessions_cursor"},
} | {kind: others for method in METHODS for kind, others in method.related.items()}
SENT_BY_MAIL = {
    "sign_in_code", "sign_up_code", "verify_code", "change_code", "reset_code", "second_factor_code", "sign_in_link",
    "sign_up_link", "verify_link", "change_link", "reset_link", "notice_link"}
OF_THE_OPERATOR = {"administration_key", "api_key", "client_secret"}
# Values of the client that the server remembers.
OF_THE_CLIENT = {"totp_code", "idempotency_key"}

# Members of answers that are data: the client sends none of them back to prove or find anything.
DATA = {
    *PROFILE, *CLAIMS, *(member for method in METHODS for member in method.data),
    "actor", "added_at", "added_by", "algorithm", "changed_at", "code", "created_by", "delete_at", "detail", "from", "key",
    "keys", "recipient", "requested_at", "retired_at", "revoked_at", "seal", "set_by", "time", "type", "until", "version",
    "apps", "enroll", "manage", "origins", "package_name", "relation", "sha256_cert_fingerprints", "accepted_at", "address", "amr",
    "apple", "application", "application_id", "application_name", "aud", "banned_at", "client", "client_id", "color",
    "connector_type", "content", "created_at", "device", "domain", "email", "ended_at", "ends_at", "expires_at", "tokens_end_at", "exported_at", "granted_scopes",
    "identifier", "inviter", "iss", "issuer", "jti", "kind", "language", "logo_url", "last_sign_in_at", "last_used_at", "methods",
    "name", "network", "occurred_at", "phone_number", "privacy_url", "proven_at", "provider_name", "public_key", "reason",
    "resend_at", "return_to", "scope", "scopes", "sent_to", "site", "subject", "terms_url", "uri", "username",
    "verification_uri", "verified_at", "wallet_client_type",
    # Webhooks. The secret is for the receiver, and signs what the server sends.
    "answer", "continue_from", "description", "event_id", "failing_since", "next_attempt_at", "previous_secret_ends_at", "secret",
    "type", "types", "url",
    # Health, templates and tests of messages.
    "check", "remedy", "text", "html", "sms", "examined_at",
    # The keys and the metadata of the server.
    "acr_values_supported", "authorization_endpoint", "claim_types_supported", "claims_supported", "code_challenge_methods_supported",
    "device_authorization_endpoint", "e", "end_session_endpoint", "grant_types_supported",
    "id_token_signing_alg_values_supported", "introspection_endpoint",
    "introspection_endpoint_auth_methods_supported", "jwks_uri", "kid", "n", "prompt_values_supported",
    "response_modes_supported", "response_types_supported", "revocation_endpoint",
    "revocation_endpoint_auth_methods_supported", "scopes_supported", "service_documentation", "ui_locales_supported",
    "subject_types_supported", "token_endpoint", "token_endpoint_auth_methods_supported", "userinfo_endpoint", "x", "y",
    # The address after a sign-out has no code, unlike that of AuthorizationStep.
    "redirect_to",
}

# MARK: where values act

# Places that take any text at every operation: labels of the client, values that the client chooses and gets back or
# proves later, and the text that a user wants as a password.
ANY_TEXT = {
    "Doorward-Device", "Idempotency-Key", "metadata.wallet_client_type", "metadata.connector_type", "name",
    "state", "?state", "binding", "new_password", "inviter", "reason", "description", "acr_values", "?acr_values", "ui_locales", "?ui_locales",
    "language", *PROFILE, *(place for method in METHODS for place in method.any_text),
}
# Places that no value that the server issues opens: names, addresses, texts and settings.
NEVER = {
    "Doorward-Application", "If-Match", "Origin", "email", "phone_number", "username", "redirect_uri", "client_id",
    "roles", "scope", "code_verifier", "prompt", "binding_secret", "identifier", "password", "current_password", "ticket",
    "claims", "?claims", "?client_id", "?redirect_uri", "?scope", "?prompt", "?response_type", "?code_challenge_method",
    "?post_logout_redirect_uri", "post_logout_redirect_uri", "password_hash", "ends_at", "application",
    "url", "from",
    "?language", "?email", "?phone_number", "?username", "?identity_type", "?identifier", "?network", "?created_after",
    "?created_before", "?actor", "?application", "?from", "?type", "?until", *(place for method in METHODS for place in method.never),
}
