"""A server and the values that it issues. issuing.py and the files of the folder methods say how each value is obtained."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field

from console_mail import Mailbox
from keep_alive import KeepAliveAPI
from people import APP, CLUB, PAGE, Person
from running import Doorward, doorward
from wallets import EthereumWallet


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
        self.admin_key = self._new_admin_key(document)
        self.club_key = self._new_key(CLUB)

    def _new_key(self, application: str) -> str:
        made = doorward(
            "admin", "key", "create", "--name", "tests", "--scope", "introspect,users:read,users:write",
            "--application", application, "--data", str(self.server.data), directory=self.server.directory)
        assert made.returncode == 0, made.stderr
        return made.stdout.strip()

    def _new_admin_key(self, document) -> str:
        scopes = document.contents["components"]["schemas"]["AdministrationKey"]["properties"]["scopes"]["items"]["enum"]
        made = doorward(
            "admin", "key", "create", "--name", "tests", "--scope", ",".join(scopes),
            "--data", str(self.server.data), directory=self.server.directory)
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


def client_credentials(directory) -> dict:
    made = doorward("admin", "application", "secret", directory=directory)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)
