"""Two processes on one PostgreSQL behind nginx and HAProxy with the files of `deploy`: clients see one server."""

from __future__ import annotations

import http.client
import random
import re
import signal
import socket
import sys
import threading
import time
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from balancers import haproxy, needs_haproxy, needs_nginx, nginx, trusting
from client import API, Answer, Page
from console_mail import LIMITS
from ports import free_port
from running import Doorward
from stored import only_sqlite
from two_processes import UNLIMITED, shared_database
from wallets import Binding, EthereumWallet

pytestmark = [
    pytest.mark.only_in_test_all("two processes, PostgreSQL and a load balancer under load take a minute"),
    only_sqlite("the processes choose their database"),
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many loopback addresses")]

ACCOUNTS = "accounts.example.com"


class Service:
    """The processes, with the ports and the settings that the files of `deploy` expect."""

    def __init__(self, directory: Path, database: str) -> None:
        self.directory = directory
        self.ports, self.wallet_ports = ([free_port(), free_port()] for _ in range(2))
        self.settings = {
            "database": database, "public_url": f"https://{ACCOUNTS}", "wallet_url": f"https://wallets.example.net",
            "trusted_proxies": ["127.0.0.1/32"], "log_level": "debug", "rate_limits": LIMITS | UNLIMITED | {"api_key_failure_per_minute": 4}}
        self.processes = [self.started(index) for index in range(2)]

    def started(self, index: int) -> Doorward:
        return Doorward(
            self.directory / f"process-{index}", data=self.directory / "data", development=False,
            settings={**self.settings, "wallet_listen": f"127.0.0.1:{self.wallet_ports[index]}"},
            listen=f"127.0.0.1:{self.ports[index]}")

    def counts(self, address: str) -> list[int]:
        """The number of requests of a client that each process has answered."""
        line = re.compile(rf'"request answered".*"client":"{re.escape(address)}"')
        return [len(line.findall(process.log.read_text())) for process in self.processes]

    def counts_of(self, address: str, requests: int) -> list[int]:
        """The same, when the logs have all requests of the client."""
        deadline = time.monotonic() + 10
        while sum(counts := self.counts(address)) < requests:
            assert time.monotonic() < deadline, "a request is not in the log"
            time.sleep(0.001)
        return counts

    def end(self) -> None:
        for process in self.processes:
            if process.program.is_running:
                process.terminate()


_machines = count(1)


class BalancedAPI(API):
    """A client of the load balancer, with an address of its own. It never sends a request twice."""

    def __init__(self, port: int, document) -> None:
        super().__init__(f"https://{ACCOUNTS}", document)
        self.port = port
        number = next(_machines)
        self.address = f"127.1.{number // 250}.{number % 250 + 1}"
        self.sent = 0
        self.context = trusting()

    def connect(self) -> http.client.HTTPSConnection:
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=self.context)
        plain = socket.create_connection(("127.0.0.1", self.port), 60, source_address=(self.address, 0))
        connection.sock = self.context.wrap_socket(plain, server_hostname=ACCOUNTS)
        return connection

    def send(self, method: str, path: str, data: str | bytes | None, headers: dict) -> Answer:
        connection = self.connect()
        try:
            return self.exchange(connection, method, path, data, headers)
        finally:
            connection.close()

    def exchange(self, connection, method, path, data, headers) -> Answer:
        self.sent += 1
        connection.request(method, path, body=data, headers={"Host": ACCOUNTS, **headers})
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())


class KeptConnection(BalancedAPI):
    """A client of one thread that keeps its connection as long as the load balancer does."""

    connection = None

    def send(self, method: str, path: str, data: str | bytes | None, headers: dict) -> Answer:
        if self.connection is None or self.connection.sock is None:
            self.connection = self.connect()
        return self.exchange(self.connection, method, path, data, headers)


@contextmanager
def nginx_with_tls(ports: list[int]):
    with nginx(ports, has_tls=True) as port:
        yield port


BALANCERS = [pytest.param(nginx_with_tls, marks=needs_nginx, id="nginx"),
             pytest.param(haproxy, marks=needs_haproxy, id="haproxy")]


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    folder = tmp_path_factory.mktemp("service")
    with shared_database("postgresql", folder) as database:
        service = Service(folder, database)
        yield service
        service.end()


@pytest.fixture(params=BALANCERS)
def port(request, service):
    """The port of a load balancer before the processes."""
    with request.param(service.ports + service.wallet_ports) as port:
        yield port


def test_tokens_and_cookies_of_one_process_are_good_at_the_other(service, document, port):
    api = BalancedAPI(port, document)

    def answer_and_process(send) -> tuple[object, int]:
        # The load balancer takes turns. Another number of requests changes the turn.
        for _ in range(random.randrange(2)):
            api.get("/v1/config")
        before = service.counts_of(api.address, api.sent)
        answer = send()
        assert answer.status == 200, answer.body
        after = service.counts_of(api.address, api.sent)
        return answer, int(after[1] > before[1])

    ways: dict[str, set] = {"user": set(), "refresh": set(), "cookie": set()}
    for _ in range(40):
        wallet = EthereumWallet()
        proof = api.proof(wallet)
        session, issuer = answer_and_process(lambda: api.post("/v1/ethereum/sign-in", proof))
        user, reader = answer_and_process(lambda: api.get("/v1/user", token=session["account_token"]))
        assert user["id"] == session["user"]["id"]
        ways["user"].add((issuer, reader))
        _, reader = answer_and_process(lambda: api.refresh(session["refresh_token"]))
        ways["refresh"].add((issuer, reader))
        page = Page(api)
        proof = page.proof(wallet)
        _, issuer = answer_and_process(lambda: page.call("POST", f"{wallet.page_path}/sign-in", proof))
        state, reader = answer_and_process(lambda: page.call("GET", "/session/state"))
        assert state["signed_in"] is True
        ways["cookie"].add((issuer, reader))
        if all({(0, 1), (1, 0)} <= seen for seen in ways.values()):
            break
    assert all({(0, 1), (1, 0)} <= seen for seen in ways.values()), ways


def test_the_address_of_the_client_reaches_the_rate_limit_of_both_processes(service, document, port):
    def statuses(api: BalancedAPI, requests: int, headers: dict | None = None) -> list[int]:
        return [api.post("/v1/introspect", form={"token": "x"}, token="dwk_x", headers=headers).status
                for _ in range(requests)]

    first, second = BalancedAPI(port, document), BalancedAPI(port, document)
    assert statuses(first, 6) == [401] * 4 + [429] * 2
    # A client cannot choose its address.
    assert statuses(first, 2, {"X-Forwarded-For": "192.0.2.1"}) == [429] * 2
    assert statuses(second, 6) == [401] * 4 + [429] * 2
    for api in (first, second):
        assert all(service.counts_of(api.address, api.sent)), "one process got no request"


class Load:
    """Clients that sign in, read and refresh without a pause until the block ends. They record every answer."""

    def __init__(self, port: int, document) -> None:
        # Some clients keep their connections, others make one for each request.
        self._apis = [kind(port, document) for kind in (BalancedAPI, KeptConnection) for _ in range(3)]
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=(api,)) for api in self._apis]
        self.failures: list[str] = []
        self.rounds = 0

    def _run(self, api: API) -> None:
        while not self._is_over.is_set():
            try:
                session = api.sign_in(EthereumWallet())
                assert api.get("/v1/user", token=session["account_token"]).status == 200
                for _ in range(5):
                    answer = api.refresh(session["refresh_token"], key=Binding().value)
                    assert answer.status == 200, answer.body
                    session = answer.json
            except Exception as error:
                self.failures.append(f"{type(api).__name__}: {error!r}")
                api.connection = None
            self.rounds += 1

    def counts(self, service: Service) -> list[int]:
        """The number of requests that each process has answered."""
        return [sum(counts) for counts in zip(*(service.counts(api.address) for api in self._apis))]

    def wait_for_rounds(self, more: int) -> None:
        goal, deadline = self.rounds + more, time.monotonic() + 60
        while self.rounds < goal:
            assert time.monotonic() < deadline, "the clients have stopped"
            time.sleep(0.01)

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join(60)


class HalfRequest:
    """A refresh at one process whose body has not arrived yet."""

    def __init__(self, port: int, session: dict) -> None:
        body = f"grant_type=refresh_token&refresh_token={session['refresh_token']}".encode()
        self._socket = socket.create_connection(("127.0.0.1", port), 60)
        self._socket.sendall(
            f"POST /v1/token HTTP/1.1\r\nHost: {ACCOUNTS}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode() + body[:10])
        self._rest = body[10:]

    def finish(self) -> int:
        """Sends the rest. Returns the status of the answer."""
        self._socket.sendall(self._rest)
        answer = http.client.HTTPResponse(self._socket)
        answer.begin()
        return answer.status

    def __enter__(self) -> "HalfRequest":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


def test_no_request_fails_while_a_process_is_stopped_and_started_again(service, document, port):
    session = BalancedAPI(port, document).sign_in(EthereumWallet())
    with Load(port, document) as load, HalfRequest(service.ports[0], session) as request:
        load.wait_for_rounds(10)
        stopping = service.processes[0]
        stopping.program.send(signal.SIGTERM)
        load.wait_for_rounds(15)
        # The open request keeps the process from ending.
        assert stopping.program.is_running
        assert request.finish() == 200
        assert stopping.program.wait(30) == 0
        load.wait_for_rounds(5)
        before = load.counts(service)[0]
        service.processes[0] = service.started(0)
        deadline = time.monotonic() + 30
        while load.counts(service)[0] == before:
            assert time.monotonic() < deadline, "the new process gets no request"
            time.sleep(0.05)
        assert service.processes[1].terminate() == 0
        load.wait_for_rounds(10)
        service.processes[1] = service.started(1)
    assert not load.failures, f"{len(load.failures)} failures: {load.failures[:5]}"
