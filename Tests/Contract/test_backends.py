"""The backends of Examples/backends accept the tokens of the running server that they should, and no others.

Each backend is a separate process and gets HTTP requests.
"""

import http.client
import time
from contextlib import ExitStack

import pytest

from accounts import Account
from backends import BEARER, NAMES, OWN, Backend, all_backends
from client import API
from console_mail import LIMITS, Mailbox
from forgeries import forgeries
from running import doorward, running
from tokens import Issuer, parts
from wallets import WALLETS, EthereumWallet

# The shortest lifetime that can be configured, so that a token expires during the tests.
LIFETIME = 30
SETTINGS = {
    "lifetimes": {"access_token": LIFETIME},
    "applications": [{"id": "default", "methods": ["siwe", "near", "anonymous", "guest"], "roles": ["editor"]}, {"id": "other"}]}


@pytest.fixture(scope="module")
def stack():
    with ExitStack() as stack:
        yield stack


@pytest.fixture(scope="module")
def server(stack, tmp_path_factory):
    return stack.enter_context(running(tmp_path_factory.mktemp("server"), settings=SETTINGS))


@pytest.fixture(scope="module")
def api(server, document):
    return API(server.account, document)


@pytest.fixture(scope="module")
def default_application(api):
    return {"issuer": api.origin, "audience": f"{api.origin}/applications/default"}


@pytest.fixture(scope="module")
def backends(stack, tmp_path_factory, default_application):
    return all_backends(stack, tmp_path_factory.mktemp("backends"), **default_application)


@pytest.fixture(params=NAMES)
def backend(request, backends):
    return backends[request.param]


@pytest.fixture(scope="module", autouse=True)
def expiring(api, backends):
    """A token that every backend has accepted. It is requested first, so that it expires in time."""
    token = api.sign_in(EthereumWallet())["access_token"]
    assert {name: backend.show(token).status for name, backend in backends.items()} == dict.fromkeys(NAMES, 200)
    return token


@pytest.mark.parametrize("header", [BEARER, OWN])
@pytest.mark.parametrize("make", WALLETS)
def test_a_signed_in_user_has_access(api, backend, make, header):
    session = api.sign_in(make())
    answer = backend.show(session["access_token"], header)
    assert (answer.status, set(answer.json), answer.json["message"]) == (200, {"message", "user"}, "Access granted")
    assert answer.json["user"] == parts(session["access_token"])[1]
    assert answer.json["user"]["sub"] == session["user"]["id"]
    assert answer.json["user"]["amr"] == [make.method]
    assert answer.headers["Cache-Control"] == "no-store"


def test_tokens_of_passwords_codes_and_second_factors_give_access(start, tmp_path):
    server, api = start(directory=tmp_path / "server", settings={"rate_limits": LIMITS})
    account = Account(api, Mailbox(server), "ada@example.com", "+4915123456789")
    with ExitStack() as stack:
        backends = all_backends(
            stack, tmp_path / "backends", issuer=api.origin, audience=f"{api.origin}/applications/default")
        for methods, session in account.sessions():
            for name, backend in backends.items():
                answer = backend.show(session["access_token"], OWN)
                assert (answer.status, answer.json["message"]) == (200, "Access granted"), (methods, name)
                assert (answer.json["user"]["sub"], answer.json["user"]["amr"]) == (account.id, methods), name


def test_header_fields_are_found_in_any_case(api, backend):
    token = api.sign_in(EthereumWallet())["access_token"]
    for headers in ({"authorization": f"bearer {token}"}, {"doorward-access-token": token},
                    {"Authorization": "Basic YTpi", "Doorward-Access-Token": token}):
        assert backend.get(headers).status == 200, headers


@pytest.mark.parametrize("headers", [
    {}, {OWN: ""}, {BEARER: ""}, {BEARER: "Bearer"}, {BEARER: "Bearer "}, {BEARER: "Basic YTpi"}], ids=str)
def test_a_request_without_a_token_learns_the_required_header(backend, headers):
    answer = backend.get(headers)
    assert (answer.status, answer.json) == (401, {"error": "No token provided"})
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="my-endpoint"'
    assert answer.headers["Cache-Control"] == "no-store"


def test_an_anonymous_user_has_access_and_a_guest_does_not(api, backend):
    visitor = api.post("/v1/anonymous", {})
    answer = backend.show(visitor["access_token"])
    assert (answer.status, answer.json["user"]["acr"]) == (200, "urn:doorward:acr:anonymous")
    answer = backend.show(api.post("/v1/guest", {})["access_token"])
    assert (answer.status, answer.json) == (403, {"error": "Sign in first"})
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="my-endpoint", error="insufficient_scope"'


@pytest.mark.parametrize("name", NAMES)
def test_a_guest_has_access_if_the_backend_allows_guests(api, default_application, tmp_path, name):
    backend = Backend(name, tmp_path, **default_application, DOORWARD_GUESTS="allowed")
    with backend.program:
        guest = api.post("/v1/guest", {})
        answer = backend.show(guest["access_token"])
        assert (answer.status, answer.json["user"]["sub"]) == (200, guest["guest_id"])


@pytest.mark.parametrize("name", NAMES)
def test_a_backend_checks_a_role_in_one_line(api, server, default_application, tmp_path, name):
    backend = Backend(name, tmp_path, **default_application, DOORWARD_ROLE="editor")
    with backend.program:
        session = api.sign_in(EthereumWallet())
        answer = backend.show(session["access_token"])
        assert (answer.status, answer.json) == (403, {"error": "Not allowed"})
        given = doorward(
            "admin", "user", "roles", session["user"]["id"], "editor", "--data", str(server.data), directory=server.directory)
        assert (given.returncode, given.stdout) == (0, "editor\n"), given.stderr
        # The token keeps its roles, and the next one has the new ones.
        assert backend.show(session["access_token"]).status == 403
        answer = backend.show(api.refresh(session["refresh_token"])["access_token"])
        assert (answer.status, answer.json["user"]["roles"]) == (200, ["editor"])


def test_every_token_for_another_purpose_is_rejected(api, server, backend):
    session = api.sign_in(EthereumWallet())
    stranger = api.sign_in(EthereumWallet(), application="other")
    key = doorward("admin", "key", "create", "--name", "k", "--data", str(server.data), directory=server.directory)
    refused = {
        "the account token": session["account_token"], "the refresh token": session["refresh_token"],
        "another application's": stranger["access_token"], "an API key": key.stdout.strip(),
        "garbage": "nonsense", "dots": "..", "a word for each part": "a.b.c", "a brace": "e30.e30.e30"}
    for header in (BEARER, OWN):
        answers = {name: backend.show(token, header) for name, token in refused.items()}
        assert {name: answer for name, answer in answers.items() if not answer.is_refusal} == {}
    assert backend.show(session["access_token"]).status == 200


@pytest.fixture
def elsewhere():
    """An address that forged headers name. A backend that fetches keys there would accept the token."""
    issuer = Issuer()
    yield issuer
    issuer.stop()


def test_every_forgery_is_rejected(api, backend, elsewhere):
    token = api.sign_in(EthereumWallet())["access_token"]
    answers = {name: backend.show(forged) for name, forged in forgeries(api, token, elsewhere).items()}
    assert {name: answer for name, answer in answers.items() if not answer.is_refusal} == {}
    assert elsewhere.asked == []
    assert backend.show(token).status == 200


def test_a_token_of_a_megabyte_is_rejected(api, backend):
    token = api.sign_in(EthereumWallet())["access_token"]
    connection = http.client.HTTPConnection(backend.host, timeout=30)
    try:
        connection.request("GET", "/my-endpoint", headers={BEARER: f"Bearer {token}{'x' * 1_000_000}"})
        assert 400 <= connection.getresponse().status < 500
    except ConnectionError:
        pass  # The server closed before everything was sent.
    finally:
        connection.close()
    assert backend.show(token).status == 200


@pytest.fixture(scope="module")
def issuer():
    issuer = Issuer()
    yield issuer
    issuer.stop()


@pytest.fixture(scope="module")
def backends_of_issuer(stack, issuer, tmp_path_factory):
    return all_backends(stack, tmp_path_factory.mktemp("issuer"), issuer=issuer.url, audience="us")


@pytest.mark.parametrize("name", NAMES)
def test_a_backend_requires_every_claim_of_a_token(backends_of_issuer, issuer, name):
    backend, now = backends_of_issuer[name], int(time.time())
    refused = {
        "expired": {"exp": now - 90}, "no expiry": {"exp": None}, "an expiry in words": {"exp": "tomorrow"},
        "not yet": {"nbf": now + 600}, "no issuer": {"iss": None}, "another issuer": {"iss": issuer.url + "/"},
        "no audience": {"aud": None}, "another audience": {"aud": "them"}, "more of an audience": {"aud": "us/"},
        "no subject": {"sub": None}, "another type": {"header": {"typ": "JWT"}}, "no type": {"header": {"typ": None}}}
    assert backend.show(issuer.token()).json["user"]["sub"] == "u"
    answers = {name: backend.show(issuer.token(**changes)) for name, changes in refused.items()}
    assert {name: answer for name, answer in answers.items() if not answer.is_refusal} == {}


@pytest.mark.only_in_test_all("waits for the expiry of a token of the server; another test has expired tokens of an issuer")
def test_an_expired_token_is_rejected(backend, expiring):
    """The token was accepted before its expiry."""
    expiry = parts(expiring)[1]["exp"]
    # The backends allow for clocks that differ by a minute.
    while time.time() < expiry + 65 and (answer := backend.show(expiring)).status == 200:
        assert time.time() <= expiry + 62
        time.sleep(0.25)
    assert backend.show(expiring).is_refusal
    assert time.time() >= expiry
