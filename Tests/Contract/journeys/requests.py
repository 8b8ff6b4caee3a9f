"""The requests of the steps, and the walks that their journeys begin with."""

from __future__ import annotations

from collections.abc import Callable

from exploration import Journey, Move, is_idle, succeeds
from journey_walks import Walk
from keep_alive import Response
from people import SIDES
from world import World

# A request for a challenge has no values of a client that could be wrong or stolen.
ASKING = ("own", "empty")
# A step that no proof of the journey allows.
NEVER = "no proof allows it"


def request(
    side: str, path: str, body: Callable[[Walk, dict], dict], *, keep: Callable[[Walk, Response], dict] | None = None,
    asking: bool = False, proving: bool = False, wrong: Callable[[Walk, dict], dict] | None = None, method: str = "POST"
) -> Callable[[Walk, Move], Response]:
    """A request of a client with the values of the holder. `keep` gives the values that the client has afterwards."""
    def send(walk: Walk, move: Move) -> Response:
        person, content = walk.people[move.client], {}
        if move.variant != "empty":
            content = dict(body(walk, walk.values[move.holder]))
            content |= (wrong or changed)(walk, content) if move.variant == "wrong" else {}
            content = person.asking(side, content) if asking else person.proving(side, content) if proving else content
        content = None if method == "DELETE" else content
        answer = person.call(side, method, path, content)
        if answer.status == 401 and answer.json["code"] == "invalid_token" and person.token:
            # Another client has ended this session, so the client is signed out.
            person.token = None
            answer = person.call(side, method, path, content)
        if keep and is_kept(walk, move, answer):
            walk.values[move.client].update(keep(walk, answer))
        return answer
    return send


def is_kept(walk: Walk, move: Move, answer: Response) -> bool:
    return succeeds(walk.state, move) and move.step.is_success(answer) and not is_idle(walk.state, move)


def changed(_: Walk, body: dict) -> dict:
    """The texts, each with another character in the middle."""
    return {name: f"{text[:len(text) // 2]}{'A' if text[len(text) // 2] != 'A' else 'B'}{text[len(text) // 2 + 1:]}"
            for name, text in body.items() if isinstance(text, str)}


def other_code(_: Walk, body: dict) -> dict:
    """A code that is not the right one."""
    return {"code": "000000" if body["code"] != "000000" else "000001"}


def waits(answer: Response) -> bool:
    """Whether the first factor is accepted and the second one is required."""
    return answer.status == 401 and answer.json.get("code") == "second_factor_required"


def waiting(_: Walk, answer: Response) -> dict:
    return {"waiting": answer["second_factor"]["challenge_id"]}


def two_clients(world: World, application: str | None = None, **account: object) -> Walk:
    return Walk(world, {client: world.person(application) for client in "ab"}, account)


def both(build: Callable[[str], Journey]) -> list[Journey]:
    return [build(side) for side in SIDES]
