"""The backend in Node with an API key introspects every token, so it rejects the tokens of an ended session at once."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from backends import Backend
from running import doorward
from wallets import EthereumWallet

APPLICATIONS = [{"id": "default", "methods": ["siwe", "guest"]}, {"id": "other"}]


@pytest.fixture
def ask(start, tmp_path):
    """A server, a client of it, and a function that starts backends with a key of one of its applications."""
    server, api = start(settings={"applications": APPLICATIONS})

    def backend(application: str | None = "default", **settings: str) -> Backend:
        if application:
            made = doorward(
                "admin", "key", "create", "--name", "shop", "--application", application, "--data", str(server.data),
                "--config", str(server.directory / "doorward.json"), directory=server.directory)
            assert made.returncode == 0, made.stderr
            settings["DOORWARD_API_KEY"] = made.stdout.strip()
        started = Backend(
            "node", tmp_path, issuer=api.origin, audience=f"{api.origin}/applications/default", **settings)
        stack.enter_context(started.program)
        return started

    with ExitStack() as stack:
        yield server, api, backend


def end_by_signing_out(api, session: dict) -> None:
    assert api.post("/v1/sign-out", {"scope": "this"}, token=session["account_token"]).status == 204


def end_by_deleting_the_user(api, session: dict) -> None:
    assert api.call("DELETE", "/v1/user", token=session["account_token"]).status == 204


def end_by_revoking(api, session: dict) -> None:
    assert api.post("/v1/revoke", form={"token": session["refresh_token"]}).status == 200


@pytest.mark.parametrize("end", [end_by_signing_out, end_by_deleting_the_user, end_by_revoking])
def test_an_introspecting_backend_rejects_ended_sessions_at_once(ask, end):
    _, api, backend = ask
    asking, checking = backend(), backend(None)
    session, other = api.sign_in(EthereumWallet()), api.sign_in(EthereumWallet())
    token = session["access_token"]
    assert asking.show(token).json["user"]["sub"] == session["user"]["id"]
    end(api, session)
    assert asking.show(token).is_refusal
    # A backend that checks only signatures accepts the token until it expires, as docs/backends.md says.
    assert checking.show(token).status == 200
    assert asking.show(other["access_token"]).status == 200


def test_an_introspecting_backend_rejects_every_other_invalid_token(ask):
    _, api, backend = ask
    asking = backend(DOORWARD_GUESTS="allowed")
    session = api.sign_in(EthereumWallet())
    other = api.sign_in(EthereumWallet(), application="other")
    for token in (session["account_token"], session["refresh_token"], other["access_token"], "nonsense"):
        assert asking.show(token).is_refusal
    # The server stores no guests, so it cannot introspect their tokens.
    assert asking.show(api.post("/v1/guest", {})["access_token"]).status == 200


def test_a_backend_that_cannot_introspect_answers_503(ask):
    server, api, backend = ask
    asking, strange = backend(), backend(None, DOORWARD_API_KEY="dwk_unknown")
    token = api.sign_in(EthereumWallet())["access_token"]
    assert asking.show(token).status == 200
    assert strange.show(token).status == 503
    assert server.terminate() == 0
    refusal = asking.show(token)
    assert (refusal.status, refusal.json) == (503, {"error": "Tokens cannot be checked now"})


def test_the_key_of_another_application_gets_inactive(ask):
    _, api, backend = ask
    assert backend("other").show(api.sign_in(EthereumWallet())["access_token"]).is_refusal
