"""The restrictions for browsers, and requests that have no effect."""

import http.client
import re

import pytest

from client import API, Page
from ports import free_port
from wallets import Binding, EthereumWallet


@pytest.fixture
def behind_tls(start, document):
    """A server behind a proxy with TLS. Returns its public origin and a client of it."""
    port = free_port()
    start(
        listen=f"127.0.0.1:{port}", development=False,
        settings={"public_url": "https://accounts.example.com", "wallet_url": "https://wallets.example.net",
                  "wallet_listen": "127.0.0.1:0"})
    return "https://accounts.example.com", API(f"http://127.0.0.1:{port}", document)


def policy(answer) -> dict[str, str]:
    """The directives of a Content-Security-Policy."""
    parts = (part.strip().partition(" ") for part in answer.headers["Content-Security-Policy"].split(";"))
    return {name: value for name, _, value in parts}


def test_cookies_behind_tls_are_bound_to_the_host(behind_tls):
    origin, api = behind_tls
    page = Page(api, origin=origin)
    state = page.call("GET", "/session/state")
    wallet = EthereumWallet()
    challenge = page.call(
        "POST", "/session/ethereum/message",
        wallet.ask(api, domain="accounts.example.com", uri="https://accounts.example.com"))
    signed_in = page.call("POST", "/session/ethereum/sign-in", wallet.answer(challenge.json))
    assert signed_in["signed_in"] is True
    assert set(page.cookies) == {"__Host-doorward_session", "__Host-doorward_presession", "__Host-doorward_device"}
    for answer in (state, challenge, signed_in):
        for line in answer.headers.get_all("Set-Cookie"):
            path, age, *rest = line.split("; ")[1:]
            assert (path, rest) == ("Path=/", ["Secure", "HttpOnly", "SameSite=Strict"])
            assert re.fullmatch(r"Max-Age=[1-9]\d*", age)


def test_every_answer_behind_tls_has_hsts(behind_tls):
    _, api = behind_tls
    for path in ("/", "/v1/config", "/v1/user", "/nothing", "/session/state"):
        value = api.get(path).headers["Strict-Transport-Security"]
        assert int(re.match(r"max-age=(\d+); includeSubDomains$", value)[1]) >= 31_536_000


def test_every_answer_restricts_browsers(api):
    files = re.findall(r'"(/assets/[^"]+)"', api.get("/").body.decode())
    for path in ["/", "/v1/config", "/v1/user", "/nothing", "/session/state", *files]:
        headers = api.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_page_runs_only_its_own_scripts(api, server):
    rules = policy(api.get("/"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-src"] == server.wallet
    assert rules["base-uri"] == rules["form-action"] == rules["frame-ancestors"] == "'none'"
    text = api.get("/").body.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son[a-z]+=|javascript:|style=", text)


def test_only_the_account_page_may_frame_the_wallet_page(server, document):
    assert server.wallet.partition("://")[2].partition(":")[0] != server.host.partition(":")[0]
    wallets = API(server.wallet, document)
    answer = wallets.get("/near")
    rules = policy(answer)
    assert rules["frame-ancestors"] == server.account
    assert "'unsafe-inline'" not in rules["script-src"] and "https:" not in rules["script-src"]
    nonces = {policy(wallets.get("/near"))["script-src"] for _ in range(3)}
    assert len(nonces) == 3


def test_the_wallet_origin_has_no_route_of_the_account(server):
    """Sent without the client, because the wallet origin is not in the OpenAPI document."""
    for method, path in (("GET", "/session/state"), ("POST", "/session/sign-out"), ("GET", "/v1/user"), ("GET", "/")):
        connection = http.client.HTTPConnection(server.wallet.partition("://")[2], timeout=10)
        connection.request(method, path, headers={"Content-Type": "application/json"})
        assert connection.getresponse().status == 404


def test_a_sign_in_is_not_cached(api):
    wallet = EthereumWallet()
    answer = api.post("/v1/ethereum/sign-in", api.proof(wallet))
    assert answer.headers["Cache-Control"] == "no-store"
    assert api.get("/v1/user", token=answer["access_token"]).headers["Cache-Control"] == "no-store"


def test_only_scripts_of_listed_origins_may_call_the_api(start):
    _, api = start(settings={"applications": [{"id": "a", "origins": ["https://shop.example.com"]}]})

    def allowed(origin: str, method: str = "GET", **headers: str):
        return api.call(method, "/v1/config", headers={"Origin": origin, **headers})

    assert allowed("https://shop.example.com").headers["Access-Control-Allow-Origin"] == "https://shop.example.com"
    preflight = allowed("https://shop.example.com", "OPTIONS", **{"Access-Control-Request-Method": "GET"})
    assert preflight.headers["Access-Control-Allow-Origin"] == "https://shop.example.com"
    for origin in ("https://evil.example.com", "https://shop.example.com.evil.example", "http://shop.example.com",
                   "https://shop.example.com:444", "null", "*"):
        for method, headers in (("GET", {}), ("OPTIONS", {"Access-Control-Request-Method": "GET"})):
            answer = allowed(origin, method, **headers)
            assert answer.headers["Access-Control-Allow-Origin"] is None, origin
            assert "Origin" in answer.headers["Vary"]
    assert allowed("https://shop.example.com").headers["Access-Control-Allow-Credentials"] is None
    # An application cannot allow calls to the page's cookie routes.
    answer = api.get("/session/state", headers={"Origin": "https://shop.example.com"})
    assert answer.status == 403 and answer.headers["Access-Control-Allow-Origin"] is None


def test_the_host_field_does_not_change_answers(api):
    names = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    state = api.get("/session/state", headers=names)
    assert "evil.example" not in state.body.decode()
    assert "evil.example" not in api.get("/.well-known/oauth-authorization-server", headers=names).body.decode()
    body = {**EthereumWallet().ask(api), "binding": Binding().value}
    message = api.post("/v1/ethereum/message", body, headers=names)["message"]
    assert message.startswith(f"{api.host} wants you to sign in")
    refused = api.post("/v1/ethereum/message", {**body, "domain": "evil.example"}, headers=names)
    assert refused.code == "wrong_domain"


def test_a_get_has_no_effect(api, document):
    """No GET spends, ends or creates anything, so a mail scanner may open every address."""
    session = api.sign_in(EthereumWallet())
    for method, path in document.operations():
        if method == "GET" and not path.startswith("/session/"):
            api.get(path, token=session["account_token"])
            api.get(f"{path}?token={session['refresh_token']}", token=session["account_token"])
    assert api.refresh(session["refresh_token"]).status == 200
