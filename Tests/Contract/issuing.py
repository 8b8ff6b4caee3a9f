"""Obtains the values of second factors, sessions, the provider and backends, with what their holder sends beside them.

The files of the folder methods obtain those of the sign-in methods.
"""

from __future__ import annotations

import re
import secrets
import time
from urllib.parse import parse_qs, urlsplit

from authenticator import Authenticator
from client import Answer
from document import ROOT
from factors import enroll, half_signed_in, send_factor_code, waiting_for_code, waiting_sign_in
from methods.code import answer_code
from passkeys import Passkey, add
from people import APP, PAGE, SITE, STRICT, Person, client_of
from provider import Client
from wallets import Binding
from world import Issued, World, issuer

PHOTO = ROOT / "Tests/Server/PhotoTests/Images/picture.png"


# MARK: second factors

@issuer("second_factor_challenge", sides=True)
def second_factor_challenge(world: World, side: str, _: str) -> Issued:
    factor = enroll(world)
    person, waiting = half_signed_in(world, side, factor.wallet)
    return Issued(waiting, {"method": "totp", "code": factor.authenticator.current}, {}, person)


@issuer("passkey_factor_challenge", sides=True)
def passkey_factor_challenge(world: World, side: str, _: str) -> Issued:
    """A sign-in that waits for a passkey or another second factor."""
    factor = enroll(world)
    passkey = add(factor.owner, APP, Passkey())
    person, required = waiting_sign_in(world, side, factor.wallet)
    proof = {"method": "passkey", "response": passkey.authenticate(required["passkey"])}
    return Issued(required["challenge_id"], proof, {}, person)


@issuer("new_factor_challenge", "begun_factor_challenge", sides=True)
def new_factor(world: World, side: str, name: str) -> Issued:
    """A sign-in that waits for a new authenticator, without and with its secret."""
    person, waiting = half_signed_in(world, side, world.wallet(), STRICT)
    if name == "new_factor_challenge":
        return Issued(waiting, {}, {}, person)
    begun = person.post(side, "/second-factor/enroll", person.proving(side, {"challenge_id": waiting})).json
    return Issued(
        begun["challenge_id"], {"method": "totp", "code": Authenticator(begun["secret"]).current}, {}, person)


@issuer("code_factor_challenge", "sent_factor_challenge", sides=True)
def code_factor(world: World, side: str, name: str) -> Issued:
    """A sign-in that waits for a code, before and after the code was sent."""
    person, waiting, address = waiting_for_code(world, side)
    if name == "code_factor_challenge":
        return Issued(waiting, {}, {}, person)
    proof = send_factor_code(world, side, person, waiting, address)
    return Issued(proof["challenge_id"], {"method": "code", "code": proof["code"]}, {}, person)


@issuer("second_factor_code")
def second_factor_code(world: World, _: str) -> Issued:
    person, waiting, address = waiting_for_code(world, APP)
    proof = send_factor_code(world, APP, person, waiting, address)
    return Issued(proof["code"], {"method": "code", "challenge_id": proof["challenge_id"]}, {}, person)


@issuer("totp_code")
def totp_code(world: World, _: str) -> Issued:
    factor = enroll(world)
    person, waiting = half_signed_in(world, APP, factor.wallet)
    return Issued(factor.authenticator.current, {"method": "totp", "challenge_id": waiting}, {}, person)


@issuer("recovery_code")
def recovery_code(world: World, _: str) -> Issued:
    factor = enroll(world)
    person, waiting = half_signed_in(world, APP, factor.wallet)
    return Issued(factor.added["recovery_codes"][0], {"method": "recovery_code", "challenge_id": waiting}, {}, person)


@issuer("enrollment_challenge", sides=True)
def enrollment_challenge(world: World, side: str, _: str) -> Issued:
    person = world.person().sign_in()
    begun = person.post(side, "/second-factors/totp", {}).json
    return Issued(begun["challenge_id"], {"code": Authenticator(begun["secret"]).current}, {}, person)


@issuer("totp_secret")
def totp_secret(world: World, _: str) -> Issued:
    person = world.person().sign_in()
    return Issued(person.post(APP, "/second-factors/totp", {})["secret"], {}, {}, person)


# MARK: notices and devices

@issuer("notice_link")
def notice_link(world: World, _: str) -> Issued:
    address = world.address()
    answer_code(world, APP, address)
    # A second sign-in, on a device that is not known.
    person = answer_code(world, APP, address)
    return Issued(world.mailbox.notice(address), {}, {}, person)


@issuer("recovery_link")
def recovery_link(world: World, _: str) -> Issued:
    user = world.issue("user_id").text
    made = world.api.post(f"/v1/admin/users/{user}/sign-in-link", {}, token=world.admin_key)
    return Issued(made["link"].split("/#link=")[1], {}, {}, world.person())


@issuer("device_token")
def device_token(world: World, _: str) -> Issued:
    person, wallet = world.person(), world.wallet()
    challenge = person.post(APP, "/ethereum/message", person.asking(APP, wallet.ask(world.api))).json
    answer = person.post(APP, "/ethereum/sign-in", person.proving(APP, wallet.answer(challenge)))
    return Issued(answer.headers["Doorward-Device"], {}, {}, person)


@issuer("device_cookie")
def device_cookie(world: World, _: str) -> Issued:
    person, wallet = world.person(), world.wallet()
    challenge = person.post(PAGE, "/ethereum/message", wallet.ask(world.api)).json
    answer = person.post(PAGE, "/ethereum/sign-in", person.proving(PAGE, wallet.answer(challenge)))
    lines = answer.headers.get_all("Set-Cookie")
    [token] = [found[1] for line in lines if (found := re.match(r"doorward_device=([^;]+)", line))]
    return Issued(token, {}, {}, person)


# MARK: tokens and cookies

@issuer("access_token", "account_token", "refresh_token", "session_cookie", "session_id", "user_id")
def token(world: World, name: str) -> Issued:
    person = world.person().sign_in()
    user = person.session["user"]["id"]
    text = {"session_cookie": person.cookie, "user_id": user}.get(name) or person.session[name]
    beside = {"{id}": user} if name == "session_id" else {}
    return Issued(text, beside, {}, person, lambda: world.is_live(person))


@issuer("binding_cookie")
def binding_cookie(world: World, _: str) -> Issued:
    answer = world.person().call(PAGE, "GET", "/state")
    cookie = world.api.get("/session/state", headers={"Sec-Fetch-Site": "same-origin"}).headers["Set-Cookie"]
    assert answer.status == 200
    return Issued(re.match(r"doorward_presession=([^;]+)", cookie)[1])


@issuer("idempotency_key")
def idempotency_key(world: World, _: str) -> Issued:
    binding = Binding()
    person = world.person().sign_in()
    renewed = world.api.refresh(person.session["refresh_token"], key=binding.value)
    assert renewed.status == 200
    return Issued(binding.value)


# MARK: the provider

def site_of(world: World) -> Client:
    return Client(world.api, "site", SITE, world.client_secret)


def authorize(world: World, client: Client, person: Person, **changes) -> str:
    """The authorization code that a signed-in user allows."""
    answer = person.post(PAGE, "/authorization", {"ticket": client.ticket(**changes)})
    if "redirect_to" not in answer.json:
        answer = person.post(PAGE, "/authorization/allow", {"ticket": answer["ticket"]})
    return parse_qs(urlsplit(answer["redirect_to"]).query)["code"][0]


@issuer("authorization_ticket", "consent_ticket", "end_ticket")
def ticket(world: World, name: str) -> Issued:
    person = world.person().sign_in()
    if name == "end_ticket":
        page = world.api.get("/end-session").body
        return Issued(re.search(rb'name="doorward-ticket" content="([^"]+)"', page)[1].decode(), {}, {}, person)
    text = client_of(world).ticket()
    if name == "consent_ticket":
        text = person.post(PAGE, "/authorization", {"ticket": text})["ticket"]
    return Issued(text, {}, {}, person)


@issuer("authorization_code")
def authorization_code(world: World, _: str) -> Issued:
    person, client = world.person().sign_in(), client_of(world)
    beside = {"code_verifier": client.pkce.secret, "redirect_uri": client.redirect_uri, "client_id": client.id}
    return Issued(authorize(world, client, person), beside)


@issuer("scoped_access_token", "scoped_refresh_token", "id_token")
def scoped_token(world: World, name: str) -> Issued:
    person, client = world.person().sign_in(), client_of(world)
    code = authorize(world, client, person, scope="openid user:read offline_access")
    tokens = client.exchange(code).json
    live = tokens["access_token"]
    return Issued(
        tokens[name.removeprefix("scoped_")], {}, {}, person,
        lambda: world.api.get("/v1/user", token=live).status == 200)


@issuer("device_sign_in_ticket")
def device_sign_in_ticket(world: World, _: str) -> Issued:
    begun = world.api.post("/v1/device_authorization", form={"client_id": "default", "scope": "account"}).json
    person = world.person()
    return Issued(person.post(PAGE, "/device", {"user_code": begun["user_code"]})["sign_in_ticket"], {}, {}, person)


@issuer("device_code", "user_code", "device_ticket")
def device(world: World, name: str) -> Issued:
    person = world.person().sign_in()
    begun = world.api.post("/v1/device_authorization", form={"client_id": "default", "scope": "account"}).json
    if name == "user_code":
        return Issued(begun["user_code"], {}, {}, person)
    shown = person.post(PAGE, "/device", {"user_code": begun["user_code"]})
    if name == "device_ticket":
        return Issued(shown["ticket"], {}, {}, person)
    person.post(PAGE, "/device/allow", {"ticket": shown["ticket"]}, 204)
    return Issued(begun["device_code"], {"client_id": "default"})


# MARK: values of the operator, cursors and identifiers

@issuer("api_key")
def api_key(world: World, _: str) -> Issued:
    return Issued(world.key)


@issuer("administration_key")
def administration_key(world: World, _: str) -> Issued:
    return Issued(world.admin_key)


@issuer("administration_key_id", "backend_key_id", "signing_key_id", "webhook_id")
def key_id(world: World, name: str) -> Issued:
    path, body = {"administration_key_id": ("keys", {"name": "k", "scopes": ["admin.users.read"]}),
                  "backend_key_id": ("api-keys", {"name": "k"}), "signing_key_id": ("signing-keys", {}),
                  # Without other events, which would be sent to each of many webhooks.
                  "webhook_id": ("webhooks", {"url": "http://127.0.0.1:1", "types": ["photo."]})}[name]
    made = world.api.post(f"/v1/admin/{path}", body, token=world.admin_key)
    return Issued(made["items"][-1]["id"] if "items" in made.json else made["id"])


def tested_webhook(world: World, count: int) -> tuple[str, Answer]:
    """A webhook with deliveries of test events, and the first part of their list."""
    webhook = world.issue("webhook_id").text
    for _ in range(count):
        world.api.post(f"/v1/admin/webhooks/{webhook}/test", {}, token=world.admin_key)
    for _ in range(400):
        deliveries = f"/v1/admin/webhooks/{webhook}/deliveries"
        items = world.api.get(deliveries, token=world.admin_key)["items"]
        if sum(item["type"] == "webhook.tested" for item in items) == count:
            return webhook, world.api.get(f"{deliveries}?limit=1", token=world.admin_key)
        time.sleep(0.05)
    raise AssertionError("the test events were not sealed")


@issuer("webhook_deliveries_cursor")
def webhook_deliveries_cursor(world: World, _: str) -> Issued:
    webhook, deliveries = tested_webhook(world, 2)
    return Issued(deliveries["next_cursor"], {"{id}": webhook})


@issuer("client_secret_id")
def client_secret_id(world: World, _: str) -> Issued:
    application = f"app-{secrets.token_hex(8)}"
    world.api.post("/v1/admin/applications", {"id": application}, token=world.admin_key)
    for _ in range(2):
        made = world.api.post(f"/v1/admin/applications/{application}/secrets", {}, token=world.admin_key)
    return Issued(made["id"], {"{id}": application})


@issuer("settings_change_id")
def settings_change_id(world: World, _: str) -> Issued:
    application = f"app-{secrets.token_hex(8)}"
    world.api.post("/v1/admin/applications", {"id": application}, token=world.admin_key)
    return Issued(world.api.get("/v1/admin/changes?limit=1", token=world.admin_key)["items"][0]["id"])


@issuer("administered_users_cursor")
def administered_users_cursor(world: World, _: str) -> Issued:
    linked(world)
    return Issued(world.api.get("/v1/admin/users?limit=1", token=world.admin_key)["next_cursor"])


@issuer("events_cursor", "event_id")
def events_cursor(world: World, name: str) -> Issued:
    linked(world)
    answer = world.api.get("/v1/admin/events?type=user.&limit=1", token=world.admin_key)
    return Issued(answer["next_cursor"] if name == "events_cursor" else answer["items"][0]["id"])


@issuer("administered_invitations_cursor")
def administered_invitations_cursor(world: World, _: str) -> Issued:
    for _ in range(2):
        invite(world)
    return Issued(world.api.get("/v1/admin/invitations?limit=1", token=world.admin_key)["next_cursor"])


@issuer("client_secret")
def client_secret(world: World, _: str) -> Issued:
    return Issued(world.client_secret)


def linked(world: World) -> Person:
    """A user with two wallets and two sessions of each side."""
    first, second = world.wallet(), world.wallet()
    world.person().sign_in(wallet=first)
    person = world.person().sign_in(wallet=first)
    body = person.asking(APP, second.ask(world.api, purpose="link"))
    challenge = person.post(APP, "/ethereum/message", body).json
    person.post(APP, "/ethereum/link", person.proving(APP, second.answer(challenge)))
    return person


@issuer("sessions_cursor", "identities_cursor", "activity_cursor", sides=True)
def cursor(world: World, side: str, name: str) -> Issued:
    person = linked(world)
    path = {"sessions_cursor": "/sessions", "identities_cursor": "/user/identities", "activity_cursor": "/user/activity"}[name]
    return Issued(person.call(side, "GET", f"{path}?limit=1")["next_cursor"], {}, {}, person)


@issuer("user_sessions_cursor", "users_cursor", "invitations_cursor")
def backend_cursor(world: World, name: str) -> Issued:
    user = linked(world).session["user"]["id"]
    path = {"user_sessions_cursor": f"/v1/users/{user}/sessions", "users_cursor": "/v1/users",
            "invitations_cursor": "/v1/invitations"}[name]
    for _ in range(2):
        invite(world)
    return Issued(world.api.get(f"{path}?limit=1", token=world.key)["next_cursor"], {"{id}": user})


def invite(world: World) -> str:
    return world.api.post("/v1/invitations", {"email": world.address()}, token=world.key)["id"]


@issuer("invitation_id")
def invitation_id(world: World, _: str) -> Issued:
    return Issued(invite(world))


@issuer("photo_id")
def photo_id(world: World, _: str) -> Issued:
    person = world.person().sign_in()
    user = world.api.call("PUT", "/v1/user/photo", PHOTO.read_bytes(), token=person.token, media="image/png")
    return Issued(user["picture"].rpartition("/")[2], {}, {}, person)


@issuer("identity_id")
def identity_id(world: World, _: str) -> Issued:
    person = linked(world)
    # The oldest one: a new one is on hold.
    newest = person.call(APP, "GET", "/user/identities")["items"]
    return Issued(max(newest, key=lambda item: item["verified_at"])["id"], {}, {}, person)


@issuer("factor_id", sides=True)
def factor_id(world: World, side: str, _: str) -> Issued:
    """The session of the side that added the factor has proven it; the other session has not."""
    factor = enroll(world, side)
    return Issued(factor.added["id"], {}, {}, factor.owner)
