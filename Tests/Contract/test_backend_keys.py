"""The keys that the backends of Examples/backends cache, while the server rotates them and while it is stopped."""

import time
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from backends import NAMES, Backend, all_backends
from client import API
from running import Doorward, doorward
from stored import Stored
from tokens import Issuer, parts, signed
from wallets import EthereumWallet

UNAVAILABLE = {"error": "Tokens cannot be checked now"}
# The interval between two requests of a backend for keys, with a margin for slow machines.
PAUSE, PATIENCE = 10, 10


@pytest.fixture
def issuer():
    issuer = Issuer()
    yield issuer
    issuer.stop()


@pytest.fixture
def start(tmp_path):
    with ExitStack() as stack:
        def start(name: str, issuer: str) -> Backend:
            backend = Backend(name, tmp_path, issuer=issuer, audience="us")
            stack.enter_context(backend.program)
            return backend

        yield start


@pytest.mark.parametrize("name", NAMES)
def test_tokens_with_unknown_keys_do_not_cause_a_request_each(issuer, start, name):
    backend = start(name, issuer.url)
    begun = time.monotonic()
    assert backend.show(issuer.token()).status == 200
    for number in range(20):
        assert backend.show(issuer.token({"kid": f"unknown-{number}"})).is_refusal
    assert backend.show(issuer.token()).status == 200
    assert set(issuer.asked) == {"/.well-known/jwks.json"}
    assert len(issuer.asked) <= 1 + (time.monotonic() - begun) // PAUSE


@pytest.mark.parametrize("name", NAMES)
def test_parallel_requests_wait_for_one_request_for_keys(issuer, start, name):
    backend, token = start(name, issuer.url), issuer.token()
    assert backend.get({}).status == 401
    issuer.may_answer.clear()
    with ThreadPoolExecutor(20) as pool:
        answers = [pool.submit(backend.show, token) for _ in range(20)]
        # The first request has asked. Any other request would ask while the first one waits.
        wait(answers, timeout=1)
        assert not any(answer.done() for answer in answers)
        issuer.may_answer.set()
        assert [answer.result().status for answer in answers] == [200] * 20
    assert len(issuer.asked) == 1


@pytest.mark.parametrize("answer", [
    (500, "{}"), (200, "<html>Accept the terms of this network</html>"), (200, "[]"), (200, "{}"), (404, '{"keys": []}'),
], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_a_backend_without_keys_answers_503_and_asks_no_more_often(issuer, start, name, answer):
    issuer.answer = answer
    backend, token = start(name, issuer.url), issuer.token()
    begun = time.monotonic()
    for _ in range(5):
        refusal = backend.show(token)
        assert (refusal.status, refusal.json, refusal.headers["Retry-After"]) == (503, UNAVAILABLE, "10")
        assert "WWW-Authenticate" not in refusal.headers
    assert 1 <= len(issuer.asked) <= 1 + (time.monotonic() - begun) // PAUSE


@pytest.mark.parametrize("name", NAMES)
def test_an_unreachable_server_does_not_make_a_token_invalid(issuer, start, name):
    # Nothing listens on port 1 of loopback.
    backend = start(name, "http://127.0.0.1:1")
    refusal = backend.show(issuer.token())
    assert (refusal.status, refusal.json) == (503, UNAVAILABLE)
    # Text that is not a token is rejected without a key.
    assert backend.show("nonsense").is_refusal
    assert backend.get({}).status == 401


class Rotation:
    """A server whose signing key is replaced while backends run, and that stops for a moment."""

    def __init__(self, stack: ExitStack, directory, document) -> None:
        self.directory, self.document = directory, document
        self.server = self.started(stack, "127.0.0.1:0")
        self.backends = all_backends(
            stack, directory / "backends", issuer=self.server.account,
            audience=f"{self.server.account}/applications/default")
        self.old = self.sign_in()
        self.before = self.statuses(self.old)
        self.kid = self.rotate()
        assert self.server.terminate() == 0
        self.meanwhile = self.statuses(self.old)
        self.age_keys()
        self.server = self.started(stack, self.server.host)
        self.new = self.sign_in()

    def started(self, stack: ExitStack, listen: str) -> Doorward:
        server = Doorward(self.directory / "server", listen=listen)
        stack.callback(server.crash)
        return server

    def sign_in(self) -> str:
        return API(self.server.account, self.document).sign_in(EthereumWallet())["access_token"]

    def statuses(self, token: str) -> dict[str, int]:
        return {name: backend.show(token).status for name, backend in self.backends.items()}

    def rotate(self) -> str:
        rotated = doorward("keys", "rotate", "--data", str(self.server.data), directory=self.directory)
        assert rotated.returncode == 0, rotated.stderr
        return rotated.stdout.strip()

    def age_keys(self) -> None:
        """Makes the new key older than ten minutes, because a key signs only then."""
        with Stored(self.server.data) as store:
            moved = store.execute(
                "UPDATE signing_keys SET created_at = created_at - 660000, retired_at = retired_at - 660000")
            assert moved.rowcount == 2


@pytest.fixture(scope="module")
def rotation(tmp_path_factory, document):
    with ExitStack() as stack:
        yield Rotation(stack, tmp_path_factory.mktemp("rotation"), document)


def test_a_token_with_a_known_key_is_accepted_while_the_server_is_stopped(rotation):
    assert rotation.before == dict.fromkeys(NAMES, 200)
    assert rotation.meanwhile == dict.fromkeys(NAMES, 200)


@pytest.mark.parametrize("name", NAMES)
def test_tokens_of_the_old_and_the_new_key_are_accepted(rotation, name):
    old, new = (parts(token)[0]["kid"] for token in (rotation.old, rotation.new))
    assert (new, old) == (rotation.kid, old) and new != old
    backend, deadline = rotation.backends[name], time.monotonic() + PAUSE + PATIENCE
    # In production the key is published long before. Here it may appear in the pause of the backend.
    while (answer := backend.show(rotation.new)).status != 200 and time.monotonic() < deadline:
        assert answer.is_refusal or answer.status == 503
        time.sleep(0.25)
    assert [backend.show(token).status for token in (rotation.old, rotation.new)] == [200, 200]
    header, claims = parts(rotation.new)
    assert backend.show(signed(ec.generate_private_key(ec.SECP256R1()), header, claims)).is_refusal
