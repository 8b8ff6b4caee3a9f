"""Performs the walks of a journey against the server, and checks after each step what the server did."""

from __future__ import annotations

import json
import re
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import openapi
from exploration import CLIENTS, Journey, Move, State, after, succeeds
from keep_alive import Response
from methods import METHODS
from people import Person
from stored import Stored
from tokens import parts
from world import World

# The seconds for which a code of an authenticator is surely valid: the server accepts one step before the current one.
LIFETIME = 30
# The seconds between two changes. The server compares their times in milliseconds, and a disk in memory is faster.
PAUSE = 0.002
# The columns of times of visits. Every other change of an account needs all proofs.
_VISITS = {"last_sign_in_at", "last_used_at"}
# The kinds of identities, by which the store finds them at once.
_KINDS = openapi.document()["components"]["schemas"]["Identity"]["properties"]["type"]["enum"]
_TABLES = {"users": "id", "identities": "user_id", "second_factors": "user_id", "recovery_codes": "user_id",
           "sessions": "user_id"}

# The proofs of a session, see `Method.proofs`.
PROOFS = {
    name: (method, f"urn:doorward:acr:{assurance}", of) for name, (method, assurance, of) in ({
        "authenticator": ("otp", "second-factor", "second factor"),
        "recovery code": ("recovery_code", "second-factor", "second factor"),
        "sent code": ("otp", "second-factor-code", "second factor"),
        "sent SMS code": ("sms", "second-factor-code", "second factor"),
        "passkey as second factor": ("passkey", "second-factor", "second factor"),
    } | {name: proof for method in METHODS for name, proof in method.proofs.items()}).items()}


@dataclass
class Accounts:
    """All that the store has of the users of a walk: the rows, and the proofs of each session."""

    rows: list = field(default_factory=list)
    sessions: dict[bytes, list[tuple[str, str]]] = field(default_factory=dict)


class Store:
    """Reads the database beside the server."""

    def __init__(self, world: World) -> None:
        self._data = world.server.data
        self._threads = threading.local()

    def accounts(self, identifiers: set[str]) -> Accounts:
        """The accounts with one of the identifiers."""
        if not hasattr(self._threads, "database"):
            self._threads.database = Stored(self._data)
        database = self._threads.database
        texts = sorted({form for text in identifiers for form in (text, text.lower())})
        kinds, marks = (", ".join("?" * len(values)) for values in (_KINDS, texts))
        users = [row[0] for row in database.execute(
            f"SELECT DISTINCT user_id FROM identities WHERE kind IN ({kinds}) AND identifier IN ({marks})",
            [*_KINDS, *texts])]
        found = Accounts()
        if not users:
            found.rows = [[] for _ in _TABLES]
            return found
        marks = ", ".join("?" * len(users))
        for table, column in _TABLES.items():
            cursor = database.execute(f"SELECT * FROM {table} WHERE {column} IN ({marks})", users)
            names = [name for name, *_ in cursor.description]
            rows = [dict(zip(names, row)) for row in cursor]
            found.rows.append(sorted((
                [value for name, value in row.items() if name not in _VISITS] for row in rows), key=repr))
            if table == "sessions":
                found.sessions = {row["id"]: [
                    (proof["method"], proof["assurance"]) for proof in json.loads(row["proofs"])] for row in rows}
        return found


class Values(dict):
    """The values that a client has. A value that it does not have is a text that no server issued."""

    def __missing__(self, name: str) -> str:
        return "none"


@dataclass
class Walk:
    world: World
    people: dict[str, Person]
    # The facts of the account, as the journey needs them.
    account: dict = field(default_factory=dict)
    values: dict[str, Values] = field(default_factory=lambda: {client: Values() for client in CLIENTS})
    # The identifiers of all users of the walk.
    identifiers: set[str] = field(default_factory=set)
    state: State = field(default_factory=State)
    # The proofs of each session: the name of the latest proof, by what it proves.
    sessions: dict[bytes, dict[str, str]] = field(default_factory=dict)


class Explorer:
    def __init__(self, world: World) -> None:
        self.world = world
        self.store = Store(world)

    def run(self, journey: Journey) -> list[str]:
        """The failures of all walks."""
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda walk: self.timely_walk(journey, walk), journey.walks))
        return [failure for failures in results for failure in failures]

    def timely_walk(self, journey: Journey, moves: list[Move]) -> list[str]:
        """Performs a walk. Repeats it if it fails after a time in which the codes of an authenticator have expired."""
        for _ in range(3):
            begin = time.monotonic()
            failures = self.walk(journey, moves)
            if not failures or time.monotonic() - begin < LIFETIME:
                return failures
        return [*failures, f"no walk of this journey took less than {LIFETIME} s"]

    def walk(self, journey: Journey, moves: list[Move]) -> list[str]:
        """Performs a walk up to the first failure."""
        walk = journey.begin(self.world)
        walk.state = journey.start
        before = self.store.accounts(walk.identifiers)
        time.sleep(PAUSE)
        for number, move in enumerate(moves):
            answer = move.step.send(walk, move)
            now = self.store.accounts(walk.identifiers)
            failure = check(walk.state, move, answer, before, now)
            if not failure and opens(walk.state, move):
                failure = check_session(walk.sessions, move, answer, before, now)
            if failure:
                path = " ".join(map(str, moves[:number + 1]))
                return [f"{journey.name}: {path}: {failure} ({answer.status} {answer.body[:300]!r})"]
            if succeeds(walk.state, move):
                time.sleep(PAUSE)
            before, walk.state = now, after(walk.state, move)
        return []


def opens(state: State, move: Move) -> bool:
    return move.step.opens and succeeds(state, move)


def tokens_of(answer: Response) -> list[str]:
    """The credentials in an answer that sign in a client."""
    found = re.findall(rb'"(access_token|account_token|refresh_token|id_token)":', answer.body)
    found += re.findall(rb"\r\nset-cookie: *(?:__Host-)?doorward_session=[^;\r]", answer.head, re.I)
    return [text.decode() for text in found]


def check(state: State, move: Move, answer: Response, before: Accounts, now: Accounts) -> str | None:
    """What the server did that the facts do not allow, or did not do that they allow."""
    step, is_right = move.step, succeeds(state, move)
    is_success, tokens = step.is_success(answer), tokens_of(answer)
    if tokens and not (is_right and step.opens):
        return f"opens a session without the proofs: {tokens}"
    if is_success and not is_right:
        return "is accepted without the proofs"
    if is_right and not is_success:
        return "is refused with all proofs"
    if is_right and step.opens and not tokens:
        return "opens no session"
    if before.rows != now.rows and not is_right and not step.spoils:
        return "changes the account although it is refused"
    if not opens(state, move) and now.sessions.keys() - before.sessions.keys():
        return "stores a session without the proofs"
    return None


def session_of(answer: Response) -> tuple[bytes, dict | None]:
    """The id of the session that an answer opens, and the claims of its access token if it has one."""
    if "access_token" in answer.json:
        _, claims = parts(answer["access_token"])
        return uuid.UUID(claims["sid"]).bytes, claims
    return uuid.UUID(answer["current_session_id"]).bytes, None


def check_session(
    sessions: dict[bytes, dict[str, str]], move: Move, answer: Response, before: Accounts, now: Accounts
) -> str | None:
    """What the session, or its tokens, say of the proofs that is not true. Adds the proofs to the known sessions."""
    session, claims = session_of(answer)
    proofs = dict(sessions.get(session, {}))
    for name in move.step.proves:
        proofs[PROOFS[name][2]] = name
    sessions[session] = proofs
    amr = list(dict.fromkeys(PROOFS[name][0] for name in proofs.values()))
    # A second factor decides, or else the latest proof.
    acr = PROOFS[proofs.get("second factor", move.step.proves[-1])][1]
    if claims and (claims["amr"], claims["acr"]) != (amr, acr):
        return f"amr and acr are {claims['amr']} {claims['acr']}, and not {amr} {acr}"
    if "visit" in move.step.proves:
        # An anonymous user has no identity by which the store is read.
        return None
    stored, expected = now.sessions.get(session), [PROOFS[name][:2] for name in proofs.values()]
    if stored != expected:
        return f"the session has the proofs {stored}, and not {expected}"
    if others := now.sessions.keys() - before.sessions.keys() - sessions.keys():
        return f"stores {len(others)} more sessions"
    return None
