"""Passkeys that users add during a sign-in, because the application requires a second factor."""

import pytest
from playwright.sync_api import expect

from identifiers import enter_code, expect_form_problem, sign_in_with_password, sign_out, start_sign_up
from messages import Messages, new_address
from virtual_authenticators import Authenticator, passkey_site, with_suggestions


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("enrollment"), second_factor={"required": True}) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def start(visitor, messages) -> str:
    """Signs up with a new address and a password, up to the new passkey."""
    address = new_address()
    start_sign_up(visitor, address)
    enter_code(visitor, messages.code(address))
    visitor.page.get_by_test_id("use-passkey").click()
    expect(visitor.page.get_by_role("heading", name="Set up two-step verification")).to_be_focused()
    expect(visitor.page.get_by_test_id("new-passkey")).to_contain_text("Harbor Notes asks for a second step")
    return address


def create(visitor) -> None:
    visitor.page.get_by_test_id("second-factor-submit").click()


def test_new_user_adds_a_passkey_and_proves_it_from_then_on(visit, messages):
    visitor = visit()
    with_suggestions(visitor)
    authenticator = Authenticator(visitor)
    visitor.open()
    address = start(visitor, messages)
    create(visitor)
    visitor.expect_signed_in()
    assert len(authenticator.credentials) == 1
    expect(visitor.page.get_by_test_id("passkey-entry")).to_have_count(1)
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    expect(visitor.page.get_by_role("heading", name="Confirm with a passkey")).to_be_focused()
    create(visitor)
    visitor.expect_signed_in()


def test_failed_passkey_can_be_tried_again_or_replaced_by_an_app(visit, messages):
    visitor = visit()
    broken = Authenticator(visitor, hasResidentKey=False)
    visitor.open()
    start(visitor, messages)
    create(visitor)
    expect_form_problem(visitor, "No passkey was created.")
    visitor.page.get_by_test_id("use-totp").click()
    expect(visitor.page.get_by_test_id("new-authenticator")).to_be_visible()
    visitor.page.get_by_test_id("use-passkey").click()
    broken.unplug()
    Authenticator(visitor)
    create(visitor)
    visitor.expect_signed_in()
