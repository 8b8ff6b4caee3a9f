"""The errors of the three OAuth calls have OAuth's form, for every cause (RFC 6749 §5.2)."""

from __future__ import annotations

import json

import pytest

from client import FORM
from running import doorward
from wallets import EthereumWallet, NearWallet, base64url

PATHS = ["/v1/token", "/v1/revoke", "/v1/introspect"]


@pytest.fixture(scope="module")
def api_key(server):
    made = doorward("admin", "key", "create", "--name", "tests", "--data", str(server.data), directory=server.directory)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


@pytest.fixture(scope="module")
def session(api):
    return api.sign_in(EthereumWallet())


def oauth(answer, status: int, error: str, code: str | None = None):
    assert answer.status == status, answer.body
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert set(answer.json) == {"error", "error_description", "code", "trace_id"}
    assert (answer["error"], answer["code"]) == (error, code or error)
    return answer


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("code, status, options", [
    ("unsupported_media_type", 415, {"body": "token=x", "media": "text/plain"}),
    ("malformed_form", 400, {"body": "token=%zz", "media": FORM}),
    ("malformed_json", 400, {"body": "{"}), ("wrong_type", 400, {"body": "[]"}),
    ("invalid_request", 400, {"body": "token=a&token=b", "media": FORM})])
def test_a_malformed_request(api, api_key, path, code, status, options):
    oauth(api.call("POST", path, token=api_key, **options), status, "invalid_request", code)


@pytest.mark.parametrize("path", PATHS)
def test_a_refusal_of_the_transport(api, path):
    head = f"POST {path} HTTP/1.1\nHost: x\nContent-Length: 70000\n\n"
    oauth(api.raw(head, path, body=b"x" * 70_000), 413, "invalid_request", "body_too_large")


@pytest.mark.parametrize("form, error", [
    ({"grant_type": "password"}, "unsupported_grant_type"), ({"grant_type": "refresh_token"}, "invalid_request"),
    ({"refresh_token": "x"}, "invalid_request"),
    ({"grant_type": "refresh_token", "refresh_token": "dwr_" + base64url(bytes(56))}, "invalid_grant")])
def test_an_unknown_grant(api, form, error):
    oauth(api.post("/v1/token", form=form), 400, error)


def test_an_unknown_client(api, session):
    answer = oauth(api.refresh(session["refresh_token"], client_id="unknown"), 401, "invalid_client")
    assert answer.headers["WWW-Authenticate"]
    answer = api.post(
        "/v1/token", form={"grant_type": "refresh_token", "refresh_token": "x", "client_id": "default"},
        application="other")
    oauth(answer, 400, "invalid_request")


def test_introspection_needs_an_api_key(api, session):
    answer = api.post("/v1/introspect", form={"token": session["access_token"]})
    assert oauth(answer, 401, "invalid_client").headers["WWW-Authenticate"] == "Bearer"


def test_introspection_returns_the_claims_of_a_live_token(api, api_key):
    wallet = NearWallet()
    session = api.sign_in(wallet)

    def ask(token: str, encoding: str = "form") -> dict:
        body = {"token": token}
        return (api.post("/v1/introspect", form=body, token=api_key) if encoding == "form"
                else api.post("/v1/introspect", body, token=api_key)).json

    access = ask(session["access_token"])
    assert access["active"] is True
    assert access["sub"] == session["user"]["id"]
    assert access["aud"] == f"{api.origin}/applications/default"
    assert access["amr"] == ["near"]
    assert access["scope"] == "user:read"
    assert ask(session["access_token"], "json") == access
    assert ask(session["account_token"]) == {"active": False}
    assert ask(session["refresh_token"])["token_type"] == "refresh_token"
    assert ask(session["refresh_token"][:-2] + "AA") == {"active": False}
    assert ask("nonsense") == {"active": False}

    renewed = api.refresh(session["refresh_token"]).json
    assert ask(session["refresh_token"]) == {"active": False}
    assert ask(session["access_token"])["active"] is True
    api.post("/v1/sign-out", {"scope": "all"}, token=renewed["account_token"])
    for kind in ("access_token", "account_token", "refresh_token"):
        assert ask(renewed[kind]) == {"active": False}


def test_an_api_key_sees_its_own_application_only_and_ends_at_once(start):
    applications = [{"id": "one"}, {"id": "two"}]
    server, api = start(settings={"applications": applications})

    def admin(*arguments: str) -> str:
        made = doorward(
            "admin", "key", *arguments, "--data", str(server.data), "--config",
            str(server.directory / "doorward.json"), directory=server.directory)
        assert made.returncode == 0, made.stderr
        return made.stdout

    key = admin("create", "--name", "x", "--application", "two").strip()
    wallet = EthereumWallet()
    tokens = {name: api.sign_in(wallet, application=name)["access_token"] for name in ("one", "two")}
    answers = {name: api.post("/v1/introspect", form={"token": token}, token=key).json for name, token in tokens.items()}
    assert answers["one"] == {"active": False}
    assert answers["two"]["client_id"] == "two"

    listed = admin("list")
    assert key not in listed
    admin("revoke", json.loads(listed)["id"])
    oauth(api.post("/v1/introspect", form={"token": tokens["two"]}, token=key), 401, "invalid_client")
