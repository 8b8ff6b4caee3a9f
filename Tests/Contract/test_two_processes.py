"""Two processes on one database of PostgreSQL: keys are replaced, mail is sent and one process stops, and no client notices."""

import json
import signal
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from bounds import CHANGE, within
from mail_server import mail_server, mails
from near_endpoint import NearEndpoint
from test_stop_and_crash import refuses_new_connections
from tokens import parts
from two_processes import TwoProcesses, shared_database
from wallets import Binding, EthereumWallet, NearWallet


@pytest.fixture
def database(tmp_path, request):
    with shared_database(getattr(request, "param", "postgresql"), tmp_path / "data") as url:
        yield url


# Through pgbouncer no process is told of a change: it looks for changes.
behind_a_pooler_too = pytest.mark.parametrize("database", ["postgresql", "pgbouncer"], indirect=True)


def wait_until(is_so, what: str, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, f"it never happens that {what}"
        time.sleep(0.05)


# MARK: connections

def test_processes_open_no_more_connections_than_the_table_of_sizes_says(tmp_path, document, database):
    """docs/scale.md: 16 connections and the one that waits for changes, for each process."""
    with TwoProcesses(tmp_path, document, database) as processes, ThreadPoolExecutor(64) as pool, \
            psycopg.connect(database, autocommit=True) as observer:
        work = [pool.submit(processes.apis[number % 2].sign_in, EthereumWallet()) for number in range(600)]
        counts = []
        while not counts or not all(one.done() for one in work):
            counts.append(observer.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE usename = 'doorward' AND pid <> pg_backend_pid()"
            ).fetchone()[0])
        for one in work:
            assert one.result()["user"]["id"]
    assert 2 < max(counts) <= 2 * 17


# MARK: signing keys

def published(api) -> set[str]:
    return {key["kid"] for key in api.get("/.well-known/jwks.json")["keys"]}


class Verification:
    """Takes tokens at each process and sends them to the other one, until the block ends. No token is refused."""

    def __init__(self, processes: TwoProcesses) -> None:
        self._directions = [processes.apis, processes.apis[::-1]]
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=way) for way in self._directions]
        self.failures: list[str] = []
        # The key of every token, with the number of its tokens, for each process.
        self.keys = {way[0]: Counter() for way in self._directions}

    def _run(self, issuing, verifying) -> None:
        try:
            session = issuing.sign_in(EthereumWallet())
            while not self._is_over.is_set():
                session = issuing.refresh(session["refresh_token"], key=Binding().value).json
                token = session["access_token"]
                kid = parts(token)[0]["kid"]
                assert kid in published(verifying)
                answer = verifying.get("/v1/user", token=token)
                assert answer.status == 200, answer.body
                self.keys[issuing][kid] += 1
        except Exception as error:
            self.failures.append(repr(error))
            raise

    def has_seen(self, kid: str) -> bool:
        """Whether both processes sign with a key. Raises the failure of a thread."""
        assert not self.failures
        return all(keys[kid] > 5 for keys in self.keys.values())

    def __enter__(self) -> "Verification":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join(60)
        assert not self.failures


def let_new_keys_sign(database: str) -> None:
    """Makes all keys older by the ten minutes for which a new key is published before it signs."""
    with psycopg.connect(database) as connection:
        connection.execute(
            "UPDATE signing_keys SET created_at = created_at - 601000, retired_at = retired_at - 601000")


def test_every_token_is_valid_at_the_other_process_while_keys_are_rotated(tmp_path, document, database):
    with TwoProcesses(tmp_path, document, database) as processes, Verification(processes) as verification:
        [old] = published(processes.apis[0])
        before = processes.apis[0].sign_in(EthereumWallet())
        wait_until(lambda: verification.has_seen(old), "both processes sign with the first key")
        new = processes.command("keys", "rotate").strip()
        assert new != old
        rotated = time.monotonic()
        for api in processes.apis:
            within(CHANGE, rotated, lambda: published(api) == {old, new}, "the process publishes the new key")
        assert not any(keys[new] for keys in verification.keys.values()), "the new key signs before caches have it"
        let_new_keys_sign(database)
        wait_until(lambda: verification.has_seen(new), "both processes sign with the new key")
        # The tokens of the old key are valid until they expire.
        assert old in published(processes.apis[1])
        assert processes.apis[1].get("/v1/user", token=before["access_token"]).status == 200


@behind_a_pooler_too
def test_tokens_of_a_revoked_key_are_refused_by_both_processes(tmp_path, document, database):
    with TwoProcesses(tmp_path, document, database) as processes:
        session = processes.apis[0].sign_in(EthereumWallet())
        kid = parts(session["access_token"])[0]["kid"]
        processes.command("keys", "revoke", kid)
        revoked = time.monotonic()
        for api in processes.apis:
            within(CHANGE, revoked, lambda: api.get("/v1/user", token=session["access_token"]).code == "invalid_token",
                   "the process refuses the token")
        # Users stay signed in.
        renewed = processes.apis[1].refresh(session["refresh_token"])
        assert renewed.status == 200
        assert processes.apis[0].get("/v1/user", token=renewed["access_token"]).status == 200


# MARK: applications

@behind_a_pooler_too
def test_both_processes_notice_a_changed_application(tmp_path, document, database):
    with TwoProcesses(tmp_path, document, database) as processes:
        for api in processes.apis:
            assert api.sign_in(EthereumWallet())["user"]["id"]
        processes.command("admin", "application", "set", "default", "sign_up=closed")
        closed = time.monotonic()
        for api in processes.apis:
            within(
                CHANGE, closed,
                lambda: api.post("/v1/ethereum/sign-in", api.proof(EthereumWallet())).code == "sign_up_closed",
                "the process accepts no new users")


# MARK: mail

def postponed(processes: TwoProcesses) -> int:
    """The number of attempts that were postponed."""
    lines = [line for server in processes.servers for line in server.log.read_text().splitlines() if line[:1] == "{"]
    return sum(json.loads(line)["message"] == "message postponed" for line in lines)


def test_each_queued_mail_is_delivered_once(tmp_path, document, database):
    """Both processes look for waiting mail, and one of them sends it."""
    addresses = [f"user{number}@example.com" for number in range(20)]
    with mail_server(tmp_path) as mail:
        settings = mail.settings
    with TwoProcesses(tmp_path, document, database, mail=settings, applications=[
            {"id": "default", "methods": ["code"]}]) as processes:
        for number, address in enumerate(addresses):
            sent = processes.apis[number % 2].post("/v1/code/send", {"email": address, "binding": Binding().value})
            assert sent.status == 202, sent.body
        wait_until(lambda: postponed(processes) >= len(addresses), "all messages wait", 60)
        with mail_server(tmp_path, port=settings["port"]) as mail:
            wait_until(lambda: mail.program.output.text.count('"event": "message"') >= len(addresses),
                       "all messages arrive", 120)
            # They finish the deliveries that they have begun.
            assert [server.terminate() for server in processes.servers] == [0, 0]
            arrived = Counter(message["To"] for message in mails(mail.stop()))
    assert arrived == Counter(addresses)


# MARK: stops

def test_a_process_answers_an_open_request_before_it_stops_and_the_other_one_goes_on(tmp_path, document, database):
    endpoint = NearEndpoint()
    try:
        with TwoProcesses(tmp_path, document, database, near={"mainnet": {"rpc": [endpoint.url]}}) as processes:
            stopping, staying = processes.servers[0], processes.apis[1]
            wallet = NearWallet("alice.near")
            endpoint.accounts["alice.near"] = {wallet.public_key: "FullAccess"}
            proof = staying.proof(wallet)
            answers = []
            endpoint.asked.clear()
            endpoint.may_answer.clear()
            request = threading.Thread(
                target=lambda: answers.append(processes.apis[0].post("/v1/near/sign-in", proof)))
            request.start()
            assert endpoint.asked.wait(10)

            stopping.program.send(signal.SIGTERM)
            refuses_new_connections(stopping)
            assert staying.sign_in(EthereumWallet())["user"]["id"]
            assert stopping.program.is_running and not answers
            endpoint.may_answer.set()
            request.join(20)
            [answer] = answers
            assert answer.status == 200, answer.body
            assert stopping.program.wait(30) == 0
            assert staying.get("/v1/user", token=answer["account_token"])["id"] == answer["user"]["id"]
            assert staying.post("/v1/near/sign-in", proof).code == "challenge_used"
    finally:
        endpoint.stop()
