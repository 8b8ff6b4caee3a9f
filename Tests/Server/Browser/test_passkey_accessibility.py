"""Accessibility of passkeys: views that no other file shows, and the keyboard."""

import pytest
from playwright.sync_api import expect

from appearances import assert_accessible
from identifiers import expect_form_problem, sign_up
from messages import Messages, new_address
from test_passkey_card import rename
from virtual_authenticators import Authenticator, add_passkey, entries, passkey_site, with_suggestions


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("accessible")) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def new_visitor(visit, **context):
    visitor = visit(**context)
    with_suggestions(visitor)
    visitor.authenticator = Authenticator(visitor, defaultBackupEligibility=True, defaultBackupState=True)
    return visitor.open()


# test_every_view.py checks the other views of this journey.
def test_steps_are_accessible(visit, messages):
    visitor = new_visitor(visit)
    page = visitor.page
    page.get_by_test_id("passkey").click()
    visitor.expect_problem("No passkey was used.")
    assert_accessible(visitor)
    visitor.authenticator.set_present(False)
    page.get_by_test_id("retry").click()
    expect(page.get_by_test_id("progress-status")).to_contain_text("Follow your browser.")
    assert_accessible(visitor)
    page.get_by_test_id("cancel").click()
    page.get_by_test_id("passkey-sign-up").click()
    visitor.authenticator.set_present(True)
    visitor.authenticator.refuse_user()
    page.get_by_test_id("passkey-sign-up-form-submit").click()
    expect_form_problem(visitor, "No passkey was created.")
    assert_accessible(visitor)
    page.get_by_test_id("have-account").click()

    sign_up(visitor, messages, new_address("a.rather.long.name.for.a.small.screen"))
    expect(page.get_by_test_id("passkey-offer")).to_be_visible()
    assert_accessible(visitor)
    visitor.authenticator.unplug()
    visitor.authenticator = Authenticator(visitor, defaultBackupEligibility=True, defaultBackupState=True)
    add_passkey(visitor, 1)
    rename(visitor, "The-security-key-with-the-long-name-in-the-drawer-of-the-desk-without-spaces")
    expect(page.get_by_test_id("passkey-label")).to_contain_text("drawer")
    visitor.authenticator.set_present(False)
    other = Authenticator(visitor, transport="usb")
    add_passkey(visitor, 2)
    other.unplug()
    assert_accessible(visitor)
    page.get_by_test_id("rename-passkey").first.click()
    page.get_by_test_id("passkey-name").fill("")
    page.get_by_test_id("passkey-name-form-submit").click()
    expect_form_problem(visitor, "Type a name first.")
    assert_accessible(visitor)


def test_keyboard_manages_passkeys(visit, messages):
    visitor = new_visitor(visit)
    page, keyboard = visitor.page, visitor.page.keyboard
    sign_up(visitor, messages)
    page.get_by_test_id("link-identity").focus()
    keyboard.press("Enter")
    page.get_by_test_id("add-passkey").focus()
    keyboard.press("Enter")
    expect(entries(visitor)).to_have_count(1)
    # The page was drawn again. The keyboard continues at the list.
    expect(page.get_by_role("heading", name="Ways to sign in")).to_be_focused()
    before = ("link-identity", "change-email", "unlink", "change-password")
    for control in (*before, "rename-passkey"):
        keyboard.press("Tab")
        expect(page.get_by_test_id(control)).to_be_focused()
    keyboard.press("Enter")
    expect(page.get_by_test_id("passkey-name")).to_be_focused()
    keyboard.press("ControlOrMeta+a")
    keyboard.type("Desk key")
    keyboard.press("Enter")
    expect(page.get_by_test_id("passkey-label")).to_have_text("Desk key")
    expect(page.get_by_role("heading", name="Ways to sign in")).to_be_focused()
    for control in (*before, "rename-passkey", "remove-passkey"):
        keyboard.press("Tab")
        expect(page.get_by_test_id(control)).to_be_focused()
    keyboard.press("Enter")
    expect(page.get_by_test_id("confirm-cancel")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(entries(visitor)).to_have_count(0)


def test_keyboard_accepts_and_declines_the_offer(visit, messages):
    visitor = new_visitor(visit)
    page, keyboard = visitor.page, visitor.page.keyboard
    sign_up(visitor, messages)
    page.get_by_test_id("offer-accept").focus()
    keyboard.press("Tab")
    expect(page.get_by_test_id("offer-decline")).to_be_focused()
    keyboard.press("Enter")
    expect(page.get_by_test_id("passkey-offer")).to_have_count(0)
