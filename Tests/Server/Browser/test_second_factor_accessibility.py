"""Second factors with the keyboard alone."""

import pytest
from playwright.sync_api import expect

from authenticator_app import Authenticator
from identifiers import sign_in_with_password, sign_out, sign_up
from messages import Messages
from server import running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    limits = {"code_pause": 0, "sign_in_per_minute": 1000}
    with running_server(tmp_path_factory.mktemp("steps"), near_connect, rate_limits=limits) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def test_keyboard_adds_an_app_and_signs_in_with_it(visit, messages):
    visitor = visit().open()
    page, keyboard = visitor.page, visitor.page.keyboard
    address = sign_up(visitor, messages)
    page.get_by_test_id("add-authenticator").focus()
    keyboard.press("Enter")
    dialog = page.get_by_test_id("enrollment-dialog")
    authenticator = Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href"))
    expect(dialog.get_by_test_id("second-factor-code")).to_be_focused()
    keyboard.press("Shift+Tab")
    expect(dialog.locator("summary")).to_be_focused()
    keyboard.press("Shift+Tab")
    expect(dialog.get_by_test_id("otpauth")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    keyboard.press("Tab")
    expect(dialog.get_by_test_id("copy-secret")).to_be_focused()
    keyboard.press("Tab")
    keyboard.type(authenticator.code())
    saved = page.get_by_test_id("codes-saved")
    expect(saved).to_be_enabled()
    expect(page.get_by_test_id("recovery-codes-dialog").get_by_role("heading")).to_be_focused()
    keyboard.press("Tab")
    expect(page.get_by_test_id("recovery-codes-dialog").get_by_test_id("dialog-close")).to_be_focused()
    for control in ("copy-codes", "download-codes", "print-codes", "codes-saved"):
        keyboard.press("Tab")
        expect(page.get_by_test_id(control)).to_be_focused()
    keyboard.press("Enter")
    expect(page.get_by_test_id("add-authenticator")).to_be_focused()
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    expect(page.get_by_test_id("second-factor-code")).to_be_focused()
    keyboard.type(authenticator.code())
    visitor.expect_signed_in()
