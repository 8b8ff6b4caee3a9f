"""Webhooks from the act to the receiver: signed events, receivers that fail, hang, redirect and lie, and a server that is killed."""

import base64
import hashlib
import hmac
import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from client import API
from running import doorward, running
from wallets import EthereumWallet


class Receiver:
    """A receiver on loopback. The path chooses its behavior."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.stopped = threading.Event()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                getattr(self, self.path.strip("/"))()

            def answer(self, status: int, body: bytes = b"", **fields: str) -> None:
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **fields}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def works(self) -> None:
                self.answer(200, b"thanks")

            def fails(self) -> None:
                self.answer(500, "nicht möglich\x1b[31m".encode() + b"x" * 5000)

            def redirects(self) -> None:
                self.answer(302, Location=f"{receiver.url}/works-elsewhere")

            def hangs(self) -> None:
                receiver.stopped.wait(60)

            def lies(self) -> None:
                # More than the header says that it may be, and more than the server reads.
                self.send_response(200)
                self.end_headers()
                for _ in range(300):
                    self.wfile.write(b"x" * 1000)

            def closes(self) -> None:
                self.connection.shutdown(socket.SHUT_RDWR)

            def drips(self) -> None:
                self.send_response(200)
                self.send_header("Content-Length", "1000")
                self.end_headers()
                while not receiver.stopped.wait(0.5):
                    self.wfile.write(b"x")

            def log_message(self, *arguments) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *arguments) -> None:
                """The server has closed the connection, as it must."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error) -> None:
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def receiver():
    with Receiver() as receiver:
        yield receiver


def key(server) -> str:
    made = doorward(
        "admin", "key", "create", "--name", "tests", "--scope", "admin.webhooks.read,admin.webhooks.write,admin.events.read", "--data",
        str(server.data), directory=server.directory)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def until(holds, what: str, seconds: float = 60):
    deadline = time.monotonic() + seconds
    while not (value := holds()):
        assert time.monotonic() < deadline, f"waited too long until {what}"
        time.sleep(0.05)
    return value


def test_receivers_that_fail_are_told_apart_and_delay_no_other(start, receiver):
    """Threat 22: bounded time and size, no redirect."""
    server, api = start()
    token = key(server)
    expected = {"works": ("accepted", 200), "fails": ("status", 500), "redirects": ("status", 302), "hangs": ("timed_out", None),
                "lies": ("response_too_large", None), "closes": ("transfer_failed", None), "drips": ("timed_out", None)}
    made = {path: api.post("/v1/admin/webhooks", {"url": f"{receiver.url}/{path}", "types": ["session.started"]}, token=token)
            for path in expected}
    assert {answer.status for answer in made.values()} == {201}
    session = api.sign_in(EthereumWallet())
    began = time.monotonic()
    until(lambda: any(path == "/works" for path, _, _ in receiver.requests), "the working receiver has the event")
    assert time.monotonic() - began < 8
    outcomes = {}
    for path, (code, status) in expected.items():
        deliveries = f"/v1/admin/webhooks/{made[path]['id']}/deliveries"
        item = until(
            lambda: next((item for item in api.get(deliveries, token=token)["items"] if item["code"]), None), f"{path} has ended")
        outcomes[path] = (item["code"], item["status"])
        assert item["state"] == ("delivered" if path == "works" else "waiting")
        assert len(item["answer"]) <= 301 and "\x1b" not in item["answer"]
    assert outcomes == expected
    assert not any("elsewhere" in path for path, _, _ in receiver.requests)
    # The request is that of Standard Webhooks.
    _, fields, body = next(request for request in receiver.requests if request[0] == "/works")
    secret = base64.b64decode(made["works"]["secret"].removeprefix("whsec_"), validate=True)
    signed = f"{fields['webhook-id']}.{fields['webhook-timestamp']}.".encode() + body
    assert fields["webhook-signature"] == "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    content = json.loads(body)
    assert content["type"] == "session.started" and content["data"]["user_id"] == session["user"]["id"]
    assert content["data"]["id"] == fields["webhook-id"] and content["timestamp"] == content["data"]["time"]
    assert abs(int(fields["webhook-timestamp"]) - time.time()) < 60 and "network" not in content["data"]
    # A failed event is sent again by hand, and all of them from a time on.
    failed = made["fails"]["id"]
    count = len([path for path, _, _ in receiver.requests if path == "/fails"])
    retried = api.post(f"/v1/admin/webhooks/{failed}/deliveries/{content['data']['id']}/retry", {}, token=token)
    assert retried.status == 204
    until(lambda: len([path for path, _, _ in receiver.requests if path == "/fails"]) > count, "the event is sent again")
    replayed = api.post(f"/v1/admin/webhooks/{made['works']['id']}/replay", {"from": content["timestamp"]}, token=token)
    assert (replayed["count"], replayed["continue_from"]) == (1, None)
    again = until(lambda: [request for request in receiver.requests if request[0] == "/works"][1:], "the event is replayed")
    assert again[0][1]["webhook-id"] == fields["webhook-id"]


def test_only_public_https_addresses_without_development(start, receiver):
    server, api = start(development=False)
    token = key(server)
    assert api.post("/v1/admin/webhooks", {"url": f"{receiver.url}/works"}, token=token).code == "wrong_type"
    made = api.post("/v1/admin/webhooks", {"url": receiver.url.replace("http:", "https:"), "types": ["user."]}, token=token)
    assert made.status == 201
    assert api.post(f"/v1/admin/webhooks/{made['id']}/test", {}, token=token).status == 204
    item = until(
        lambda: next(iter(api.get(f"/v1/admin/webhooks/{made['id']}/deliveries", token=token)["items"]), None), "it is sealed")
    item = until(
        lambda: next(item for item in api.get(f"/v1/admin/webhooks/{made['id']}/deliveries", token=token)["items"])["code"],
        "the attempt has ended")
    assert item == "private_address"
    assert not receiver.requests


def test_wrong_values_are_refused(start):
    server, api = start()
    token = key(server)
    for change in [{"url": "ftp://hook.example"}, {"url": "https://user@hook.example"}, {"types": ["user.craeted"]},
                   {"application": "none"}, {"enabled": "yes"}, {"description": "a\nb"}]:
        refused = api.post("/v1/admin/webhooks", {"url": "https://hook.example", **change}, token=token)
        assert (refused.status, refused.code) == (400, "wrong_type"), change
    assert api.get("/v1/admin/webhooks", token=token)["items"] == []


@pytest.mark.takes_long("runs a command for each act")
def test_commands_manage_webhooks_beside_a_running_server(start, receiver):
    server, _ = start()

    def command(*words: str):
        return doorward(
            "admin", "webhook", *words, "--data", str(server.data), directory=server.directory,
            variables={"DOORWARD_DEVELOPMENT": "true"})

    added = command("add", f"{receiver.url}/works", "--type", "user.")
    assert added.returncode == 0 and added.stdout.startswith("whsec_"), added.stderr
    assert command("add", "ftp://hook.example").returncode != 0
    [listed] = [json.loads(line) for line in command("list").stdout.splitlines()]
    webhook = listed["id"]
    assert (listed["types"], listed["enabled"], listed["failing_since"]) == (["user."], True, None)
    assert command("test", webhook).returncode == 0
    until(lambda: receiver.requests, "the test event arrives")
    event = receiver.requests[0][1]["webhook-id"]
    until(lambda: command("deliveries", webhook, "--state", "delivered").stdout, "the delivery has ended")
    assert command("replay", webhook, "--event", event).returncode == 0
    until(lambda: len(receiver.requests) == 2, "the event is sent again")
    assert "0 events" in command("replay", webhook, "--from", "2100-01-01T00:00:00Z").stderr
    assert command("secret", webhook).stdout.startswith("whsec_")
    assert command("set", webhook, "--enabled", "false").returncode == 0
    assert json.loads(command("list").stdout)["enabled"] is False
    assert command("remove", webhook).returncode == 0
    assert [command(*words).returncode for words in [("remove", webhook), ("test", webhook), ("deliveries", "x")]] == [1, 1, 1]


def test_a_killed_server_loses_no_event(tmp_path, document, receiver):
    """Events that were acknowledged before the kill arrive after the restart. They may arrive twice."""
    with running(tmp_path) as server:
        api = API(server.account, document)
        made = api.post(
            "/v1/admin/webhooks", {"url": f"{receiver.url}/works", "types": ["user.created"]}, token=key(server))
        with ThreadPoolExecutor(4) as pool:
            users = set(pool.map(lambda _: api.sign_in(EthereumWallet())["user"]["id"], range(12)))
        server.crash()
    assert made.status == 201
    with running(tmp_path):
        until(lambda: users <= {json.loads(body)["data"]["user_id"] for _, _, body in receiver.requests}, "all events arrive")
    ids = [fields["webhook-id"] for _, fields, _ in receiver.requests]
    assert len(set(ids)) == 12
