"""The views and the keys that each journey takes on the page. A change that asks users for more fails here.

`JourneyLengthTests.swift` counts those of the windows. The journeys of a new user by a code and by a password are in
`test_code_first.py`.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from authenticator_app import enroll
from identifiers import sign_out
from listener import loopback_app
from messages import Messages, new_address
from test_code_first import sign_up
from virtual_authenticators import passkey_site, with_authenticator


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    methods = ("password", "code", "passkey", "siwe")
    with passkey_site(tmp_path_factory.mktemp("length"), methods=methods, sign_in_first="code") as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


class Journey:
    """A user who counts what they press beside the typed text, and the views."""

    def __init__(self, visitor) -> None:
        self.visitor = visitor
        self.pressed = 0
        self.views: list[str] = []

    def see(self, testid: str) -> None:
        """Waits for a view, whose field has the keyboard if it has one."""
        view = self.visitor.page.get_by_test_id(testid)
        view.wait_for()
        field = view.locator("input:not([type=hidden], [hidden])")
        if field.count():
            expect(field.and_(self.visitor.page.locator(":focus"))).to_have_count(1)
        self.views.append(testid)

    def type(self, text: str) -> None:
        self.visitor.page.keyboard.type(text)

    def enter(self) -> None:
        self.pressed += 1
        self.visitor.page.keyboard.press("Enter")

    def touch(self, testid: str) -> None:
        self.pressed += 1
        self.visitor.page.get_by_test_id(testid).click()

    def address(self, address: str) -> None:
        self.see("sign-in")
        self.type(address)
        self.enter()

    def expect(self, views: list[str], pressed: int) -> None:
        assert (self.views, self.pressed) == (views, pressed)


def test_passkey_takes_two_touches_to_sign_up_and_one_to_sign_in(visit):
    visitor = with_authenticator(visit)
    journey = Journey(visitor)
    journey.see("sign-in")
    journey.touch("passkey-sign-up")
    journey.see("passkey-sign-up-step")
    journey.touch("passkey-sign-up-form-submit")
    visitor.page.get_by_test_id("account").wait_for()
    journey.expect(["sign-in", "passkey-sign-up-step"], 2)
    sign_out(visitor)
    again = Journey(visitor)
    again.see("sign-in")
    again.touch("passkey")
    visitor.page.get_by_test_id("account").wait_for()
    again.expect(["sign-in"], 1)


def test_second_factor_takes_its_digits(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    authenticator, _ = enroll(visitor)
    sign_out(visitor)
    journey = Journey(visitor)
    journey.address(address)
    journey.see("code-step")
    journey.type(messages.code(address))
    journey.see("second-factor-step")
    journey.type(authenticator.code())
    visitor.page.get_by_test_id("account").wait_for()
    journey.expect(["sign-in", "code-step", "second-factor-step"], 1)


def test_new_password_takes_a_code_and_the_password(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    sign_out(visitor)
    journey = Journey(visitor)
    journey.address(address)
    journey.see("code-step")
    messages.code(address)
    journey.touch("password-instead")
    journey.see("password-step")
    journey.touch("forgot")
    journey.see("reset-step")
    journey.type(messages.code(address))
    expect(visitor.page.get_by_test_id("new-password")).to_be_focused()
    journey.type("several unrelated words of mine")
    journey.enter()
    visitor.page.get_by_test_id("account").wait_for()
    journey.expect(["sign-in", "code-step", "password-step", "reset-step"], 4)


def test_app_of_the_operator_asks_for_nothing_more(visit, server, messages):
    visitor, address = visit(), new_address()
    with loopback_app(server.account) as app:
        request = app.address(client_id="mail", scope="openid profile")
        visitor.page.goto(request)
        journey = Journey(visitor)
        journey.address(address)
        journey.see("code-step")
        journey.type(messages.code(address))
        journey.see("name-step")
        journey.touch("skip-name")
        visitor.expect_back_in_the_app(named=True)
        journey.expect(["sign-in", "code-step", "name-step"], 2)
        # With a session, the user only continues.
        visitor.page.goto(request)
        again = Journey(visitor)
        again.see("confirm")
        again.touch("continue")
        visitor.expect_back_in_the_app()
        again.expect(["confirm"], 1)


def test_wallet_is_two_touches_away_and_one_the_next_time(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.open()
    journey = Journey(visitor)
    journey.see("sign-in")
    journey.touch("wallets")
    journey.see("wallets-step")
    journey.touch("ethereum-wallet")
    visitor.page.get_by_test_id("account").wait_for()
    journey.expect(["sign-in", "wallets-step"], 2)
    sign_out(visitor)
    again = Journey(visitor)
    again.see("sign-in")
    again.touch("ethereum-wallet")
    visitor.page.get_by_test_id("account").wait_for()
    again.expect(["sign-in"], 1)
