"""Browser sign-in. The client checks each answer against the OpenAPI document."""

import json
import re

import jwt
import pytest

from client import FORM, Page
from provider import Client
from running import doorward
from wallets import EthereumWallet


@pytest.fixture(scope="module")
def page(api):
    page = Page(api)
    page.sign_in(EthereumWallet())
    return page


def test_the_metadata_describes_the_server(api):
    metadata = api.get("/.well-known/openid-configuration").json
    assert metadata["issuer"] == api.origin
    assert api.get(metadata["jwks_uri"].removeprefix(api.origin)).status == 200


@pytest.mark.parametrize("scope, members", [
    ("openid", {"id_token"}), ("user:read", set()), ("openid offline_access", {"id_token", "refresh_token"}),
    ("account", {"account_token", "refresh_token", "user"}), ("openid account", {"account_token", "id_token"})])
def test_a_code_gets_the_tokens_of_its_scopes(api, page, scope, members):
    client = Client(api)
    answer = client.exchange(client.code(page, scope=scope))
    assert answer.status == 200, answer.body
    assert members <= set(answer.json)
    assert set(answer["scope"].split()) == set(scope.split())
    for name in ("id_token", "account_token", "refresh_token"):
        assert (name in answer.json) == (name in members or name == "refresh_token" and "account" in scope), name
    if "refresh_token" in answer.json:
        again = api.refresh(answer["refresh_token"])
        assert (again.status, again["scope"]) == (200, answer["scope"])


def test_every_step_of_the_page(api, page):
    client = Client(api)
    asked = page.call("POST", "/session/authorization", {"ticket": client.ticket()})
    assert (asked["next"], asked["client"]["site"]) == ("confirm", None)
    fresh = Page(api).call("POST", "/session/authorization", {"ticket": client.ticket()})
    assert (fresh["next"], fresh["state"]["signed_in"]) == ("sign_in", False)
    # A consent without an earlier question shows the question.
    unshown = page.call("POST", "/session/authorization/allow", {"ticket": client.ticket()})
    assert (unshown["next"], unshown["state"]["user"]) == ("confirm", asked["state"]["user"])
    allowed = page.call("POST", "/session/authorization/allow", {"ticket": unshown["ticket"]})
    assert "code=" in allowed["redirect_to"]
    denied = page.call("POST", "/session/authorization/deny", {"ticket": asked["ticket"]})
    assert "error=access_denied" in denied["redirect_to"]


def test_a_sign_in_after_the_question_is_consent(api):
    client, visitor = Client(api), Page(api)
    shown = visitor.call("POST", "/session/authorization", {"ticket": client.ticket()})
    session = visitor.sign_in(EthereumWallet())["current_session_id"]
    answer = visitor.call("POST", "/session/authorization", {"ticket": shown["ticket"], "session_id": session})
    assert "code=" in answer["redirect_to"]
    consent = visitor.call("POST", "/session/authorization", {
        "ticket": client.ticket(prompt="consent"), "session_id": session})
    assert consent["next"] == "confirm"


def test_a_request_by_form_and_a_request_without_redirect(api):
    client = Client(api)
    assert api.post("/authorize", form=client.request()).status == 200
    assert api.post("/authorize", body="client_id=%zz", media=FORM).status == 400
    assert client.authorize(redirect_uri="https://evil.example").status == 400
    error = client.authorize(response_type="token")
    assert error.headers["Location"].startswith(f"{client.redirect_uri}?error=unsupported_response_type&")


def test_userinfo_returns_the_user_of_a_token(api, page):
    client = Client(api)
    answer = client.exchange(client.code(page, scope="openid profile"))
    for method in ("GET", "POST"):
        info = api.call(method, "/v1/userinfo", token=answer["access_token"])
        assert (info.status, set(info.json)) == (200, {"sub", "updated_at"})
    assert api.get("/v1/userinfo", token=answer["id_token"]).code == "invalid_token"


def test_a_client_requests_a_sign_out(api):
    page, client = Page(api), Client(api)
    page.sign_in(EthereumWallet())
    token = client.exchange(client.code(page))["id_token"]

    def step(path: str, answer) -> object:
        assert answer.status == 200, answer.body
        ticket = re.search(rb'name="doorward-ticket" content="([^"]+)"', answer.body)[1].decode()
        return page.call("POST", path, {"ticket": ticket})

    asked = step("/session/end", api.post("/end-session", form={"client_id": "default"}))
    assert (asked["next"], asked["state"]["signed_in"]) == ("confirm", True)
    assert api.get("/end-session?client_id=unknown").status == 400
    assert step("/session/end", api.get(f"/end-session?id_token_hint={token}"))["next"] == "ended"
    assert step("/session/end/confirm", api.get("/end-session"))["next"] == "ended"
    assert page.call("GET", "/session/state")["signed_in"] is False


def test_a_client_gets_its_signature_algorithm(start):
    server, api = start(settings={"applications": [{
        "id": "default", "redirect_uris": ["http://127.0.0.1/callback"], "id_token_signed_response_alg": "RS256"}]})
    page, client = Page(api), Client(api)
    page.sign_in(EthereumWallet())
    token = client.exchange(client.code(page))["id_token"]
    keys = jwt.PyJWKSet.from_dict(api.get("/.well-known/jwks.json").json)
    header = jwt.get_unverified_header(token)
    assert header["alg"] == "RS256"
    claims = jwt.decode(token, keys[header["kid"]].key, algorithms=["RS256"], audience="default", issuer=api.origin)
    assert claims["azp"] == "default"


def test_a_secret_is_created_for_the_configuration(tmp_path, start):
    made = doorward("admin", "application", "secret", directory=tmp_path)
    assert (made.returncode, made.stderr) == (0, "Nothing is stored. The secret is not shown again:\n")
    secret = json.loads(made.stdout)
    server, api = start(settings={"applications": [
        {"id": "default"},
        {"id": "site", "redirect_uris": ["https://site.example/cb"], "client_secret_hash": secret["client_secret_hash"]},
    ]})
    page = Page(api)
    page.sign_in(EthereumWallet())
    client = Client(api, "site", "https://site.example/cb", secret["client_secret"])
    assert client.exchange(client.code(page)).status == 200
    refused = Client(api, "site", "https://site.example/cb", "dws_wrong")
    assert refused.exchange(refused.code(page)).code == "invalid_client"
    assert server.terminate() == 0
    assert secret["client_secret"] not in server.log.read_text()
