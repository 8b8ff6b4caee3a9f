"""Random steps with passkeys on the page: after each step, the server and the authenticators of the browser agree."""

import os
import random

import pytest
from playwright.sync_api import expect

from identifiers import sign_out
from test_passkey_card import remove, rename
from virtual_authenticators import (
    Authenticator, add_passkey, expect_agreement, passkey_site, sign_in_with_passkey, sign_up_with_passkey,
    with_suggestions)

STEPS = int(os.environ.get("DOORWARD_PASSKEY_PAGE_STEPS", "40"))


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

    def new(self) -> Authenticator:
        self.all.append(Authenticator(self.visitor, transport="usb"))
        return self.all[-1]

    def touch_only(self, chosen: Authenticator) -> None:
        for one in self.all:
            one.set_present(one is chosen)


@pytest.mark.parametrize("seed", [13])
def test_page_server_and_authenticators_agree_after_each_random_step(visit, seed):
    choice = random.Random(seed)
    visitor = visit()
    with_suggestions(visitor)
    keys = Keyring(visitor)
    keys.new()
    visitor.open()
    sign_up_with_passkey(visitor, "Ada")
    names = ["Passkey"]
    done: dict[str, int] = {}
    for number in range(STEPS):
        count = len(names)
        step = choice.choice(["rename", "sign_in"] + ["add", "add"] * (count < 4) + ["remove", "remove"] * (count > 1))
        if step == "add":
            keys.touch_only(keys.new())
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
        else:
            sign_out(visitor)
        if visitor.page.get_by_test_id("sign-in").is_visible():
            keys.touch_only(choice.choice([one for one in keys.all if one.ids]))
            sign_in_with_passkey(visitor)
        assert [item["name"] for item in expect_agreement(visitor, *keys.all)] == names
        expect(visitor.page.get_by_test_id("passkey-label")).to_have_text(names)
        done[step] = done.get(step, 0) + 1
    assert len(done) == 4 or STEPS < 20, done
