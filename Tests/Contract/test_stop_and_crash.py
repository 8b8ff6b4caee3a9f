"""Confirmed writes survive a crash, and spent values stay spent."""

import http.client
import json
import signal
import socket
import threading

import pytest

from client import API, Page
from near_endpoint import NearEndpoint
from wallets import WALLETS, EthereumWallet, NearWallet


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_an_idle_server(start, number):
    server, api = start()
    api.get("/healthz")
    server.program.send(number)
    assert server.program.wait(30) == 0


def test_an_open_request_is_answered_before_the_server_stops(start):
    endpoint = NearEndpoint()
    try:
        server, api = start(settings={"near": {"mainnet": {"rpc": [endpoint.url]}}})
        wallet = NearWallet("alice.near")
        endpoint.accounts["alice.near"] = {wallet.public_key: "FullAccess"}
        proof = api.proof(wallet)
        answers = []
        endpoint.asked.clear()
        endpoint.may_answer.clear()
        request = threading.Thread(target=lambda: answers.append(api.post("/v1/near/sign-in", proof)))
        request.start()
        assert endpoint.asked.wait(10)

        server.program.send(signal.SIGTERM)
        refuses_new_connections(server)
        assert server.program.is_running and not answers
        endpoint.may_answer.set()
        request.join(20)
        assert [answer.status for answer in answers] == [200]
        assert server.program.wait(30) == 0
    finally:
        endpoint.stop()


def refuses_new_connections(server) -> None:
    host, _, port = server.host.rpartition(":")
    for _ in range(1000):
        try:
            with socket.create_connection((host, int(port)), 1) as connection:
                connection.settimeout(1)
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                if connection.recv(1) == b"":
                    return
        except (ConnectionError, TimeoutError):
            return
    raise AssertionError("the server still accepts connections")


def test_a_second_signal_stops_at_once(start):
    endpoint = NearEndpoint()
    try:
        server, api = start(settings={"near": {"mainnet": {"rpc": [endpoint.url]}}})
        proof = api.proof(NearWallet("alice.near"))
        endpoint.asked.clear()
        endpoint.may_answer.clear()
        connection = http.client.HTTPConnection(api.host, timeout=30)
        connection.request("POST", "/v1/near/sign-in", json.dumps(proof), {"Content-Type": "application/json"})
        assert endpoint.asked.wait(10)
        server.program.send(signal.SIGTERM)
        refuses_new_connections(server)
        server.program.send(signal.SIGTERM)
        assert server.program.wait(30) == 1
    finally:
        endpoint.stop()


@pytest.mark.parametrize("make", WALLETS)
def test_sessions_survive_a_crash_and_spent_values_stay_spent(start, document, make):
    server, api = start()
    wallet = make()
    proof = api.proof(wallet)
    unspent = api.proof(wallet)
    session = api.post(f"{wallet.path}/sign-in", proof).json
    rotated = api.refresh(session["refresh_token"], key="one").json
    ended = api.sign_in(wallet)
    api.post("/v1/sign-out", {"scope": "this"}, token=ended["account_token"])
    page = Page(api)
    page.sign_in(wallet)
    keys = api.get("/.well-known/jwks.json").json

    server.crash()
    server, api = start(listen=server.host)

    assert api.get("/.well-known/jwks.json").json == keys
    assert api.post(f"{wallet.path}/sign-in", proof).code == "challenge_used"
    assert api.post(f"{wallet.path}/sign-in", unspent)["user"]["id"] == session["user"]["id"]
    assert api.get("/v1/user", token=rotated["access_token"])["id"] == session["user"]["id"]
    assert api.get("/v1/user", token=ended["account_token"]).code == "invalid_token"
    page.api = api
    assert page.call("GET", "/session/state")["signed_in"] is True
    # The crash may have lost the answer to the rotation: the same key gets it again.
    again = api.refresh(session["refresh_token"], key="one")
    assert again["refresh_token"] == rotated["refresh_token"]
    assert api.refresh(rotated["refresh_token"]).status == 200
    # Another use of a spent token ends the session.
    assert api.refresh(session["refresh_token"], key="two").code == "invalid_grant"
    assert api.get("/v1/user", token=rotated["access_token"]).code == "invalid_token"


def test_a_crash_during_sign_ins_loses_no_answered_one(start):
    server, api = start()
    wallets = [EthereumWallet() for _ in range(60)]
    proofs = [api.proof(wallet) for wallet in wallets]
    answered: dict[int, dict] = {}
    some = threading.Event()

    def work(first: int) -> None:
        for index in range(first, len(proofs), 4):
            try:
                answer = api.post("/v1/ethereum/sign-in", proofs[index])
            except (OSError, http.client.HTTPException):
                return
            assert answer.status == 200
            answered[index] = answer.json
            if len(answered) >= 12:
                some.set()

    threads = [threading.Thread(target=work, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    assert some.wait(30)
    server.crash()
    for thread in threads:
        thread.join(30)

    server, api = start(listen=server.host)
    for index, session in answered.items():
        assert api.get("/v1/user", token=session["account_token"])["id"] == session["user"]["id"]
        assert api.post("/v1/ethereum/sign-in", proofs[index]).code == "challenge_used"
    assert len(answered) >= 12
