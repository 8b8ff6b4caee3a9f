"""The requests of operations on which the methods and purpose_operations.py build."""

from __future__ import annotations

from collections.abc import Callable

from people import APP, SIDES
from purpose_matrix import Operation, Request, resolved
from world import World

TICKETS = {"ticket": {"authorization_ticket", "consent_ticket"}}
# The tickets that name the application of a sign-in on the page.
SIGN_IN_TICKETS = {"ticket": {*TICKETS["ticket"], "device_sign_in_ticket"}}


def both_sides(*kinds: str) -> set[str]:
    """A challenge that serves the app and the page: the client proves it with the same binding secret."""
    return {f"{side}.{kind}" for kind in kinds for side in ("app", "page")}


def of(side: str, *kinds: str) -> set[str]:
    return {f"{'app' if side == APP else 'page'}.{kind}" for kind in kinds}


def sent(*purposes: str) -> set[str]:
    """The code of a message, and the secret of the link beside it."""
    return {f"{purpose}_{form}" for purpose in purposes for form in ("code", "link")}


def proof(kind: str, member: str, signed_in: bool = False, **others: object) -> Callable[[World, str], Request]:
    """The body that answers a challenge of a kind."""
    def base(world: World, side: str) -> Request:
        [name] = of(side, kind)
        issued = world.issue(name)
        body = {member: issued.text} | issued.beside | issued.at | others
        body = {name: resolved(value) for name, value in body.items()}
        return Request(issued.person.proving(side, body), issued.person, signed_in)
    return base


def asking(body: Callable[[World], dict], signed_in: bool = False) -> Callable[[World, str], Request]:
    """A request for a challenge."""
    def base(world: World, side: str) -> Request:
        person = world.person()
        if signed_in:
            person.sign_in()
        return Request(person.asking(side, body(world)), person, signed_in)
    return base


def signed_in(body: Callable[[World], dict] | None = None, **fields: object) -> Callable[[World, str], Request]:
    """A request of a signed-in user."""
    def base(world: World, side: str) -> Request:
        return Request(body(world) if body else None, world.person().sign_in(), True, **fields)
    return base


def public(**fields: object) -> Callable[[World], Request]:
    return lambda world: Request(**fields)


def found(kind: str, has_sides: bool = False) -> Callable[[World, str], Request]:
    """A request of the owner of an item in the path."""
    def base(world: World, side: str) -> Request:
        issued = world.issue(of(side, kind).pop() if has_sides else kind)
        return Request(None, issued.person, True, id=issued.text)
    return base


def on_both(name: str, base: Callable[[World, str], Request], accepts: Callable[[str], dict] | dict | None = None,
            **options) -> list[Operation]:
    """The same operation for apps, with tokens, and for the page, with cookies."""
    method, _, rest = name.partition(" ")
    return [
        Operation(f"{method} /{side}{rest}", lambda world, side=side: base(world, side),
                  (accepts(side) if callable(accepts) else dict(accepts or {})), **options)
        for side in SIDES]
