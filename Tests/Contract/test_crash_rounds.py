"""The server and its database are killed at random moments under load, again and again.

Everything that was acknowledged stands, nothing that is valid once is used twice, and each act has its event. DOORWARD_CRASH_ROUNDS
sets the number of rounds. In `make test`, test_stop_and_crash.py kills a server once.
"""

import http.client
import os
import random
import sqlite3
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import psycopg
import pytest

from bounds import RECOVERY, wait_until_writable, within
from client import API
from console_mail import LIMITS
from postgresql import PostgreSQL
from running import Doorward, doorward
from wallets import EthereumWallet

ROUNDS = int(os.environ.get("DOORWARD_CRASH_ROUNDS", "20"))
WORKERS = 4
UNLIMITED = ("sign_in_per_minute", "challenge_per_minute", "refresh_per_minute", "account_write_per_minute")
# The connection was lost. A 503 is the answer of a server without its database.
LOST = (OSError, http.client.HTTPException)


class Work:
    """What one worker has done: one session after the other, with parallel uses of each proof and each refresh token."""

    def __init__(self) -> None:
        # A proof, the identifier of its user if the sign-in was acknowledged, and the number of successes.
        self.proofs: list[tuple[dict, int]] = []
        self.sessions: list[dict] = []
        self.ended: list[str] = []

    def run(self, api: API, stopping: threading.Event, pool: ThreadPoolExecutor) -> None:
        """Works until an answer is lost."""
        while not stopping.is_set():
            try:
                proof = api.proof(EthereumWallet())
            except (*LOST, AssertionError):
                return
            answers = both(pool, lambda: api.post("/v1/ethereum/sign-in", proof))
            opened = [answer.json for answer in answers if answer and answer.status == 200]
            self.proofs.append((proof, len(opened)))
            if not opened:
                continue
            session = opened[0]
            tokens = both(pool, lambda: api.refresh(session["refresh_token"], key="one"))
            renewed = [answer.json for answer in tokens if answer and answer.status == 200]
            self.sessions.append({"session": session, "renewed": renewed})
            if len(self.sessions) % 3 == 0:
                answer = once(lambda: api.post("/v1/sign-out", {"scope": "this"}, token=session["account_token"]))
                if answer and answer.status == 204:
                    self.sessions.pop()
                    self.ended.append(session["account_token"])
                elif not answer or answer.status == 503:
                    # The session may have ended.
                    self.sessions.pop()

    def verify(self, api: API) -> None:
        for proof, successes in self.proofs:
            # An answer may have been lost: then the proof is spent, or can be used now.
            again = [api.post("/v1/ethereum/sign-in", proof) for _ in range(2)]
            successes += sum(answer.status == 200 for answer in again)
            assert successes <= 1, "a proof was used twice"
            assert again[1].code == "challenge_used", again[1].body
        for entry in self.sessions:
            session, renewed = entry["session"], entry["renewed"]
            user = session["user"]["id"]
            assert api.get("/v1/user", token=session["account_token"])["id"] == user
            # The same key gets the same successor, also if no answer arrived.
            again = api.refresh(session["refresh_token"], key="one").json
            successors = {answer["refresh_token"] for answer in [*renewed, again]}
            assert len(successors) == 1, "a refresh token has two successors"
            assert api.refresh(successors.pop(), key="two").status == 200
            assert api.refresh(session["refresh_token"], key="three").code == "invalid_grant"
        for token in self.ended:
            assert api.get("/v1/user", token=token).code == "invalid_token"


def once(send):
    try:
        return send()
    except LOST:
        return None


def both(pool: ThreadPoolExecutor, send) -> list:
    """The answers to two parallel requests; None for a lost one."""
    other = pool.submit(once, send)
    return [once(send), other.result(60)]


# Each act of the workers, as a query of what it has made, and the type of its event with the column that names it.
ACTS = {
    "SELECT id FROM users": ("user.created", "user_id"),
    "SELECT id FROM sessions": ("session.started", "session_id"),
    "SELECT id FROM sessions WHERE ended_at IS NOT NULL": ("session.ended", "session_id"),
}


def verify_events(connect) -> int:
    """Compares the acts with their events, one for each. Returns the number of events."""
    with closing(connect()) as database:
        for acts, (kind, column) in ACTS.items():
            done = Counter(bytes(id) for id, in database.execute(acts))
            told = Counter(bytes(id) for id, in database.execute(f"SELECT {column} FROM events WHERE type = '{kind}'"))
            assert done == told, f"{kind}: {len(done - told)} acts without their event, {len(told - done)} events without their act"
        return database.execute("SELECT count(*) FROM events").fetchone()[0]


def is_sealed(connect) -> bool:
    with closing(connect()) as database:
        return database.execute("SELECT count(*) FROM events WHERE number IS NULL").fetchone()[0] == 0


def is_ready(api: API) -> bool:
    answer = once(lambda: api.get("/readyz"))
    return bool(answer) and answer.status == 200


@pytest.mark.only_in_test_all("random moments show nothing in a few rounds")
@pytest.mark.takes_long("each round starts a server again and verifies all that it acknowledged")
@pytest.mark.timeout(120 + 10 * ROUNDS)
@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_acknowledged_changes_survive_kills_with_their_events_and_nothing_is_used_twice(tmp_path, document, store):
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    moments = random.Random(seed)
    settings = {"rate_limits": LIMITS | {name: 1_000_000 for name in UNLIMITED}}
    acknowledged = 0
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(WORKERS))
        database, settings["database"] = None, f"sqlite:{tmp_path / 'data'}"
        connect = lambda: sqlite3.connect(tmp_path / "data" / "doorward.sqlite3", timeout=30)
        if store == "postgresql":
            database = stack.enter_context(PostgreSQL())
            settings["database"] = database.url
            connect = lambda: psycopg.connect(database.url.partition("?")[0])
        server = Doorward(tmp_path, settings=settings)
        # The binding reads the variable when it runs, so the last server is killed.
        stack.callback(lambda: server.crash())
        api = API(server.account, document)
        for number in range(ROUNDS):
            stopping, work = threading.Event(), [Work() for _ in range(WORKERS)]
            threads = [threading.Thread(target=one.run, args=(api, stopping, pool)) for one in work]
            for thread in threads:
                thread.start()
            time.sleep(moments.uniform(0.02, 0.6))
            if database and number % 2:
                database.kill()
                # The server answers 503 meanwhile.
                time.sleep(moments.uniform(0, 0.1))
                stopping.set()
                database.start()
            else:
                server.crash()
                stopping.set()
                server = Doorward(tmp_path, settings=settings, listen=server.host)
            for thread in threads:
                thread.join(60)
            if database:
                wait_until_writable(database.url)
            within(RECOVERY, time.monotonic(), lambda: is_ready(api), "the server is ready")
            for one in work:
                one.verify(api)
                acknowledged += len(one.sessions) + len(one.ended)
            events = verify_events(connect)
        within(RECOVERY, time.monotonic(), lambda: is_sealed(connect), "all events are sealed")
        chain = doorward("audit", "verify", "--data", str(server.data), directory=tmp_path)
        assert chain.returncode == 0, chain.stdout + chain.stderr
    print(f"{acknowledged} acknowledged sessions and {events} events in {ROUNDS} rounds")
    # With fewer, the rounds would show nothing.
    assert acknowledged >= ROUNDS
