"""Every operation that changes something stores an event. The operations and their valid requests are those of the purpose matrix, so a
new route cannot forget its event."""

from __future__ import annotations

import json
import re
import time

import pytest

from people import settings
from purpose_matrix import send
from purpose_operations import OPERATIONS
from running import doorward, running
from sampling import sample
from stored import Stored
from world import World, client_credentials

pytestmark = pytest.mark.timeout(1800)
# The part of the operations that `make test` takes.
ONE_IN = 3

# The operations that store no event, with the reason.
NOTHING_STORED = "the answer is sealed or computed, and nothing is stored"
WITHOUT = {
    r"POST /\w+/(\S+/)?(challenge|options|message|strength)( .*)?": NOTHING_STORED,
    r"POST /\w+/guest": "a guest is no user of the store",
    r"POST /\w+/second-factor/enroll": NOTHING_STORED,
    r"POST /\w+/second-factors/totp": NOTHING_STORED,
    r"POST /v1/token \(refresh.*\)": "the refresh of a token is no event",
    r"POST /v1/introspect": NOTHING_STORED,
    r"POST /v1/userinfo": NOTHING_STORED,
    r"POST /authorize": NOTHING_STORED,
    r"POST /end-session": NOTHING_STORED,
    r"POST /session/authorization": "the page asks the user first",
    r"POST /session/authorization/allow": "the client belongs to the operator, so the event is the session that the code opens",
    r"POST /session/authorization/deny": "a refusal, which is stored with others each second",
    r"POST /session/end": "the page asks the user first",
    r"POST /session/secure": "a preview, which changes nothing",
    r"POST /session/device": "the page asks the user first",
    r"POST /\w+/sign-out": "the user of the request has no other session",
    r"DELETE /\w+/user/photo": "the user of the request has no photo",
}


def reason(name: str) -> str | None:
    return next((why for pattern, why in WITHOUT.items() if re.fullmatch(pattern, name)), None)


WRITING = {operation.name: operation for operation in OPERATIONS
           if not operation.name.startswith("GET ") and reason(operation.name) is None}


@pytest.fixture(scope="module")
def world(tmp_path_factory, document):
    directory = tmp_path_factory.mktemp("events")
    client = client_credentials(directory)
    with running(directory, settings=settings(client["client_secret_hash"])) as server:
        yield World(server, document, client["client_secret"])


def happened(world: World, known: set[bytes]) -> list[tuple[str, str]]:
    """The types and the data of the events that are not known, without refusals, which may be stored a second later."""
    with Stored(world.server.data) as database:
        rows = database.execute("SELECT id, type, data FROM events").fetchall()
    new = [(kind, data) for id, kind, data in rows if bytes(id) not in known and not kind.endswith(".refused")]
    known.update(bytes(id) for id, _, _ in rows)
    return new


def wait_until_sealed(world: World) -> None:
    for _ in range(400):
        with Stored(world.server.data) as database:
            if not database.execute("SELECT 1 FROM events WHERE number IS NULL").fetchone():
                return
        time.sleep(0.05)
    raise AssertionError("the server does not seal the events")


@pytest.mark.takes_long("performs each operation of the server once, most of them with a new user")
def test_every_operation_that_changes_something_leaves_an_event(world):
    known, failures = set(), []
    for name in sample(WRITING, one_in=ONE_IN):
        operation = WRITING[name]
        request = operation.base(world)
        happened(world, known)
        answer = send(world, operation, request)
        new = happened(world, known)
        # A sign-in whose user has a second factor is refused at its first step.
        if not 200 <= answer.status < 300:
            failures.append(f"{name}: refused with {answer.status} {answer.body[:200]!r}")
        elif not new:
            failures.append(f"{name}: left no event")
        failures += [f"{name}: an event has an address: {data}" for _, data in new if "@" in data or "+49" in data]
    assert not failures, "\n".join(failures)


def test_every_exception_is_used():
    names = [operation.name for operation in OPERATIONS]
    assert not [pattern for pattern in WITHOUT if not any(re.fullmatch(pattern, name) for name in names)]
    assert len(WRITING) > 60


def test_the_chain_is_verified_and_exported(world):
    """The commands read what the server stores. A change of a row is found, and named."""
    def command(*words: str):
        return doorward(*words, "--data", str(world.server.data), directory=world.server.directory)

    world.person().sign_in()
    wait_until_sealed(world)
    exported = [json.loads(line) for line in command("audit", "export", "--type", "session.started").stdout.splitlines()]
    assert exported and {event["type"] for event in exported} == {"session.started"}
    assert {event["actor"]["type"] for event in exported} == {"user"}
    own = exported[-1]
    assert command("audit", "export", "--user", own["user_id"], "--since", own["time"]).stdout
    assert command("audit", "export", "--until", "2001-01-01T00:00:00Z").stdout == ""
    whole = command("audit", "verify")
    assert whole.returncode == 0, whole.stdout
    end = re.search(r"the end is (\d+:[0-9a-f]{64})", whole.stdout)[1]
    assert command("audit", "verify", "--checkpoint", end).returncode == 0
    with Stored(world.server.data) as database:
        database.execute("UPDATE events SET type = 'user.deleted' WHERE number = 3")
    changed = command("audit", "verify")
    assert changed.returncode == 1 and changed.stdout.startswith("event 3 ("), changed.stdout
