"""A user whose browser prefers a language, a site with every kind of sign-in, and the checks of each view of a journey."""

from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from accessibility import audit, keep_screenshot, violations
from appearances import DARK, ENLARGED, LIGHT, MOTION, SMALL, SMALL_DARK, room
from identifiers import enter_code, start_sign_up
from messages import Messages, new_address
from ports import free_port
from running import running
from sampling import IS_COMPLETE, sample
from server import PASSWORD_FIRST
from texts import RIGHT_TO_LEFT
from virtual_authenticators import LIMITS, Authenticator, with_suggestions
from wording import filled, foreign, texts

# Plural forms and letters that join, compound words, a short language, no spaces between words, and another alphabet. Each
# language has another appearance.
APPEARANCES = {"ar": DARK, "de": SMALL, "en": LIGHT, "ja": ENLARGED, "uk": SMALL_DARK}
# `make test` makes each journey in one of these languages.
TRAVELED = sample(APPEARANCES, at_most=1)
# A passkey of an unknown authenticator has the name "Passkey" until the user renames it.
VALUES = {"Harbor Notes", "Example Tool", "Vault", "Bank", "Test Fox", "Test Owl", "ExampleTV/1.0", "Doorward", "Passkey", "×"}

CALLBACK = "http://127.0.0.1/callback"
APPLICATIONS = [
    {"id": "default", "name": "Harbor Notes", "methods": ["password", "code", "passkey", "siwe", "near"],
     "redirect_uris": [CALLBACK], "device_authorization": True},
    {"id": "tool", "name": "Example Tool", "redirect_uris": [CALLBACK]},
    {"id": "vault", "name": "Vault", "redirect_uris": [CALLBACK], "second_factor": {"required": True}},
    {"id": "bank", "name": "Bank", "redirect_uris": [CALLBACK], "second_factor": {"required": True, "codes": ["email", "sms"]}},
]


@contextmanager
def journey_site(directory: Path, near_connect: dict[str, str], **more: object):
    """A server at a domain, because a passkey belongs to one. `more`: further members of its default application."""
    port = free_port()
    applications = [PASSWORD_FIRST | application for application in (APPLICATIONS[0] | more, *APPLICATIONS[1:])]
    settings = {
        "public_url": f"http://localhost:{port}", "rate_limits": LIMITS, "near_connect": near_connect,
        # The commands of the operator need to know that messages are printed.
        "delivery": {"console": True}, "applications": applications}
    with running(directory, settings=settings, listen=f"127.0.0.1:{port}") as server:
        yield server


def travel(visit, tag: str, account: str):
    """A visitor in a language, with two wallets and a passkey authenticator, at the open sign-in page."""
    visitor = visit(account=account, locale=tag)
    visitor.tag, visitor.own = tag, texts(tag)
    APPEARANCES[tag].apply(visitor)
    with_suggestions(visitor)
    visitor.authenticator = Authenticator(visitor)
    visitor.with_wallet()
    visitor.with_wallet("owl", name="Test Owl", rdns="org.example.owl")
    visitor.page.goto(visitor.account + "/")
    expect(visitor.page.get_by_test_id("sign-in")).to_be_visible()
    return visitor


def at(visitor, heading: str, *buttons: tuple[str, str], values: tuple[str, ...] = ()) -> None:
    """Checks the view: its heading, its buttons by test id and text, and that no text is foreign or cut. `make test-all` also
    checks it with axe-core. In `make test`, test_every_view.py does."""
    expect(visitor.page.get_by_role("heading", name=filled(visitor.own[heading])).first).to_be_visible()
    for testid, key in buttons:
        expect(visitor.page.get_by_test_id(testid).first).to_have_text(filled(visitor.own[key]))
    root = visitor.page.locator("html")
    expect(root).to_have_attribute("lang", visitor.tag)
    expect(root).to_have_attribute("dir", "rtl" if visitor.tag in RIGHT_TO_LEFT else "ltr")
    keep_screenshot(visitor)
    found = [*foreign(visitor.page, visitor.tag, VALUES | set(values)), *room(visitor.page), *visitor.page.evaluate(MOTION)]
    if IS_COMPLETE:
        found += [*violations(visitor.page), *audit(visitor.page)]
    assert found == [], found


def expect_text(visitor, testid: str, key: str) -> None:
    """Waits until an element contains a text of the language."""
    expect(visitor.page.get_by_test_id(testid).first).to_contain_text(filled(visitor.own[key], whole=False))


def finish_sign_up(visitor, messages: Messages) -> str:
    address = new_address()
    start_sign_up(visitor, address)
    at(visitor, "identifier.checkEmail", ("code-form-submit", "identifier.verify"), values=(address,))
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    return address
