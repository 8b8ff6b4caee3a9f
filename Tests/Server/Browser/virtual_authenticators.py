"""Virtual authenticators of Chromium (the WebAuthn domain of its DevTools protocol), and a site whose users have passkeys."""

from __future__ import annotations

import base64
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from ports import free_port
from running import running
from server import PASSWORD_FIRST

SUGGESTIONS = (Path(__file__).parent / "passkey-suggestions.js").read_text()
LIMITS = {
    "code_pause": 0, "code_per_hour_and_address": 1000, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000,
    # A password whose second factor is never proven counts as a guess.
    "guesses_without_pause": 1000, "challenge_per_minute": 1000, "account_write_per_minute": 1000, "browser_sign_in_per_minute": 1000}


@contextmanager
def passkey_site(
    directory: Path, *, methods: tuple[str, ...] = ("password", "code", "passkey", "siwe"), lifetimes: dict | None = None,
    **application: object
):
    """A server at a domain, because a passkey belongs to one. `application`: further settings of its application."""
    port = free_port()
    settings = {
        "public_url": f"http://localhost:{port}", "rate_limits": LIMITS, "lifetimes": lifetimes or {},
        "applications": [
            {"id": "default", "name": "Harbor Notes", "methods": list(methods), "first_party": False,
             "redirect_uris": ["http://127.0.0.1/callback"], "device_authorization": True} | PASSWORD_FIRST | application,
            {"id": "mail", "name": "Harbor Mail", "first_party": True, "redirect_uris": ["http://127.0.0.1/callback"]}]}
    with running(directory, settings=settings, listen=f"127.0.0.1:{port}") as server:
        yield server


class Authenticator:
    """An authenticator of a visitor: by default the one of the device, which verifies the user by itself."""

    def __init__(self, visitor, **options: object) -> None:
        if not hasattr(visitor, "webauthn"):
            visitor.webauthn = visitor.context.new_cdp_session(visitor.page)
            visitor.webauthn.send("WebAuthn.enable", {"enableUI": False})
        self.session = visitor.webauthn
        settings = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
        self.id = self._send("addVirtualAuthenticator", options=settings | options)["authenticatorId"]

    def _send(self, command: str, **parameters: object) -> dict:
        if hasattr(self, "id"):
            parameters["authenticatorId"] = self.id
        return self.session.send(f"WebAuthn.{command}", parameters)

    @property
    def credentials(self) -> list[dict]:
        return self._send("getCredentials")["credentials"]

    @property
    def ids(self) -> set[str]:
        """The ids of its passkeys as the server writes them."""
        return {base64.urlsafe_b64encode(base64.b64decode(one["credentialId"])).rstrip(b"=").decode() for one in self.credentials}

    def take(self, other: "Authenticator", **changes: object) -> None:
        """Gets the passkeys of another authenticator, as a password manager gives them to each device of its user."""
        for credential in other.credentials:
            known = {name: credential[name] for name in (
                "credentialId", "isResidentCredential", "rpId", "privateKey", "userHandle", "signCount",
                "backupEligibility", "backupState") if name in credential}
            self._send("addCredential", credential={
                name: value for name, value in (known | changes).items() if value is not None})

    def moved_from(self, other: "Authenticator", **changes: object) -> "Authenticator":
        """The same security key, or the same passkeys of a password manager, at another device. `changes`: of each passkey."""
        self.take(other, **changes)
        other.unplug()
        return self

    def refuse_user(self, is_refused: bool = True) -> None:
        """Whether the fingerprint or the PIN is wrong from now on."""
        self._send("setUserVerified", isUserVerified=not is_refused)

    def set_present(self, is_present: bool) -> None:
        """Whether the user touches it from now on. Otherwise a request waits."""
        self._send("setAutomaticPresenceSimulation", enabled=is_present)

    def unplug(self) -> None:
        self._send("removeVirtualAuthenticator")


def with_suggestions(visitor) -> None:
    """Lets suggestions wait for `pick_suggestion`. Call this before the page is opened."""
    visitor.context.add_init_script(SUGGESTIONS)


def with_authenticator(visit, **options: object):
    """A visitor at the open page whose browser has an authenticator. Suggestions wait for `pick_suggestion`."""
    visitor = visit()
    with_suggestions(visitor)
    visitor.authenticator = Authenticator(visitor, **options)
    return visitor.open()


def suggestions(visitor) -> list[bool]:
    """The requests for suggestions of the page since it was opened: whether each of them still waits."""
    return visitor.page.evaluate("window.testSuggestions.map(({ isAborted }) => !isAborted)")


def expect_suggestions(visitor, waiting: list[bool]) -> None:
    visitor.page.wait_for_function(
        "waiting => JSON.stringify(window.testSuggestions.map(({ isAborted }) => !isAborted)) === JSON.stringify(waiting)", arg=waiting)


def pick_suggestion(visitor) -> None:
    visitor.page.wait_for_function("() => window.testSuggestions.length > 0 && !window.testSuggestions.at(-1).isAborted")
    visitor.page.evaluate("void window.testSuggestions.at(-1).pick()")


def sign_up_with_passkey(visitor, name: str = "") -> None:
    visitor.page.get_by_test_id("passkey-sign-up").click()
    visitor.page.get_by_test_id("passkey-user").fill(name)
    visitor.page.get_by_test_id("passkey-sign-up-form-submit").click()
    visitor.expect_signed_in()


def sign_in_with_passkey(visitor) -> None:
    """Signs in. A browser that asks this device first needs another try for a security key."""
    visitor.page.get_by_test_id("passkey").click()
    expect(visitor.page.get_by_test_id("account").or_(visitor.page.get_by_test_id("retry"))).to_be_visible()
    if visitor.page.get_by_test_id("retry").is_visible():
        visitor.expect_problem("No passkey was used.")
        visitor.page.get_by_test_id("retry").click()
    visitor.expect_signed_in()


def entries(visitor):
    return visitor.page.get_by_test_id("passkey-entry")


def add_passkey(visitor, count: int) -> None:
    """Adds a passkey. `count`: how many the account has then."""
    visitor.add("passkey")
    expect(entries(visitor)).to_have_count(count)


def passkeys_of_account(visitor) -> list[dict]:
    """The list of the server."""
    return visitor.page.evaluate("fetch('/session/passkeys').then((answer) => answer.json())")["items"]


def expect_agreement(visitor, *authenticators: Authenticator) -> list[dict]:
    """The server and the authenticators have the same passkeys. Signals need a moment. Returns the list of the server."""
    listed = passkeys_of_account(visitor)
    wanted = {item["identifier"] for item in listed}
    for _ in range(100):
        if set().union(*(one.ids for one in authenticators)) == wanted:
            return listed
        visitor.page.wait_for_timeout(50)
    raise AssertionError((wanted, [one.ids for one in authenticators]))
