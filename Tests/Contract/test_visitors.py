"""Anonymous users, guests and backends. The client checks each answer against the OpenAPI document."""

import base64
import json

import pytest

from client import API
from running import doorward, running
from wallets import WALLETS, EthereumWallet

UNKNOWN = "00000000-0000-4000-8000-000000000000"
APPLICATIONS = [
    {"id": "default", "methods": ["siwe", "near", "anonymous"]}, {"id": "other", "methods": ["siwe", "near"]}]


@pytest.fixture
def open_server(start):
    """A server whose first application offers anonymous users."""
    return start(settings={"applications": APPLICATIONS})


@pytest.fixture(scope="module")
def open_api(tmp_path_factory, document):
    """A client of such a server, for requests that change nothing."""
    with running(tmp_path_factory.mktemp("visitors"), settings={"applications": APPLICATIONS}) as server:
        yield API(server.account, document)


def claims(token: str) -> dict:
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def api_key(server, *options: str, scopes: str = "users:read,users:write") -> str:
    made = doorward(
        "admin", "key", "create", "--name", "tests", "--scope", scopes, "--data", str(server.data), *options, directory=server.directory)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def test_anonymous_users_need_the_setting_of_the_application(open_server):
    _, api = open_server
    assert api.get("/v1/config")["methods"] == ["siwe", "near", "anonymous"]
    visitor = api.post("/v1/anonymous", {})
    assert visitor.status == 200
    assert (visitor["user"]["kind"], visitor["user"]["identities"], visitor["is_new_user"]) == ("anonymous", [], True)
    for name in ("access_token", "account_token"):
        said = claims(visitor[name])
        assert (said["amr"], said["acr"]) == (["anonymous"], "urn:doorward:acr:anonymous")
    assert api.refresh(visitor["refresh_token"])["user"]["kind"] == "anonymous"
    refused = api.post("/v1/anonymous", {}, application="other")
    assert (refused.status, refused.code) == (403, "method_not_offered")


def test_a_guest_has_a_token_for_backends_only(start):
    _, api = start(settings={"applications": [{"id": "default", "methods": ["guest"]}, {"id": "other"}]})
    guest = api.post("/v1/guest", {})
    said = claims(guest["access_token"])
    assert (said["sub"], said["scope"], said["amr"]) == (guest["guest_id"], "guest", ["guest"])
    assert said["aud"] == f"{api.origin}/applications/default"
    assert api.get("/v1/user", token=guest["access_token"]).code == "invalid_token"
    assert api.post("/v1/guest", {})["guest_id"] != guest["guest_id"]
    refused = api.post("/v1/guest", {}, application="other")
    assert (refused.status, refused.code) == (403, "method_not_offered")


@pytest.mark.parametrize("path", ["/v1/anonymous", "/v1/guest"])
@pytest.mark.parametrize("code, status, options", [
    ("malformed_json", 400, {"body": "{"}), ("wrong_type", 400, {"body": "[]"}),
    ("unsupported_media_type", 415, {"body": "{}", "media": "text/plain"}),
    ("unknown_application", 401, {"body": "{}", "application": "unknown"})])
def test_invalid_anonymous_requests_are_refused(open_api, path, code, status, options):
    answer = open_api.call("POST", path, **options)
    assert (answer.status, answer.code) == (status, code)


@pytest.mark.parametrize("make", WALLETS)
def test_a_sign_in_registers_the_anonymous_user(open_server, make):
    _, api = open_server
    wallet, visitor = make(), api.post("/v1/anonymous", {}).json
    api.call("PATCH", "/v1/user", {"metadata": {"cart": [1]}}, token=visitor["account_token"])
    session = api.sign_in(wallet, token=visitor["account_token"])
    assert (session["user"]["id"], session["user"]["kind"]) == (visitor["user"]["id"], "registered")
    assert (session["user"]["metadata"], session["is_new_user"]) == ({"cart": [1]}, False)
    assert claims(session["account_token"])["amr"] == [wallet.method]
    assert api.refresh(visitor["refresh_token"]).code == "invalid_grant"
    assert api.get("/v1/user", token=visitor["access_token"]).code == "invalid_token"
    assert api.sign_in(wallet)["user"]["id"] == visitor["user"]["id"]


@pytest.mark.parametrize("make", WALLETS)
def test_a_link_registers_the_anonymous_user(open_server, make):
    _, api = open_server
    wallet, visitor = make(), api.post("/v1/anonymous", {}).json
    token = visitor["account_token"]
    user = api.post(f"{wallet.path}/link", api.proof(wallet, token=token, purpose="link"), token=token)
    assert (user["id"], user["kind"]) == (visitor["user"]["id"], "registered")
    refused = api.call("DELETE", "/v1/user", token=token)
    assert (refused.status, refused.code) == (401, "insufficient_user_authentication")
    assert api.sign_in(wallet, token=token)["session_id"] != visitor["session_id"]
    assert api.get("/v1/user", token=token).code == "invalid_token"


def test_a_wallet_of_another_user_signs_in_that_user(open_server):
    _, api = open_server
    wallet = EthereumWallet()
    owner, visitor = api.sign_in(wallet), api.post("/v1/anonymous", {}).json
    assert api.sign_in(wallet, token=visitor["account_token"])["user"]["id"] == owner["user"]["id"]
    after = api.get("/v1/user", token=visitor["account_token"])
    assert (after["id"], after["kind"], after["identities"]) == (visitor["user"]["id"], "anonymous", [])


def test_a_backend_reads_its_users_and_changes_them(open_server):
    server, api = open_server
    key, foreign = api_key(server), api_key(
        server, "--application", "other", "--config", str(server.directory / "doorward.json"))
    session = api.sign_in(EthereumWallet())
    path = f"/v1/users/{session['user']['id']}"
    assert api.get(path, token=key).json == session["user"]
    user = api.call(
        "PATCH", path, {"app_metadata": {"plan": "pro"}, "name": "Ann"}, token=key,
        media="application/merge-patch+json")
    assert (user["app_metadata"], user["name"]) == ({"plan": "pro"}, "Ann")
    assert api.get("/v1/user", token=session["access_token"])["app_metadata"] == {"plan": "pro"}
    kept = api.call("PATCH", "/v1/user", {"app_metadata": {"plan": "free"}}, token=session["account_token"])
    assert kept["app_metadata"] == {"plan": "pro"}
    assert api.call("PATCH", path, {"app_metadata": None}, token=key)["app_metadata"] == {}

    for method, body in (("GET", None), ("PATCH", {"app_metadata": {}})):
        for name, token, status, code in (
            (path, foreign, 404, "not_found"), (f"/v1/users/{UNKNOWN}", key, 404, "not_found"),
            (path, session["account_token"], 401, "invalid_client"), (path, None, 401, "invalid_client")):
            answer = api.call(method, name, body, token=token)
            assert (answer.status, answer.code) == (status, code), (method, name)
        answer = api.call(method, path, body, token=key, application="other")
        assert (answer.status, answer.code) == (401, "invalid_client")
    introspecting = api_key(server, scopes="introspect")
    for method, body in (("GET", None), ("PATCH", {"app_metadata": {}})):
        answer = api.call(method, path, body, token=introspecting)
        assert (answer.status, answer.code) == (403, "insufficient_scope")
    answer = api.call(
        "POST", "/v1/introspect", f"token={session['access_token']}", token=key,
        media="application/x-www-form-urlencoded")
    assert (answer.status, answer.code) == (403, "insufficient_scope")
    for body, status, code in (
        ({"app_metadata": 1}, 400, "wrong_type"), ({"app_metadata": {"a": "x" * 20_000}}, 422, "metadata_too_large")):
        answer = api.call("PATCH", path, body, token=key)
        assert (answer.status, answer.code) == (status, code)
