"""`deploy/nginx.conf` and `deploy/haproxy.cfg` before two processes on loopback, which answer what the test says."""

import http.client
import re
import shutil
import socket
import ssl
import tempfile
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from document import ROOT
from ports import free_port, wait_until_listening
from programs import Program, output_of, run

needs_nginx = pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
HAPROXY = shutil.which("haproxy", path="/usr/sbin:/opt/homebrew/bin:/usr/local/bin:/usr/bin")
needs_haproxy = pytest.mark.skipif(not HAPROXY, reason="haproxy is not installed")


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


@contextmanager
def nginx(processes: list[Process]):
    """Runs nginx with the file of `deploy`, without TLS and with other ports. Yields its port."""
    folder, port = Path(tempfile.mkdtemp(prefix="nginx-")), free_port()
    text = (ROOT / "deploy/nginx.conf").read_text()
    for known, process in zip(("8787", "8797", "18787", "18797"), processes * 2):
        text = text.replace(f"127.0.0.1:{known} ", f"127.0.0.1:{process.port} ")
    text = re.sub(r" +(ssl_certificate|listen \[)[^\n]*\n", "", text)
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    folders = "".join(
        f"{name}_temp_path {folder / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder / 'pid'}; events {{}} http {{ access_log off; {folders} {text} }}")
    try:
        with Program("nginx", "-e", folder / "log", "-c", folder / "nginx.conf", log=folder / "errors") as program:
            wait_until_listening(program, port)
            yield port
    finally:
        shutil.rmtree(folder)


def configuration_of_haproxy(folder: Path, processes: list[Process], port: int) -> Path:
    """The file of `deploy` with another port, other processes and a certificate of the test."""
    certificate, key = folder / "certificate.pem", folder / "certificate.pem.key"
    output_of(
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=accounts.example.com", "-keyout", key, "-out", certificate)
    text = (ROOT / "deploy/haproxy.cfg").read_text()
    for known, process in zip(("8787", "8797", "18787", "18797"), processes * 2):
        assert f"127.0.0.1:{known}\n" in text
        text = text.replace(f"127.0.0.1:{known}\n", f"127.0.0.1:{process.port}\n")
    for known, own in (("/etc/haproxy/accounts.example.com.pem", str(certificate)), ("bind :443 ", f"bind 127.0.0.1:{port} ")):
        assert known in text
        text = text.replace(known, own)
    file = folder / "haproxy.cfg"
    file.write_text(text)
    return file


@contextmanager
def haproxy(processes: list[Process]):
    """Runs HAProxy with the file of `deploy` and other ports. Yields its port."""
    folder, port = Path(tempfile.mkdtemp(prefix="haproxy-")), free_port()
    try:
        file = configuration_of_haproxy(folder, processes, port)
        with Program(HAPROXY, "-db", "-f", file, log=folder / "errors") as program:
            wait_until_listening(program, port)
            yield port
    finally:
        shutil.rmtree(folder)


def send_with_tls(port: int, method: str, host: str = "accounts.example.com") -> int:
    """The status of an answer to a request with the name of the host in TLS."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=20, context=context)
    plain = socket.create_connection(("127.0.0.1", port), 20)
    connection.sock = context.wrap_socket(plain, server_hostname=host)
    connection.request(method, "/x", body=b"x" if method == "POST" else None, headers={"Host": host})
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
    with nginx(processes) as port:
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
    with nginx(processes) as port:
        assert {send(port, method) for method in ("GET", "POST") * 4} == {(503, "1")}


@needs_nginx
def test_a_process_that_has_ended_is_not_noticed_by_clients():
    first, second = processes = [Process(), Process()]
    first.server.shutdown()
    first.server.server_close()
    with nginx(processes) as port:
        assert {send(port, method)[0] for method in ("GET", "POST") * 4} == {200}


@needs_haproxy
def test_haproxy_accepts_its_configuration(tmp_path):
    processes = [Process(), Process()]
    file = configuration_of_haproxy(tmp_path, processes, free_port())
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
    with haproxy(processes) as port:
        wait_for_share(port, processes, host, True, True)
        first.status = 503
        wait_for_share(port, processes, host, False, True)
        assert {send_with_tls(port, method, host) for method in ("GET", "POST") * 8} == {200}
        first.status = 200
        wait_for_share(port, processes, host, True, True)


@needs_haproxy
def test_haproxy_does_not_repeat_a_request_that_a_process_has_answered():
    first, second = processes = [Process(), Process()]
    with haproxy(processes) as port:
        wait_for_share(port, processes, "accounts.example.com", True, True)
        for process in processes:
            process.requests.clear()
        # The process that answers 503 gets requests until the load balancer has noticed.
        first.status = 503
        statuses = [send_with_tls(port, "POST") for _ in range(6)]
        assert len(first.requests) + len(second.requests) == 6
        assert statuses.count(503) == len(first.requests)
