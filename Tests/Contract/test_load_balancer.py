"""`deploy/nginx.conf` and `deploy/haproxy.cfg` before two processes on loopback, which answer what the test says."""

from __future__ import annotations

import http.client
import re
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from balancers import HAPROXY, configuration_of_haproxy, haproxy, needs_haproxy, needs_nginx, nginx, trusting
from document import ROOT
from ports import free_port
from programs import run
from recipe import chapters


class Process:
    """A process that answers every request with one status."""

    def __init__(self) -> None:
        self.status = 200
        # The requests of clients: those of the load balancer are not counted.
        self.requests: list[str] = []
        process = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if self.path == "/x":
                    process.requests.append(self.command)
                self.send_response(process.status)
                self.send_header("Content-Length", "0")
                self.send_header("Retry-After", "1")
                self.end_headers()

            do_GET = do_POST = answer

            def log_message(self, *arguments) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return self.server.server_address[1]


def ports_of(processes: list[Process]) -> list[int]:
    """The ports of the account pages, and those of the wallets page, which are the same."""
    return [process.port for process in processes] * 2


def send_with_tls(
        port: int, method: str, host: str = "accounts.example.com", path: str = "/x", body: bytes = b"x") -> int:
    """The status of an answer to a request with the name of the host in TLS."""
    context = trusting()
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=20, context=context)
    plain = socket.create_connection(("127.0.0.1", port), 20)
    connection.sock = context.wrap_socket(plain, server_hostname=host)
    connection.request(method, path, body=body if method == "POST" else None, headers={"Host": host})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def send(port: int, method: str, host: str = "accounts.example.com") -> tuple[int, str | None]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, "/x", body=b"x" if method == "POST" else None, headers={"Host": host})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.headers["Retry-After"]


@needs_nginx
@pytest.mark.parametrize("host", ["accounts.example.com", "wallets.example.net"])
def test_nginx_repeats_a_get_request_at_another_process_and_never_a_post_request(host):
    first, second = processes = [Process(), Process()]
    first.status = 503
    with nginx(ports_of(processes)) as port:
        assert {send(port, "GET", host)[0] for _ in range(6)} == {200}
        assert "GET" in first.requests
        for process in processes:
            process.requests.clear()
        statuses = [send(port, "POST", host)[0] for _ in range(6)]
        assert len(first.requests) + len(second.requests) == 6
        assert statuses.count(503) == len(first.requests)


@needs_nginx
def test_clients_get_503_with_retry_after_while_no_process_has_its_database():
    processes = [Process(), Process()]
    for process in processes:
        process.status = 503
    with nginx(ports_of(processes)) as port:
        assert {send(port, method) for method in ("GET", "POST") * 4} == {(503, "1")}


@needs_nginx
def test_a_process_that_has_ended_is_not_noticed_by_clients():
    first, second = processes = [Process(), Process()]
    first.server.shutdown()
    first.server.server_close()
    with nginx(ports_of(processes)) as port:
        assert {send(port, method)[0] for method in ("GET", "POST") * 4} == {200}


def largest(file: str, name: str) -> int:
    """A limit of the server, in bytes."""
    [left, shift] = re.search(rf"(?:var|let) {name}(?:: Int)? = ([\d_]+)(?: << (\d+))?$", (ROOT / "Sources" / file).read_text(), re.M).groups()
    return int(left) << int(shift or 0)


PHOTO = largest("Contract/DoorwardWire/Users/WirePhoto.swift", "maximumBytes")
HEAD = largest("Foundations/DoorwardSockets/SocketTransportConfiguration.swift", "maximumHeaderBytes")


def nginx_configurations() -> dict[str, str]:
    [recipe] = [step.text for step in chapters(ROOT / "docs/deployment.md")["nginx"] if step.path]
    return {"deploy/nginx.conf": (ROOT / "deploy/nginx.conf").read_text(), "docs/deployment.md": recipe}


@pytest.mark.parametrize("name", nginx_configurations())
def test_nginx_is_told_the_limits_of_the_server(name):
    def size(text: str) -> int:
        return int(text[:-1]) << {"k": 10, "m": 20}[text[-1]]

    servers = re.findall(r"^server \{\n(.*?)^\}$", nginx_configurations()[name], re.M | re.S)
    [accounts] = [server for server in servers if "listen 443" in server and "server_name accounts.example.com;" in server]
    # nginx chooses the buffers of a request line before it knows the host, by the first server of the port.
    assert accounts == next(server for server in servers if "listen 443" in server)
    assert size(re.search(r"^  client_max_body_size (\w+);$", accounts, re.M)[1]) > PHOTO
    assert size(re.search(r"^  large_client_header_buffers 4 (\w+);$", accounts, re.M)[1]) >= HEAD


@pytest.mark.parametrize("proxy", [
    pytest.param(lambda ports: nginx(ports, has_tls=True), marks=needs_nginx, id="nginx"),
    pytest.param(haproxy, marks=needs_haproxy, id="haproxy")])
def test_proxy_forwards_photos_and_long_states(proxy):
    processes = [Process(), Process()]
    with proxy(ports_of(processes)) as port:
        wait_for_share(port, processes, "accounts.example.com", True, True)
        for size in (3 << 20, PHOTO):
            assert send_with_tls(port, "POST", body=bytes(size)) == 200
        assert send_with_tls(port, "GET", path=f"/authorize?state={'s' * 8192}") == 200


@needs_haproxy
def test_haproxy_accepts_its_configuration(tmp_path):
    processes = [Process(), Process()]
    file = configuration_of_haproxy(tmp_path, ports_of(processes), free_port())
    checked = run(HAPROXY, "-c", "-f", file)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "WARNING" not in checked.stderr.upper(), checked.stderr


def wait_for_share(port: int, processes: list[Process], host: str, *expected: bool) -> None:
    """Sends requests until exactly the expected processes get them."""
    deadline = time.monotonic() + 30
    while True:
        for process in processes:
            process.requests.clear()
        for _ in range(8):
            send_with_tls(port, "GET", host)
        if [bool(process.requests) for process in processes] == [*expected]:
            return
        assert time.monotonic() < deadline, [process.requests for process in processes]
        time.sleep(0.1)


@needs_haproxy
@pytest.mark.parametrize("host", ["accounts.example.com", "wallets.example.net"])
def test_haproxy_sends_requests_only_to_processes_that_are_ready(host):
    first, second = processes = [Process(), Process()]
    with haproxy(ports_of(processes)) as port:
        wait_for_share(port, processes, host, True, True)
        first.status = 503
        wait_for_share(port, processes, host, False, True)
        assert {send_with_tls(port, method, host) for method in ("GET", "POST") * 8} == {200}
        first.status = 200
        wait_for_share(port, processes, host, True, True)


@needs_haproxy
def test_haproxy_does_not_repeat_a_request_that_a_process_has_answered():
    first, second = processes = [Process(), Process()]
    with haproxy(ports_of(processes)) as port:
        wait_for_share(port, processes, "accounts.example.com", True, True)
        for process in processes:
            process.requests.clear()
        # The process that answers 503 gets requests until the load balancer has noticed.
        first.status = 503
        statuses = [send_with_tls(port, "POST") for _ in range(6)]
        assert len(first.requests) + len(second.requests) == 6
        assert statuses.count(503) == len(first.requests)
