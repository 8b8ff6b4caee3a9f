"""The dashboard of a server, and administrators who sign in to it with a passkey."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from ports import free_port
from running import doorward, running
from server import PASSWORD_FIRST
from virtual_authenticators import LIMITS, Authenticator, sign_up_with_passkey, with_suggestions
from visitor import Visitor

SCOPES = (
    "admin.users.read,admin.users.write,admin.keys.write,admin.administrators.write,admin.applications.read,admin.applications.write,admin.settings.read,"
    "admin.settings.write,admin.messages.read,admin.server.read,admin.webhooks.read,admin.webhooks.write,admin.events.read")


@contextmanager
def dashboard_site(directory: Path, **more: object):
    """A server at a domain, because a passkey belongs to one, and its administration. `more`: further members of the configuration."""
    port = free_port()
    applications = [
        {"id": "default", "name": "Harbor Notes", "first_party": True, "redirect_uris": ["http://127.0.0.1/callback"],
         "methods": ["password", "code", "passkey"], "roles": ["editor", "reader"]} | PASSWORD_FIRST,
        {"id": "mail", "name": "Harbor Mail", "redirect_uris": ["http://127.0.0.1/callback"]}]
    # The commands read the same file, and do not run in development.
    settings = {"public_url": f"http://localhost:{port}", "rate_limits": LIMITS, "delivery": {"console": True}, "applications": applications} | more
    with running(directory, settings=settings, listen=f"127.0.0.1:{port}") as server:
        yield Dashboard(server)


class Dashboard:
    """The administration of a running server."""

    def __init__(self, server) -> None:
        self.server = server
        self.origin = server.program.output.wait_for(r"^admin (\S+)$", 10)[1]
        self._key = self.command("key", "create", "--name", "tests", "--scope", SCOPES).stdout.split()[-1]

    def command(self, *words: str):
        done = doorward("admin", *words, "--data", str(self.server.data), directory=self.server.directory)
        assert done.returncode == 0, done.stderr
        return done

    def call(self, method: str, path: str, body: dict | None = None) -> dict | None:
        """A call of a program with a key."""
        request = urllib.request.Request(
            f"{self.server.account}/v1/admin{path}", method=method, data=json.dumps(body).encode() if body is not None else None,
            headers={"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def user(self, **members: object) -> str:
        """The id of a new user."""
        return self.call("POST", "/users", members)["id"]


def until_answered(address: str, **headers: str) -> None:
    """Waits until an address is answered without an error. A process uses a change within two seconds, later on a busy machine."""
    deadline = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=30):
                return
        except urllib.error.HTTPError as error:
            assert time.monotonic() < deadline, error
            time.sleep(0.05)


class Administrator(Visitor):
    """A visitor with a passkey, who is an administrator if a role is given. The dashboard opens in the same tab as the account page."""

    def __init__(self, browser, dashboard: Dashboard, role: str | None, name: str, **context: object) -> None:
        super().__init__(browser, dashboard.server.account, **context)
        self.dashboard = dashboard
        with_suggestions(self)
        self.authenticator = Authenticator(self)
        self.open()
        sign_up_with_passkey(self, name)
        self.id = self.page.evaluate("fetch('/session/state').then((answer) => answer.json())")["user"]["id"]
        if role:
            dashboard.command("administrator", "add", self.id, "--role", role)

    def go(self, path: str) -> None:
        self.page.goto(self.dashboard.origin + path)

    def enter(self, path: str = "/") -> "Administrator":
        """Opens an address of the dashboard, and signs in."""
        self.go(path)
        self.sign_in_again()
        return self

    def sign_in_again(self) -> None:
        """Signs in from the page of a browser without a session. The account page knows the user."""
        self.by("to-sign-in").click()
        self.by("continue").click()
        self.page.wait_for_url(f"{self.dashboard.origin}/**")
        self.expect_view()

    def prove(self) -> None:
        """Proves the passkey on the account page, which the dashboard has opened for that, and returns."""
        self.page.wait_for_url(f"{self.account}/**")
        self.by("passkey").click()
        self.page.wait_for_url(f"{self.dashboard.origin}/**")

    def expect_view(self) -> None:
        """Waits until the dashboard shows a view."""
        expect(self.page.get_by_test_id("person")).to_be_attached()
        self.expect_shown()

    def expect_shown(self) -> None:
        self.page.locator("main:not([aria-busy]) h1").wait_for()

    def by(self, testid: str):
        return self.page.get_by_test_id(testid)

    def fill(self, **values: str) -> None:
        for name, value in values.items():
            self.by(f"field-{name}").fill(value)

    def heading(self, text: str) -> None:
        expect(self.page.get_by_role("heading", level=1, name=text, exact=True)).to_be_visible()


# The addresses of every view and dialog. `{user}` stands for a user.
VIEWS = [
    "/", "/users", "/users?q=nothing-like-it", "/users?do=create", "/users/{user}",
    *(f"/users/{{user}}?tab={tab}" for tab in ("sessions", "applications", "messages", "data")),
    "/users/{user}?tab=applications&do=grant&of=default",
    *(f"/users/{{user}}?do={act}" for act in ("edit", "ban", "delete", "end-sessions", "remove-factors", "export", "reset-message", "sign-in-link")),
    "/administrators", "/administrators?do=add", "/administrators?do=add&of={user}", "/keys", "/keys?do=create", "/keys?tab=administration",
    "/keys?tab=administration&do=create", "/keys?tab=signing", "/keys?tab=signing&do=rotate", "/applications", "/applications?do=create", "/applications/gone", "/applications/store",
    *(f"/applications/store?tab={tab}" for tab in ("look", "secrets", "use", "use&code=go", "tokens", "tokens&user={user}&scope=openid+email", "tokens&user=none", "invitations", "logouts", "history")), "/applications/default?tab=look", "/applications/default?tab=look&width=wide",
    *(f"/applications/store?do=edit-{group}" for group in ("general", "sign-in", "client", "passkeys", "wallets")), "/applications/store?do=remove",
    "/applications/store?tab=secrets&do=secret", "/applications/store?tab=invitations&do=invite",
    "/settings", *(f"/settings?tab={tab}" for tab in ("rates", "delivery", "passwords", "wallets", "server", "history")),
    "/settings?do=edit-lifetimes", "/settings?tab=delivery&do=edit-mail", "/settings?tab=delivery&do=edit-sms",
    "/webhooks", "/webhooks?do=create", "/webhooks/{webhook}", *(f"/webhooks/{{webhook}}?do={act}" for act in ("edit", "switch", "secret", "replay", "remove")),
    "/events", "/events?type=user.banned&user={user}",
    "/messages", "/messages?state=waiting", "/messages?do=test", "/messages?tab=templates", "/messages?tab=templates&kind=new_device&language=ar&scheme=dark&width=wide", "/health", "/users/none"]
