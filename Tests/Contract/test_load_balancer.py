"""`deploy/nginx.conf` before two processes on loopback, which answer what the test says."""

import http.client
import re
import shutil
import tempfile
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from document import ROOT
from ports import free_port, wait_until_listening
from programs import Program

pytestmark = pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")


class Process:
    """A process that answers every request with one status."""

    def __init__(self) -> None:
        self.status = 200
        self.requests: list[str] = []
        process = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
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


def send(port: int, method: str, host: str = "accounts.example.com") -> tuple[int, str | None]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, "/x", body=b"x" if method == "POST" else None, headers={"Host": host})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.headers["Retry-After"]


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


def test_clients_get_503_with_retry_after_while_no_process_has_its_database():
    processes = [Process(), Process()]
    for process in processes:
        process.status = 503
    with nginx(processes) as port:
        assert {send(port, method) for method in ("GET", "POST") * 4} == {(503, "1")}


def test_a_process_that_has_ended_is_not_noticed_by_clients():
    first, second = processes = [Process(), Process()]
    first.server.shutdown()
    first.server.server_close()
    with nginx(processes) as port:
        assert {send(port, method)[0] for method in ("GET", "POST") * 4} == {200}
