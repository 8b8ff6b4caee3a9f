"""Every call that can succeed is made, and its answer is compared with the effect.

The client checks each answer against the OpenAPI document.
"""

import pytest

from client import API, Page
from document import ROOT, Document
from wallets import WALLETS, Binding, EthereumWallet, NearWallet


@pytest.mark.parametrize("path, key, value", [
    ("/healthz", "status", "ok"), ("/readyz", "status", "ready"), ("/openapi.json", "openapi", "3.1.0")])
def test_health_and_readiness_are_reported(api, path, key, value):
    assert api.get(path)[key] == value


def test_the_served_document_is_the_one_in_the_sources(api, document):
    assert api.get("/openapi.json").json == document.contents


def test_metadata_names_calls_that_exist(api, document):
    metadata = api.get("/.well-known/oauth-authorization-server").json
    assert metadata["issuer"] == api.origin
    for name in ("jwks_uri", "service_documentation"):
        assert api.get(metadata[name].removeprefix(api.origin)).status == 200
    for name in ("token_endpoint", "revocation_endpoint", "introspection_endpoint"):
        assert ("POST", metadata[name].removeprefix(api.origin)) in document.operations()


def test_the_configuration_lists_the_offer(api):
    configuration = api.get("/v1/config").json
    assert configuration["methods"] == ["password", "code", "passkey", "siwe", "near"]
    assert configuration["networks"] == ["mainnet"]
    assert [chain["id"] for chain in configuration["chains"]] == [1]


@pytest.mark.parametrize("make", WALLETS)
def test_a_wallet_signs_in_links_refreshes_and_signs_out(api, make):
    wallet = make()
    session = api.sign_in(wallet)
    assert session["is_new_user"] is True
    assert [identity["type"] for identity in session["user"]["identities"]] == [wallet.path.rpartition("/")[2]]

    again = api.sign_in(wallet)
    assert again["is_new_user"] is False
    assert again["user"]["id"] == session["user"]["id"]
    assert again["session_id"] != session["session_id"]

    other = EthereumWallet() if make is NearWallet else NearWallet()
    linked = api.post(
        f"{other.path}/link", api.proof(other, token=session["account_token"], purpose="link"),
        token=session["account_token"])
    assert {identity["type"] for identity in linked["identities"]} == {"ethereum", "near"}
    assert api.sign_in(other)["user"]["id"] == session["user"]["id"]

    items = api.get("/v1/user/identities", token=session["account_token"])["items"]
    added = next(item for item in items if item["type"] == other.path.rpartition("/")[2])
    removed = api.call("DELETE", f"/v1/user/identities/{added['id']}", token=session["account_token"])
    assert removed.status == 204
    assert api.sign_in(other)["is_new_user"] is True

    refreshed = api.refresh(session["refresh_token"])
    assert refreshed["session_id"] == session["session_id"]
    assert refreshed["refresh_token"] != session["refresh_token"]

    rows = api.get("/v1/sessions", token=refreshed["account_token"])["items"]
    assert {row["id"] for row in rows if row["current"]} == {session["session_id"]}
    assert api.call("DELETE", f"/v1/sessions/{again['session_id']}", token=refreshed["account_token"]).status == 204
    assert api.get("/v1/user", token=again["access_token"]).code == "invalid_token"

    assert api.post("/v1/sign-out", {"scope": "this"}, token=refreshed["account_token"]).status == 204
    assert api.get("/v1/user", token=refreshed["account_token"]).code == "invalid_token"


def parts(ask, path: str, limit: int) -> list[list[str]]:
    """The ids of a list, read in parts until the end."""
    found, query = [], f"?limit={limit}"
    while query:
        answer = ask(path + query).json
        found.append([item["id"] for item in answer["items"]])
        cursor = answer.get("next_cursor")
        query = cursor and f"?limit={limit}&cursor={cursor}"
    return found


def test_lists_are_read_in_parts_newest_first(api):
    wallet = EthereumWallet()
    sessions = [api.sign_in(wallet) for _ in range(5)]
    token = sessions[-1]["account_token"]
    found = parts(lambda path: api.get(path, token=token), "/v1/sessions", 2)
    assert [len(part) for part in found] == [2, 2, 1]
    assert [one for part in found for one in part] == [session["session_id"] for session in reversed(sessions)]

    for _ in range(2):
        other = EthereumWallet()
        api.post("/v1/ethereum/link", api.proof(other, token=token, purpose="link"), token=token)
    known = api.get("/v1/user", token=token)["identities"]
    found = parts(lambda path: api.get(path, token=token), "/v1/user/identities", 1)
    assert found == [[identity["id"]] for identity in reversed(known)]

    page = Page(api)
    current = page.sign_in(wallet)["current_session_id"]
    found = parts(lambda path: page.call("GET", path), "/session/sessions", 4)
    assert [len(part) for part in found] == [4, 2]
    assert found[0][0] == current


def test_a_session_beyond_the_limit_ends_the_least_recently_used(start):
    _, api = start(settings={"limits": {"sessions_per_user": 2}})
    wallet = EthereumWallet()
    first, second = api.sign_in(wallet), api.sign_in(wallet)
    used = api.refresh(first["refresh_token"])
    third = api.sign_in(wallet)
    assert api.get("/v1/user", token=second["access_token"]).code == "invalid_token"
    for session in (used, third):
        assert api.get("/v1/user", token=session["access_token"]).status == 200


def test_a_sign_in_with_the_users_own_token_renews_the_session(api):
    wallet = EthereumWallet()
    session = api.sign_in(wallet)
    assert api.sign_in(wallet, token=session["account_token"])["session_id"] == session["session_id"]


def test_the_user_changes_the_profile_and_deletes_the_account(api):
    wallet = EthereumWallet()
    session = api.sign_in(wallet)
    token = session["account_token"]
    user = api.call(
        "PATCH", "/v1/user", {"name": "Ann", "locale": "en-GB", "metadata": {"a": {"b": 1}, "c": 2}, "id": "x"},
        token=token, media="application/merge-patch+json").json
    assert (user["name"], user["locale"], user["metadata"]) == ("Ann", "en-GB", {"a": {"b": 1}, "c": 2})
    assert user["id"] == session["user"]["id"]
    user = api.call("PATCH", "/v1/user", {"name": None, "metadata": {"a": None}}, token=token).json
    assert (user["name"], user["metadata"]) == (None, {"c": 2})
    assert api.get("/v1/user", token=session["access_token"]).json == user

    assert api.call("DELETE", "/v1/user", token=token).status == 204
    assert api.get("/v1/user", token=token).code == "invalid_token"
    proof = api.proof(wallet)
    refused = api.post("/v1/ethereum/sign-in", proof)
    assert (refused.status, refused.code) == (409, "account_deletion_pending")
    assert refused["account_deletion"]["delete_at"] > user["created_at"]
    kept = api.post("/v1/ethereum/sign-in", proof | {"keep_account": True})
    assert kept["user"]["id"] == session["user"]["id"]


def test_the_user_sets_and_removes_the_photo(api):
    image = (ROOT / "Tests/Server/PhotoTests/Images/picture.png").read_bytes()
    token = api.sign_in(EthereumWallet())["account_token"]
    address = api.call("PUT", "/v1/user/photo", image, token=token, media="image/png")["picture"]
    path = address.removeprefix(api.origin)
    assert api.get(path).body.startswith(b"\xff\xd8\xff")
    assert api.get(path + "?size=64").status == 200
    assert api.get(path + "?size=65").code == "invalid_size"
    assert api.call("DELETE", "/v1/user/photo", token=token).status == 204
    assert api.get(path).status == 404


@pytest.mark.parametrize("kind", ["refresh_token", "access_token", "account_token"])
@pytest.mark.parametrize("encoding", ["form", "json"])
def test_revoking_any_token_ends_its_session(api, kind, encoding):
    session = api.sign_in(EthereumWallet())
    request = {"token": session[kind], "token_type_hint": kind}
    answer = api.post("/v1/revoke", form=request) if encoding == "form" else api.post("/v1/revoke", request)
    assert answer.status == 200
    assert api.get("/v1/user", token=session["account_token"]).code == "invalid_token"
    assert api.refresh(session["refresh_token"]).code == "invalid_grant"


def test_revoking_an_invalid_token_has_the_same_answer(api):
    assert api.post("/v1/revoke", form={"token": "nothing"}).status == 200


def test_a_refresh_accepts_json_too(api):
    session = api.sign_in(EthereumWallet())
    answer = api.post(
        "/v1/token", {"grant_type": "refresh_token", "refresh_token": session["refresh_token"]},
        application="default")
    assert answer.status == 200


def test_the_same_idempotency_key_gets_the_same_successor(api):
    session = api.sign_in(EthereumWallet())
    first = api.refresh(session["refresh_token"], key="one")
    second = api.refresh(session["refresh_token"], key="one")
    assert first["refresh_token"] == second["refresh_token"]
    assert api.refresh(session["refresh_token"], key="two").code == "invalid_grant"
    assert api.refresh(first["refresh_token"]).code == "invalid_grant"


@pytest.mark.parametrize("make", WALLETS)
def test_the_hosted_page_has_the_same_calls_with_a_cookie(api, make):
    page = Page(api)
    state = page.call("GET", "/session/state").json
    assert state["signed_in"] is False
    wallet = make()
    state = page.sign_in(wallet)
    assert state["signed_in"] is True
    assert page.call("GET", "/session/state")["user"]["id"] == state["user"]["id"]

    other = EthereumWallet() if make is NearWallet else NearWallet()
    linked = page.call("POST", f"{other.page_path}/link", page.proof(other, purpose="link"))
    assert len(linked["identities"]) == 2
    added = next(item for item in linked["identities"] if item["type"] == other.path.rpartition("/")[2])
    assert page.call("DELETE", f"/session/user/identities/{added['id']}").status == 204
    assert page.call("PATCH", "/session/user", {"name": "Ann"})["user"]["name"] == "Ann"

    elsewhere = Page(api)
    second = elsewhere.sign_in(wallet)["current_session_id"]
    rows = page.call("GET", "/session/sessions")["items"]
    assert {row["id"] for row in rows} == {state["current_session_id"], second}
    assert page.call("DELETE", f"/session/sessions/{second}").status == 204
    assert elsewhere.call("GET", "/session/state")["signed_in"] is False

    granted = api.sign_in(wallet)
    rows = page.call("GET", "/session/applications")["items"]
    assert [(row["application_id"], row["scopes"]) for row in rows] == [("default", ["account"])]
    assert page.call("DELETE", "/session/applications/default").status == 204
    assert api.refresh(granted["refresh_token"]).code == "invalid_grant"
    assert page.call("GET", "/session/applications")["items"] == []

    assert page.call("POST", "/session/sign-out", {"scope": "this"}).status == 204
    assert page.call("GET", "/session/state")["signed_in"] is False


def test_no_answer_to_the_page_contains_a_token(api):
    page = Page(api)
    state = page.sign_in(EthereumWallet())
    assert "token" not in str(state)
    assert set(page.cookies) == {"doorward_session", "doorward_presession", "doorward_device"}


def test_head_is_get_without_its_body(api):
    answer = api.call("HEAD", "/v1/config")
    assert answer.status == 200 and answer.body == b""
    assert answer.headers["Content-Length"] == api.get("/v1/config").headers["Content-Length"]
