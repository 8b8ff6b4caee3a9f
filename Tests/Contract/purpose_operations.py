"""The operations of the server, and the only values that act at each of their places. The methods have their own ones."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

from client import Answer
from factors import add_address
from issuing import PHOTO, invite, linked, site_of, tested_webhook
from issuing import authorize as authorized
from methods import METHODS
from methods.passkey import RESPONSE
from people import APP, PAGE, client_of
from purpose_matrix import Operation, Request, resolved
from purpose_requests import SIGN_IN_TICKETS, TICKETS, both_sides, found, of, on_both, proof, public, signed_in
from purposes import ANY_TEXT
from world import Issued, World

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def with_address(world: World, side: str) -> Request:
    """The choice of codes by email as a second factor."""
    person = world.person().sign_in()
    add_address(world, person)
    return Request({"channel": "email"}, person, True)


def form(kind: str, member: str, grant: str | None = None) -> Callable[[World], Request]:
    """A form with a value and what the holder sends beside it."""
    def base(world: World) -> Request:
        issued = world.issue(kind)
        body = {member: issued.text, **issued.beside} | ({"grant_type": grant} if grant else {})
        return Request({name: resolved(value) for name, value in body.items()})
    return base


def confidential(base: Callable[[World], Request]) -> Callable[[World], Request]:
    def changed(world: World) -> Request:
        request = base(world)
        request.body |= {"client_id": "site", "client_secret": world.client_secret}
        return request
    return changed


def site_refresh(world: World) -> Request:
    client = site_of(world)
    code = authorized(world, client, world.person().sign_in(), scope="openid offline_access")
    token = client.exchange(code)["refresh_token"]
    return Request({"grant_type": "refresh_token", "refresh_token": token, "client_id": "site",
                    "client_secret": world.client_secret})


def with_key(**fields: object) -> Callable[[World], Request]:
    return lambda world: Request(bearer=world.key, **fields)


def known_user(body: dict | None = None) -> Callable[[World], Request]:
    """A request of a backend about a user."""
    return lambda world: Request(body, bearer=world.key, id=world.issue("user_id").text)


def session_of_user(world: World) -> Request:
    issued = world.issue("session_id")
    return Request(bearer=world.key, id=issued.beside["{id}"], session=issued.text)


def to_address(world: World) -> Request:
    """A request of a backend with a new address."""
    return Request({"email": world.address()}, bearer=world.key)


def with_admin_key(**fields: object) -> Callable[[World], Request]:
    return lambda world: Request(bearer=world.admin_key, **fields)


def kept(world: World) -> Request:
    """A request of the administration about a user whose deletion is scheduled."""
    user = world.issue("user_id").text
    world.api.call("DELETE", f"/v1/admin/users/{user}", token=world.admin_key)
    return Request({}, bearer=world.admin_key, id=user)


def administered(body: dict | None = None) -> Callable[[World], Request]:
    """A request of the administration about a user."""
    return lambda world: Request(body, bearer=world.admin_key, id=world.issue("user_id").text)


def with_mail(world: World) -> Request:
    """A request of the administration about a user with an email address."""
    made = world.api.post("/v1/admin/users", {"email": world.address()}, token=world.admin_key)
    return Request({}, bearer=world.admin_key, id=made["id"])


def administered_session(world: World) -> Request:
    issued = world.issue("session_id")
    return Request(bearer=world.admin_key, id=issued.beside["{id}"], session=issued.text)


def administrator(world: World) -> Request:
    user = world.issue("user_id").text
    world.api.call("PUT", f"/v1/admin/administrators/{user}", {"role": "viewer"}, token=world.admin_key)
    return Request(bearer=world.admin_key, id=user)


def made_application(world: World) -> str:
    """The id of a new application in the store."""
    id = f"app-{secrets.token_hex(8)}"
    world.api.post("/v1/admin/applications", {"id": id}, token=world.admin_key)
    return id


def with_application(body: dict | None = None) -> Callable[[World], Request]:
    return lambda world: Request(body, bearer=world.admin_key, id=made_application(world))


def with_client_secret(world: World) -> Request:
    issued = world.issue("client_secret_id")
    return Request(bearer=world.admin_key, id=issued.beside["{id}"], secret=issued.text)


def with_key_id(kind: str) -> Callable[[World], Request]:
    return lambda world: Request(bearer=world.admin_key, id=world.issue(kind).text)


def with_webhook(body: dict | None = None) -> Callable[[World], Request]:
    return lambda world: Request(body, bearer=world.admin_key, id=world.issue("webhook_id").text)


def delivered(world: World) -> Request:
    """A request about the test event of a webhook."""
    webhook, deliveries = tested_webhook(world, 1)
    return Request({}, bearer=world.admin_key, id=webhook, event=deliveries["items"][0]["event_id"])


def introspected(world: World) -> Request:
    return Request({"token": world.issue("access_token").text}, bearer=world.key)


def authorization(world: World) -> Request:
    return Request(query=client_of(world).request())


def authorization_form(world: World) -> Request:
    return Request(client_of(world).request())


def on_page(kind: str, member: str, is_signed_in: bool = True) -> Callable[[World], Request]:
    """A request of the page with a value."""
    def base(world: World) -> Request:
        issued = world.issue(kind)
        return Request({member: issued.text}, issued.person, is_signed_in)
    return base


# MARK: the effects of answers that succeed with any text

def is_active(world: World, answer: Answer, issued: Issued) -> bool:
    return answer["active"]


def is_revoked(world: World, answer: Answer, issued: Issued) -> bool:
    return issued.is_alive is not None and not issued.is_alive()


def is_signed_in(world: World, answer: Answer, issued: Issued) -> bool:
    return answer["signed_in"]


def ends_session(world: World, answer: Answer, issued: Issued) -> bool:
    """Whether the page of /end-session signs the user out without a question."""
    if issued.person is None or issued.person.cookie is None:
        return False
    ticket = re.search(rb'name="doorward-ticket" content="([^"]+)"', answer.body)[1].decode()
    return issued.person.post(PAGE, "/end", {"ticket": ticket})["next"] == "ended"


def lists_users(world: World, answer: Answer, issued: Issued) -> bool:
    return bool(answer["items"])


# The challenges that the second step of a sign-in answers, and the codes that belong to them.
FACTOR_CHALLENGES = ("second_factor_challenge", "begun_factor_challenge", "sent_factor_challenge")
# Codes are compared without a response.
FACTOR_RESPONSE = {f"response.{place}" for place in RESPONSE}
OPTIONAL_RESPONSE = {"response.authenticatorAttachment", "response.response.attestationObject"}
FACTOR_CODES = {"totp_code", "recovery_code", "second_factor_code"}


def factor_challenges(side: str) -> set[str]:
    return of(side, *FACTOR_CHALLENGES, "passkey_factor_challenge")


OPERATIONS: list[Operation] = [
    *(Operation(f"GET {path}", public()) for path in (
        "/healthz", "/readyz", "/openapi.json", "/continue", "/.well-known/jwks.json",
        "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration",
        "/.well-known/webauthn", "/.well-known/passkey-endpoints", "/.well-known/apple-app-site-association",
        "/.well-known/assetlinks.json", "/.well-known/change-password", "/v1/config")),

    *(operation for method in METHODS for operation in method.operations),

    # Second factors
    *on_both("POST /second-factor/verify", proof("second_factor_challenge", "challenge_id"),
             lambda side: {"challenge_id": factor_challenges(side),
                           "code": FACTOR_CODES if side == APP else set(), **SIGN_IN_TICKETS}, guesses={"code"},
             text=set(FACTOR_RESPONSE)),
    *on_both("POST /second-factor/verify (new)", proof("begun_factor_challenge", "challenge_id"),
             lambda side: {"challenge_id": factor_challenges(side),
                           "code": FACTOR_CODES if side == APP else set(), **SIGN_IN_TICKETS}, guesses={"code"},
             text=set(FACTOR_RESPONSE)),
    *on_both("POST /second-factor/verify (code)", proof("sent_factor_challenge", "challenge_id"),
             lambda side: {"challenge_id": factor_challenges(side),
                           "code": FACTOR_CODES if side == APP else set(), **SIGN_IN_TICKETS}, guesses={"code"},
             text=set(FACTOR_RESPONSE)),
    *on_both("POST /second-factor/verify (passkey)", proof("passkey_factor_challenge", "challenge_id"),
             # Nothing that the server issues is a part of a response.
             lambda side: {"challenge_id": factor_challenges(side), **dict.fromkeys(FACTOR_RESPONSE, set()),
                           **SIGN_IN_TICKETS}, text={"code", *OPTIONAL_RESPONSE}),
    *on_both("POST /second-factor/enroll", proof("new_factor_challenge", "challenge_id"),
             lambda side: {"challenge_id": of(side, "new_factor_challenge", "begun_factor_challenge"), **SIGN_IN_TICKETS}),
    *on_both("GET /second-factors", signed_in()),
    *on_both("POST /second-factors/totp", signed_in(lambda world: {})),
    *on_both("POST /second-factors/totp/confirm", proof("enrollment_challenge", "challenge_id", True),
             lambda side: {"challenge_id": of(side, "enrollment_challenge"), "code": set()}),
    *on_both("POST /second-factors/code", with_address),
    *on_both("DELETE /second-factors/{id}", found("factor_id", True), lambda side: {"{id}": of(side, "factor_id")}),
    *on_both("POST /recovery-codes", lambda world, side: Request({}, found("factor_id", True)(world, side).person, True)),

    # The provider
    Operation("GET /authorize", authorization, {"?id_token_hint": {"id_token"}}, {"?nonce", "?code_challenge"}),
    Operation("POST /authorize", authorization_form, {"id_token_hint": {"id_token"}}, {"nonce", "code_challenge"},
              form=True),
    Operation("GET /end-session", public(), {"?id_token_hint": {"id_token"}}, acts=ends_session),
    Operation("POST /end-session", public(body={}), {"id_token_hint": {"id_token"}},
              acts=ends_session, form=True),
    Operation("GET /device", public(), text={"?user_code"}),
    *(Operation(name, base, accepts, form=is_form, text=text) for is_form in (True, False) for name, base, accepts, text in (
        ("POST /v1/token (refresh)", form("refresh_token", "refresh_token", "refresh_token"),
         {"refresh_token": {"refresh_token", "scoped_refresh_token"}, "client_secret": set()}, {"scope"}),
        ("POST /v1/token (refresh of a site)", site_refresh, {"refresh_token": set(), "client_secret": {"client_secret"}},
         set()),
        ("POST /v1/token (code)", form("authorization_code", "code", "authorization_code"),
         {"code": {"authorization_code"}, "client_secret": set()}, set()),
        ("POST /v1/token (device)", form("device_code", "device_code", DEVICE_GRANT),
         {"device_code": {"device_code"}, "client_secret": set()}, set()),
        ("POST /v1/device_authorization", public(body={"client_id": "default", "scope": "openid"}),
         {"client_secret": set()}, set()),
        ("POST /v1/device_authorization (site)", confidential(public(body={"scope": "openid"})),
         {"client_secret": {"client_secret"}}, set()),
    )),
    *(Operation("POST /v1/revoke", form("refresh_token", "token"),
                {"token": {"refresh_token", "scoped_refresh_token", "access_token", "scoped_access_token",
                           "account_token", "anonymous_token"}, "client_secret": set()}, acts=is_revoked, form=is_form) for is_form in (True, False)),
    *(Operation("POST /v1/introspect", introspected, {"token": {"access_token", "scoped_access_token", "refresh_token",
                "scoped_refresh_token"}}, acts=is_active, form=is_form) for is_form in (True, False)),
    Operation("GET /v1/userinfo", lambda world: Request(bearer=world.issue("scoped_access_token").text)),
    Operation("POST /v1/userinfo", lambda world: Request(bearer=world.issue("scoped_access_token").text)),

    # The account
    *on_both("GET /sessions", lambda world, side: Request(None, linked(world), True),
             {"?cursor": both_sides("sessions_cursor")}),
    *on_both("DELETE /sessions/{id}", found("session_id"), {"{id}": {"session_id"}}),
    *on_both("POST /sign-out", signed_in(lambda world: {"scope": "others"})),
    Operation("GET /v1/user", lambda world: signed_in()(world, APP)),
    *on_both("PATCH /user", signed_in(lambda world: {"name": "Ada"}), text={"username"}),
    *on_both("DELETE /user", signed_in()),
    *on_both("GET /user/activity", lambda world, side: Request(None, linked(world), True),
             {"?cursor": both_sides("activity_cursor")}),
    *on_both("GET /user/export", signed_in()),
    *on_both("GET /user/identities", lambda world, side: Request(None, linked(world), True),
             {"?cursor": both_sides("identities_cursor")}),
    *on_both("DELETE /user/identities/{id}", found("identity_id"), {"{id}": {"identity_id", "passkey_id"}}),
    *on_both("PUT /user/photo", signed_in(image=PHOTO.read_bytes())),
    *on_both("DELETE /user/photo", signed_in()),
    Operation("GET /appearance/{id}/style.css", lambda _: Request(id="default"), {"{id}": set()}, text={"?v"}),
    Operation("GET /appearance/{id}/logo", lambda _: Request(id="default"), {"{id}": set()}, text={"?v"}),
    Operation("GET /v1/photos/{id}", lambda world: Request(id=world.issue("photo_id").text), {"{id}": {"photo_id"}}),

    # Backends
    Operation("GET /v1/users", with_key(), {"?cursor": {"users_cursor"}}, acts=lists_users),
    Operation("POST /v1/users", to_address, text={"password", "username"}),
    Operation("GET /v1/users/{id}", known_user(), {"{id}": {"user_id"}}),
    Operation("PATCH /v1/users/{id}", known_user({"app_metadata": {"plan": "pro"}}), {"{id}": {"user_id"}}),
    Operation("DELETE /v1/users/{id}", known_user(), {"{id}": {"user_id"}}),
    Operation("POST /v1/users/{id}/ban", known_user({"reason": "spam"}), {"{id}": {"user_id"}}),
    Operation("POST /v1/users/{id}/unban", known_user({}), {"{id}": {"user_id"}}),
    Operation("DELETE /v1/users/{id}/second-factors", known_user(), {"{id}": {"user_id"}}),
    Operation("GET /v1/users/{id}/sessions", known_user(),
              {"{id}": {"user_id"}, "?cursor": {"user_sessions_cursor"}}),
    Operation("DELETE /v1/users/{id}/sessions", known_user(), {"{id}": {"user_id"}}),
    # A session is found only with its user.
    Operation("DELETE /v1/users/{id}/sessions/{session}", session_of_user, {"{id}": set(), "{session}": {"session_id"}}),
    Operation("GET /v1/invitations", with_key(), {"?cursor": {"invitations_cursor"}}),
    Operation("POST /v1/invitations", to_address),
    Operation("DELETE /v1/invitations/{id}", lambda world: with_key(id=invite(world))(world),
              {"{id}": {"invitation_id"}}),

    # The administration
    Operation("GET /v1/admin/users", with_admin_key(), {"?cursor": {"administered_users_cursor"}}, acts=lists_users),
    Operation("POST /v1/admin/users", lambda world: Request({"email": world.address()}, bearer=world.admin_key),
              text={"password", "username"}),
    Operation("GET /v1/admin/user-search",
              lambda world: Request(bearer=world.admin_key, query={"q": world.issue("user_id").text}),
              {"?q": {"user_id"}}, acts=lists_users),
    Operation("GET /v1/admin/users/{id}", administered(), {"{id}": {"user_id"}}),
    Operation("PATCH /v1/admin/users/{id}", administered({"name": "Ada"}), {"{id}": {"user_id"}}),
    Operation("DELETE /v1/admin/users/{id}", administered(), {"{id}": {"user_id"}}),
    Operation("POST /v1/admin/users/{id}/ban", administered({"reason": "spam"}), {"{id}": {"user_id"}}),
    Operation("POST /v1/admin/users/{id}/unban", administered({}), {"{id}": {"user_id"}}),
    # Only the id of a user whose deletion is scheduled finds one.
    Operation("POST /v1/admin/users/{id}/keep", kept, {"{id}": set()}),
    # Only the id of a user with an email address finds one who can get the message.
    Operation("POST /v1/admin/users/{id}/reset-message", with_mail, {"{id}": set()}),
    Operation("POST /v1/admin/users/{id}/sign-in-link", administered({}), {"{id}": {"user_id"}}),
    Operation("DELETE /v1/admin/users/{id}/sessions", administered(), {"{id}": {"user_id"}}),
    Operation("DELETE /v1/admin/users/{id}/sessions/{session}", administered_session,
              {"{id}": set(), "{session}": {"session_id"}}),
    Operation("DELETE /v1/admin/users/{id}/second-factors", administered(), {"{id}": {"user_id"}}),
    Operation("GET /v1/admin/users/{id}/export", administered(), {"{id}": {"user_id"}}),
    Operation("GET /v1/admin/invitations", with_admin_key(), {"?cursor": {"administered_invitations_cursor"}}),
    Operation("POST /v1/admin/invitations", lambda world: Request({"email": world.address()}, bearer=world.admin_key)),
    Operation("DELETE /v1/admin/invitations/{id}", lambda world: with_admin_key(id=invite(world))(world),
              {"{id}": {"invitation_id"}}),
    Operation("GET /v1/admin/administrators", with_admin_key()),
    Operation("PUT /v1/admin/administrators/{id}", administered({"role": "viewer"}), {"{id}": {"user_id"}}),
    # Only the id of an administrator finds one.
    Operation("DELETE /v1/admin/administrators/{id}", administrator, {"{id}": set()}),
    Operation("GET /v1/admin/keys", with_admin_key()),
    Operation("POST /v1/admin/keys", with_admin_key(body={"name": "k", "scopes": ["admin.users.read"]})),
    Operation("DELETE /v1/admin/keys/{id}", with_key_id("administration_key_id"), {"{id}": {"administration_key_id"}}),
    Operation("GET /v1/admin/api-keys", with_admin_key()),
    Operation("POST /v1/admin/api-keys", with_admin_key(body={"name": "k"})),
    Operation("DELETE /v1/admin/api-keys/{id}", with_key_id("backend_key_id"), {"{id}": {"backend_key_id"}}),
    Operation("GET /v1/admin/signing-keys", with_admin_key()),
    Operation("POST /v1/admin/signing-keys", with_admin_key(body={})),
    Operation("DELETE /v1/admin/signing-keys/{id}", with_key_id("signing_key_id"), {"{id}": {"signing_key_id"}}),
    Operation("GET /v1/admin/applications", with_admin_key()),
    Operation("GET /v1/admin/applications/{id}", with_admin_key(id="default"), {"{id}": set()}),
    Operation("POST /v1/admin/applications",
              lambda world: Request({"id": f"app-{secrets.token_hex(8)}"}, bearer=world.admin_key)),
    Operation("PATCH /v1/admin/applications/{id}", with_application({"name": "Shop"}), {"{id}": set()}),
    Operation("DELETE /v1/admin/applications/{id}", with_application(), {"{id}": set()}),
    Operation("POST /v1/admin/applications/{id}/secrets", with_application({}), {"{id}": set()}),
    Operation("DELETE /v1/admin/applications/{id}/secrets/{secret}", with_client_secret,
              {"{id}": set(), "{secret}": {"client_secret_id"}}),
    Operation("GET /v1/admin/applications/{id}/token-preview",
              lambda world: Request(bearer=world.admin_key, id="default", query={"user": world.issue("user_id").text}),
              {"{id}": set(), "?user": {"user_id"}}, text={"?scope"}),
    Operation("GET /v1/admin/settings", with_admin_key()),
    Operation("PATCH /v1/admin/settings",
              lambda world: Request({"lifetimes": {"session": 2_000_000 + secrets.randbelow(1000)}},
                                    bearer=world.admin_key)),
    Operation("GET /v1/admin/changes", with_admin_key(), {"?before": {"settings_change_id"}}, text={"?application"}),
    Operation("POST /v1/admin/changes/{id}/undo", with_key_id("settings_change_id"), {"{id}": {"settings_change_id"}}),
    Operation("GET /v1/admin/messages", with_admin_key()),
    Operation("GET /v1/admin/templates/{name}", with_admin_key(name="test"), {"{name}": set()}),
    Operation("POST /v1/admin/test-message",
              lambda world: Request({"email": f"{secrets.token_hex(8)}@example.com"}, bearer=world.admin_key)),
    Operation("GET /v1/admin/health", with_admin_key()),
    Operation("GET /v1/admin/overview", with_admin_key()),
    # The events of refused acts, which are not in this list, can name any id as their user.
    Operation("GET /v1/admin/events", with_admin_key(query={"type": "user."}),
              {"?cursor": {"events_cursor"}, "?user": {"user_id"}}, acts=lists_users),
    Operation("GET /v1/admin/event-counts", with_admin_key()),
    Operation("GET /v1/admin/webhooks", with_admin_key()),
    Operation("POST /v1/admin/webhooks", with_admin_key(body={"url": "http://127.0.0.1:1", "types": ["photo."]})),
    Operation("GET /v1/admin/webhooks/{id}", with_webhook(), {"{id}": {"webhook_id"}}),
    Operation("PATCH /v1/admin/webhooks/{id}", with_webhook({"types": ["photo.changed"]}), {"{id}": {"webhook_id"}}),
    Operation("DELETE /v1/admin/webhooks/{id}", with_webhook(), {"{id}": {"webhook_id"}}),
    Operation("POST /v1/admin/webhooks/{id}/secret", with_webhook({}), {"{id}": {"webhook_id"}}),
    Operation("POST /v1/admin/webhooks/{id}/test", with_webhook({}), {"{id}": {"webhook_id"}}),
    Operation("POST /v1/admin/webhooks/{id}/replay", with_webhook({"from": "2100-01-01T00:00:00Z"}), {"{id}": {"webhook_id"}}),
    Operation("GET /v1/admin/webhooks/{id}/deliveries", with_webhook(),
              {"{id}": {"webhook_id"}, "?cursor": {"webhook_deliveries_cursor"}}),
    Operation("POST /v1/admin/webhooks/{id}/deliveries/{event}/retry", delivered, {"{id}": set(), "{event}": set()}),

    # The page
    Operation("GET /session/state", public(), acts=is_signed_in),
    Operation("GET /session/applications", lambda world: signed_in()(world, PAGE)),
    Operation("DELETE /session/applications/{id}", lambda world: signed_in(id="default")(world, PAGE), {"{id}": set()}),
    Operation("POST /session/authorization", on_page("authorization_ticket", "ticket"),
              TICKETS, {"session_id"}),
    Operation("POST /session/authorization/allow", on_page("consent_ticket", "ticket"),
              TICKETS),
    Operation("POST /session/authorization/deny", on_page("authorization_ticket", "ticket"),
              TICKETS),
    Operation("POST /session/end", on_page("end_ticket", "ticket"), {"ticket": {"end_ticket"}}),
    Operation("POST /session/end/confirm", on_page("end_ticket", "ticket"), {"ticket": {"end_ticket"}}),
    Operation("GET /secure", public()),
    Operation("POST /session/sign-in-link", on_page("recovery_link", "token", False), {"token": {"recovery_link"}}),
    Operation("POST /session/secure", on_page("notice_link", "token", False), {"token": {"notice_link"}}),
    Operation("POST /session/secure/confirm", on_page("notice_link", "token", False), {"token": {"notice_link"}}),
    Operation("POST /session/device", on_page("user_code", "user_code"), {"user_code": {"user_code"}}),
    Operation("POST /session/device/allow", on_page("device_ticket", "ticket"), {"ticket": {"device_ticket"}}),
    Operation("POST /session/device/deny", on_page("device_ticket", "ticket"), {"ticket": {"device_ticket"}}),
]

for operation in OPERATIONS:
    operation.text |= ANY_TEXT
