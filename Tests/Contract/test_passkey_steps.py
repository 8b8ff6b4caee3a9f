"""Random steps with passkeys: two users add, rename, remove and sign in. After each step, the server's list and the
authenticators agree. The sample chooses the steps of `make test`, which are fewer."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field

import passkeys
import pytest
from keep_alive import KeepAliveAPI
from passkeys import Passkey
from running import running
from sampling import IS_COMPLETE, SEED
from wallets import Binding, base64url

STEPS = int(os.environ.get("DOORWARD_PASSKEY_STEPS", "1000" if IS_COMPLETE else "150"))
MOST = 6
UNLIMITED = {"sign_in_per_minute": 1_000_000, "challenge_per_minute": 1_000_000, "account_write_per_minute": 1_000_000}


@pytest.fixture(scope="module")
def api(tmp_path_factory, document):
    settings = {"rate_limits": UNLIMITED, "applications": [
        {"id": "default", "methods": ["passkey"], "passkeys": passkeys.SETTINGS}]}
    with running(tmp_path_factory.mktemp("steps"), settings=settings) as server:
        yield KeepAliveAPI(server.account, document)


@dataclass
class User:
    """A user with authenticators that hold one passkey each. Its list is what the server must have."""

    api: KeepAliveAPI
    # The passkeys that the account has, by their id in the list, with their names.
    held: dict[str, Passkey] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    id: str = ""
    token: str = ""
    # The id of the passkey that opened the session.
    opened: str = ""

    def ask(self, ceremony: str, token: str | None = None) -> tuple[dict, dict]:
        binding = Binding()
        answer = self.api.post(f"/v1/passkeys/{ceremony}/options", {"binding": binding.value}, token=token)
        assert answer.status == 200, answer.body
        return answer.json, {"binding_secret": binding.secret}

    def register(self, passkey: Passkey, token: str | None = None):
        options, secret = self.ask("registration", token)
        known = {item["id"] for item in options["excludeCredentials"]}
        assert known == {base64url(one.id) for one in self.held.values()}
        return self.api.post("/v1/passkeys/registration", passkey.register(options) | secret, token=token)

    def authenticate(self, passkey: Passkey):
        options, secret = self.ask("authentication")
        return self.api.post("/v1/passkeys/authentication", passkey.authenticate(options) | secret)

    def open(self, session: dict, passkey: Passkey) -> None:
        assert self.id in ("", session["user"]["id"])
        self.id, self.token, self.opened = session["user"]["id"], session["account_token"], self.find(session["user"], passkey)

    def find(self, user: dict, passkey: Passkey) -> str:
        [id] = [item["id"] for item in user["identities"] if item["identifier"] == base64url(passkey.id)]
        return id

    def keep(self, id: str, passkey: Passkey) -> None:
        self.held[id], self.names[id] = passkey, "Passkey"

    # The steps

    def sign_up(self) -> None:
        passkey = Passkey()
        answer = self.register(passkey)
        assert answer.status == 200, answer.body
        self.open(answer.json, passkey)
        self.keep(self.opened, passkey)

    def add(self, choice: random.Random) -> None:
        passkey = Passkey()
        answer = self.register(passkey, self.token)
        assert answer.status == 200, answer.body
        self.keep(self.find(answer.json, passkey), passkey)

    def add_again(self, choice: random.Random) -> None:
        """An authenticator that ignores the list of known passkeys answers with one of them."""
        answer = self.register(choice.choice(list(self.held.values())), self.token)
        assert (answer.status, answer.code) == (409, "passkey_registered"), answer.body

    def rename(self, choice: random.Random) -> None:
        id, name = choice.choice(list(self.held)), f"Key {choice.randrange(1000)}"
        answer = self.api.call("PATCH", f"/v1/passkeys/{id}", {"name": name}, token=self.token)
        assert (answer.status, answer["name"]) == (200, name)
        self.names[id] = name

    def remove(self, choice: random.Random) -> None:
        id = choice.choice(list(self.held))
        answer = self.api.call("DELETE", f"/v1/passkeys/{id}", token=self.token)
        if len(self.held) == 1:
            assert (answer.status, answer.code) == (409, "last_identity"), answer.body
            return
        assert answer.status == 204, answer.body
        removed = self.held.pop(id)
        del self.names[id]
        # An authenticator that has missed the removal learns it now, and forgets the passkey.
        answer = self.authenticate(removed)
        assert (answer.status, answer.code) == (401, "unknown_passkey"), answer.body
        if id == self.opened:
            # The session has ended with its passkey.
            assert self.api.get("/v1/passkeys", token=self.token).status == 401
            self.sign_in(choice)

    def sign_in(self, choice: random.Random) -> None:
        passkey = choice.choice(list(self.held.values()))
        answer = self.authenticate(passkey)
        assert answer.status == 200, answer.body
        self.open(answer.json, passkey)

    def touch(self, other: "User", choice: random.Random) -> None:
        """The passkeys of another user are not found."""
        id = choice.choice(list(other.held))
        for method, body in (("PATCH", {"name": "Mine"}), ("DELETE", None)):
            answer = self.api.call(method, f"/v1/passkeys/{id}", body, token=self.token)
            assert (answer.status, answer.code) == (404, "not_found"), answer.body

    def check(self) -> None:
        """The server and the authenticators have the same passkeys. The server lists the oldest first."""
        listed = self.api.get("/v1/passkeys", token=self.token)
        assert listed.status == 200, listed.body
        items = listed["items"]
        assert [(item["id"], item["identifier"], item["name"]) for item in items] == [
            (id, base64url(passkey.id), self.names[id]) for id, passkey in self.held.items()]
        assert {base64url(passkey.user_handle) for passkey in self.held.values()} == {listed["user_handle"]}
        assert listed["rp_id"] == passkeys.RP_ID


@pytest.mark.parametrize("seed", [13 if IS_COMPLETE else SEED])
def test_server_and_authenticators_agree_after_each_random_step(api, seed):
    choice = random.Random(seed)
    users = [User(api), User(api)]
    for user in users:
        user.sign_up()
    assert users[0].id != users[1].id
    done: dict[str, int] = {}
    for _ in range(STEPS):
        user, other = choice.sample(users, 2)
        steps = ["sign_in", "rename", "remove", "add_again", "touch"] + ["add", "add"] * (len(user.held) < MOST)
        step = choice.choice(steps)
        if step == "touch":
            user.touch(other, choice)
        else:
            getattr(user, step)(choice)
        done[step] = done.get(step, 0) + 1
        user.check()
        other.check()
    assert len(done) == 6 or STEPS < 100, done
