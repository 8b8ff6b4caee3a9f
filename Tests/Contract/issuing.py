"""Obtains each kind of value that the server issues, with what its holder sends beside it."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from authenticator import Authenticator
from console_mail import Mailbox
from document import ROOT
from factors import enroll, half_signed_in, send_factor_code, waiting_for_code, waiting_sign_in
from keep_alive import KeepAliveAPI
from passkeys import Passkey, add, sign_up
from people import APP, CLUB, PAGE, PASSWORD, SITE, STRICT, Person, client_of
from provider import Client
from running import Doorward, doorward
from wallets import Binding, EthereumWallet, NearWallet

PHOTO = ROOT / "Tests/Server/PhotoTests/Images/picture.png"


@dataclass
class Issued:
    """A value."""

    # A function makes a new value for each request.
    text: object
    # The members that the holder sends in the same body.
    beside: dict[str, object] = field(default_factory=dict)
    # The text at a member, if it differs.
    at: dict[str, str] = field(default_factory=dict)
    person: Person | None = None
    # Whether the session or the request of the value still lives.
    is_alive: Callable[[], bool] | None = None


class World:
    """A server, and the values that it issues. Each value belongs to a new user."""

    def __init__(self, server: Doorward, document, client_secret: str) -> None:
        self.server = server
        self.api = KeepAliveAPI(server.account, document)
        self.mailbox = Mailbox(server)
        self.client_secret = client_secret
        self._numbers = itertools.count()
        self.key = self._new_key("default")
        self.club_key = self._new_key(CLUB)

    def _new_key(self, application: str) -> str:
        made = doorward(
            "admin", "key", "create", "--name", "tests", "--scope", "introspect,users:read,users:write",
            "--application", application, "--data", str(self.server.data), directory=self.server.directory)
        assert made.returncode == 0, made.stderr
        return made.stdout.strip()

    def person(self, application: str | None = None) -> Person:
        return Person(self, application)

    def wallet(self) -> EthereumWallet:
        return EthereumWallet()

    def address(self) -> str:
        return f"user{next(self._numbers)}@example.com"

    def number(self) -> str:
        return f"+49151{20_000_000 + next(self._numbers)}"

    def issue(self, name: str) -> Issued:
        """A new value of a kind: `app.` or `page.` names the side that issues it."""
        side, dot, kind = name.partition(".")
        if dot:
            return ISSUERS[kind](self, {"app": APP, "page": PAGE}[side])
        return ISSUERS[name](self)

    def is_live(self, person: Person) -> bool:
        return self.api.get("/v1/user", token=person.session["access_token"]).status == 200


ISSUERS: dict[str, Callable] = {}
# The kinds that both sides issue, and those that one place issues.
BOTH: list[str] = []
ONCE: list[str] = []


def issuer(*names: str, sides: bool = False):
    def add(function):
        for name in names:
            ISSUERS[name] = lambda *arguments, name=name: function(*arguments, name)
            (BOTH if sides else ONCE).append(name)
        return function
    return add


def kinds() -> list[str]:
    return [f"{side}.{name}" for name in BOTH for side in ("app", "page")] + ONCE


# MARK: challenges

@issuer("ethereum_sign_in", "ethereum_link", "ethereum_move", sides=True)
def ethereum(world: World, side: str, name: str) -> Issued:
    person, wallet, purpose = world.person(), world.wallet(), name.removeprefix("ethereum_")
    if purpose != "sign_in":
        person.sign_in()
    asked = person.asking(side, wallet.ask(world.api, purpose=purpose))
    challenge = person.post(side, "/ethereum/message", asked).json
    nonce = re.search(r"^Nonce: (\S+)$", challenge["message"], re.M)[1]
    return Issued(nonce, wallet.answer(challenge), {"message": challenge["message"]}, person)


@issuer("near_sign_in", "near_link", "near_move", sides=True)
def near(world: World, side: str, name: str) -> Issued:
    person, wallet, purpose = world.person(), NearWallet(), name.removeprefix("near_")
    if purpose != "sign_in":
        person.sign_in()
    challenge = person.post(side, "/near/challenge", person.asking(side, {"purpose": purpose})).json
    return Issued(challenge["nonce"], wallet.answer(challenge), {"message": challenge["message"]}, person)


@issuer("passkey_sign_in", sides=True)
def passkey_sign_in(world: World, side: str, _: str) -> Issued:
    passkey = Passkey()
    sign_up(world.person(), APP, passkey)
    person = world.person()
    options = person.post(side, "/passkeys/authentication/options", person.asking(side, {})).json
    return Issued(options["challenge_id"], passkey.authenticate(options), person=person)


@issuer("passkey_sign_up", "passkey_addition", sides=True)
def new_passkey(world: World, side: str, name: str) -> Issued:
    person = world.person()
    if name == "passkey_addition":
        person.sign_in()
    purpose = {"purpose": "link"} if name == "passkey_addition" else {}
    options = person.post(side, "/passkeys/registration/options", person.asking(side, purpose)).json
    return Issued(options["challenge_id"], Passkey().register(options), person=person)


def send_code(world: World, side: str, purpose: str, person: Person | None = None) -> tuple[Person, str, dict]:
    """Asks for a code of a purpose. Returns the address and the members of the proof."""
    person, address = person or world.person(), world.address()
    if purpose in ("verify", "change"):
        person.sign_in()
    if purpose == "sign_up":
        path, body = "/password/sign-up", {"email": address, "password": PASSWORD}
    elif purpose == "reset":
        answer_code(world, APP, address)
        path, body = "/password/reset", {"identifier": address}
    else:
        path, body = "/code/send", {"email": address, "purpose": purpose}
    sent = person.post(side, path, person.asking(side, body), 202)
    return person, address, {"challenge_id": sent["challenge_id"], "code": world.mailbox.code(address)}


def answer_code(world: World, side: str, address: str) -> Person:
    """Signs in with a code, which makes the user of a new address."""
    person = world.person()
    sent = person.post(side, "/code/send", person.asking(side, {"email": address, "purpose": "sign_in"}), 202)
    proof = {"challenge_id": sent["challenge_id"], "code": world.mailbox.code(address)}
    person.post(side, "/code/sign-in", person.proving(side, proof))
    return person


@issuer("sign_in_challenge", "sign_up_challenge", "verify_challenge", "change_challenge", "reset_challenge", sides=True)
def code_challenge(world: World, side: str, name: str) -> Issued:
    person, _, proof = send_code(world, side, name.removesuffix("_challenge"))
    return Issued(proof["challenge_id"], {"code": proof["code"]}, {}, person)


@issuer("sign_in_code", "sign_up_code", "verify_code", "change_code", "reset_code")
def one_time_code(world: World, name: str) -> Issued:
    person, _, proof = send_code(world, APP, name.removesuffix("_code"))
    return Issued(proof["code"], {"challenge_id": proof["challenge_id"]}, {}, person)


@issuer("sign_in_link", "sign_up_link", "verify_link", "change_link", "reset_link")
def link_secret(world: World, name: str) -> Issued:
    """The secret of the link in a message with a code for the page."""
    person, address, proof = send_code(world, PAGE, name.removesuffix("_link"))
    secret = world.mailbox.link(address).rpartition(".")[2]
    return Issued(secret, {"challenge_id": proof["challenge_id"]}, {}, person)


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


@issuer("anonymous_token")
def anonymous_token(world: World, _: str) -> Issued:
    person = world.person()
    person.post(APP, "/anonymous", {})
    return Issued(person.token, {}, {}, person, lambda: world.is_live(person))


@issuer("guest_token", "guest_secret")
def guest(world: World, name: str) -> Issued:
    made = world.api.post("/v1/guest", {}).json
    issued = Issued(made["access_token" if name == "guest_token" else name])
    issued.guest_id = made["guest_id"]
    return issued


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


@issuer("sessions_cursor", "identities_cursor", sides=True)
def cursor(world: World, side: str, name: str) -> Issued:
    person = linked(world)
    path = "/sessions?limit=1" if name == "sessions_cursor" else "/user/identities?limit=1"
    return Issued(person.call(side, "GET", path)["next_cursor"], {}, {}, person)


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


@issuer("passkey_id")
def passkey_id(world: World, _: str) -> Issued:
    """A passkey of a user who has a wallet, too."""
    added = world.issue("app.passkey_addition")
    answer = added.person.post(APP, "/passkeys/registration", added.person.proving(
        APP, {**added.beside, "challenge_id": added.text}))
    [id] = [item["id"] for item in answer["identities"] if item["type"] == "passkey"]
    return Issued(id, person=added.person)


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


@issuer("guest_id")
def guest_id(world: World, _: str) -> Issued:
    return Issued(world.api.post("/v1/guest", {})["guest_id"])


def client_credentials(directory) -> dict:
    made = doorward("admin", "application", "secret", directory=directory)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)
