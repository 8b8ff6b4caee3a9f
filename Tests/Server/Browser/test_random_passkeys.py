"""Random steps with passkeys on the page: after each step, the server and the authenticators of the browser agree.

`make test` takes a few steps that the sample chooses. DOORWARD_PASSKEY_PAGE_STEPS=1000 takes more steps than `make test-all` has
time for.
"""

import os
import random

import pytest
from playwright.sync_api import expect

from identifiers import sign_out
from sampling import IS_COMPLETE, rank
from test_passkey_card import remove, rename, until
from virtual_authenticators import (
    Authenticator, add_passkey, expect_agreement, passkey_site, sign_in_with_passkey, sign_up_with_passkey,
    with_suggestions)

pytestmark = pytest.mark.timeout(3600)
STEPS = int(os.environ.get("DOORWARD_PASSKEY_PAGE_STEPS") or (100 if IS_COMPLETE else 12))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("random"), methods=("password", "passkey")) as running:
        yield running


class Keyring:
    """The security keys of one visitor. Each of them makes at most one passkey for an account, so each passkey has its own.
    The user touches the one that the next step uses."""

    def __init__(self, visitor) -> None:
        self.visitor = visitor
        self.all: list[Authenticator] = []

    def empty(self) -> Authenticator:
        """One without a passkey: a new one, or one whose passkey was removed."""
        found = next((one for one in self.all if not one.ids), None)
        if not found:
            found = Authenticator(self.visitor, transport="usb")
            self.all.append(found)
        return found

    def touch_only(self, chosen: Authenticator) -> None:
        for one in self.all:
            one.set_present(one is chosen)

    def expect_name(self, name: str) -> None:
        """Each passkey shows the present name of its user."""
        def shown() -> set[tuple]:
            return {(one["userName"], one["userDisplayName"]) for key in self.all for one in key.credentials}

        until(self.visitor, lambda: shown() == {(name, name)})


@pytest.mark.takes_long("100 steps in a complete run")
@pytest.mark.parametrize("seed", [13 if IS_COMPLETE else int.from_bytes(rank("steps")[:2], "big")])
def test_page_server_and_authenticators_agree_after_each_random_step(visit, seed):
    choice = random.Random(seed)
    visitor = visit()
    with_suggestions(visitor)
    keys = Keyring(visitor)
    keys.empty()
    visitor.open()
    user = "Ada"
    sign_up_with_passkey(visitor, user)
    names = ["Passkey"]
    done: dict[str, int] = {}
    for number in range(STEPS):
        count = len(names)
        step = choice.choice(["rename", "sign_in", "change_name"] + ["add", "add"] * (count < 4) + ["remove", "remove"] * (count > 1))
        if step == "add":
            keys.touch_only(keys.empty())
            add_passkey(visitor, count + 1)
            names.append("Passkey")
        elif step == "rename":
            index = choice.randrange(count)
            names[index] = f"Key {number}"
            rename(visitor, names[index], index)
            expect(visitor.page.get_by_test_id("passkey-label").nth(index)).to_have_text(names[index])
        elif step == "remove":
            index = choice.randrange(count)
            remove(visitor, index)
            del names[index]
            # Removing the passkey of the session ends it.
            visitor.page.wait_for_function("""count => document.querySelector("[data-testid=sign-in]")
                || document.querySelectorAll("[data-testid=passkey-entry]").length === count""", arg=count - 1)
        elif step == "change_name":
            user = f"Ada {number}"
            visitor.page.get_by_test_id("name").fill(user)
            visitor.page.get_by_test_id("profile-submit").click()
            expect(visitor.page.get_by_test_id("signed-in-as")).to_have_text(f"Signed in as {user}")
        else:
            sign_out(visitor)
        if visitor.page.get_by_test_id("sign-in").is_visible():
            keys.touch_only(choice.choice([one for one in keys.all if one.ids]))
            sign_in_with_passkey(visitor)
        assert [item["name"] for item in expect_agreement(visitor, *keys.all)] == names
        keys.expect_name(user)
        expect(visitor.page.get_by_test_id("passkey-label")).to_have_text(names)
        done[step] = done.get(step, 0) + 1
    assert len(done) == 5 or STEPS < 20, done
