"""The logs of the server, and the answers and logs for invalid HTTP."""

import json
import re
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from programs import Program, output_of
from running import binary, doorward, environment
from wallets import EthereumWallet


def lines_after_stop(server) -> list[dict]:
    """Stops the server, which writes its last lines then. Returns all lines."""
    if server.program.is_running:
        assert server.terminate() == 0
    return [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]


def exchange(server, data: bytes) -> bytes:
    """Sends bytes and reads until the server closes."""
    host, _, port = server.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(data)
        received = b""
        while part := connection.recv(65536):
            received += part
    return received


def test_sign_in_and_sign_out_are_logged_with_the_user(start):
    server, api = start()
    session = api.sign_in(EthereumWallet())
    api.post("/v1/sign-out", {"scope": "all"}, token=session["account_token"])
    events = [line for line in lines_after_stop(server) if "event" in line]
    assert [event["event"] for event in events] == ["sign_in", "sign_out"]
    for event in events:
        assert event["outcome"] == "done"
        assert event["user_id"] == session["user"]["id"]
        assert event["application"] == "default"
    assert events[0]["method"] == "siwe"


def test_the_log_starts_with_the_version_and_ends_with_the_stop(start):
    server, api = start()
    version = output_of(binary(), "--version")
    messages = [line["message"] for line in lines_after_stop(server)]
    assert messages[0] == "server started" and messages[-1] == "stopped"
    assert lines_after_stop(server)[0]["version"] in version


@pytest.mark.parametrize("level, request_line, event, health", [
    ("debug", True, True, True), ("info", True, True, False), ("notice", False, True, False),
    ("warning", False, False, False), ("error", False, False, False)])
def test_the_log_level_selects_the_lines(start, level, request_line, event, health):
    server, api = start(settings={"log_level": level})
    api.get("/healthz")
    api.sign_in(EthereumWallet())
    logged = lines_after_stop(server)
    assert any(line.get("path") == "/v1/ethereum/sign-in" for line in logged) == request_line
    assert any(line.get("event") == "sign_in" for line in logged) == event
    assert any(line.get("path") == "/healthz" for line in logged) == health


@pytest.mark.parametrize("arguments, variables, is_logged", [
    (["--log-level", "notice"], {}, True), (["--log-level", "warning"], {}, False),
    ([], {"DOORWARD_LOG_LEVEL": "notice"}, True), ([], {"DOORWARD_LOG_LEVEL": "error"}, False),
    (["--log-level", "notice"], {"DOORWARD_LOG_LEVEL": "error"}, True)])
def test_the_level_is_a_flag_and_a_variable(tmp_path, arguments, variables, is_logged):
    with Program(
            binary(), "serve", "--listen", "127.0.0.1:0", "--data", tmp_path / "data", *arguments, directory=tmp_path,
            environment=environment() | variables) as server:
        server.output.wait_for("^account ")
        assert server.stop() == 0
        assert ("server started" in server.errors.rest()) == is_logged


def test_an_unknown_level_is_reported(tmp_path):
    result = doorward("serve", "--log-level", "loud", "--listen", "127.0.0.1:0", directory=tmp_path)
    assert result.returncode != 0
    assert "--log-level" in result.stderr and '"notice"' in result.stderr


@pytest.mark.parametrize("request_bytes, status, code", [
    (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "target_too_long"),
    (b"GET /v1/config HTTP/1.2\r\nHost: x\r\n\r\n", 505, "unsupported_http_version"),
    (b"GET http://evil.example/v1/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 421,
     "misdirected_request")])
def test_an_invalid_request_gets_one_answer(start, request_bytes, status, code):
    server, _ = start(settings={"log_level": "info"})
    answer = exchange(server, request_bytes)
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert answer.count(b"HTTP/1.1 ") == 1
    head, _, body = answer.partition(b"\r\n\r\n")
    fields = {name.lower(): value for name, value in re.findall(r"\r\n([^:\r\n]+): ([^\r\n]*)", head.decode())}
    assert fields["content-type"] == "application/problem+json"
    assert fields["connection"] == "close"
    assert fields["cache-control"] == "no-store"
    assert fields["x-content-type-options"] == "nosniff"
    assert int(fields["content-length"]) == len(body)
    problem = json.loads(body)
    assert problem["code"] == code and problem["status"] == status
    logged = [line for line in lines_after_stop(server) if line.get("trace_id") == problem["trace_id"]]
    assert [(line["status"], line["code"]) for line in logged] == [(status, code)]


def test_a_secret_in_a_path_is_not_logged(start):
    server, api = start(settings={"log_level": "debug"})
    for path in ["/device/BCDF-GHJK", "/BCDF-GHJK", "/v1/near/BCDF-GHJK/sign-in"]:
        exchange(server, f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n".encode())
    assert len([line for line in lines_after_stop(server) if "…" in line.get("path", "")]) == 3
    assert "BCDF-GHJK" not in server.log.read_text()


def test_no_line_is_lost_or_mixed_under_load(start):
    server, api = start(settings={"log_level": "info"})
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda number: api.get(f"/v1/none/{number}"), range(400)))
    asked = sorted(answer.json["trace_id"] for answer in answers)
    logged = [line for line in lines_after_stop(server) if line["message"] == "request answered"]
    assert sorted(line["trace_id"] for line in logged) == asked
