"""Accessibility of second factors: axe-core on each step, the keyboard, small screens, right-to-left."""

import pytest
from playwright.sync_api import expect

from authenticator_app import Authenticator, confirm_enrollment, enter_factor, start_enrollment
from identifiers import expect_form_problem, sign_in_with_password, sign_out, sign_up
from messages import Messages, new_address
from server import running_server
from test_accessibility import assert_accessible, scheme, width  # noqa: F401


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    limits = {"code_pause": 0, "sign_in_per_minute": 1000}
    with running_server(tmp_path_factory.mktemp("steps"), near_connect, rate_limits=limits) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def test_every_step_is_accessible(visit, messages, scheme, width):  # noqa: F811
    visitor = visit(color_scheme=scheme, viewport={"width": width, "height": 720}, reduced_motion="reduce").open()
    page, address = visitor.page, new_address("a.rather.long.name.for.a.small.screen")
    sign_up(visitor, messages, address)
    expect(page.get_by_test_id("second-factor-card")).to_contain_text("a stolen password is not enough")
    assert_accessible(visitor)
    dialog = start_enrollment(visitor)
    assert_accessible(visitor)
    dialog.get_by_text("Type a key instead").click()
    authenticator = Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href"))
    confirm_enrollment(dialog, authenticator.wrong_code())
    expect_form_problem(visitor, "is wrong")
    assert_accessible(visitor)
    confirm_enrollment(dialog, authenticator.code())
    expect(page.get_by_test_id("codes-saved")).to_be_enabled()
    assert_accessible(visitor)
    codes = page.get_by_test_id("codes").get_by_role("listitem").all_inner_texts()
    page.get_by_test_id("codes-saved").click()
    expect(page.get_by_test_id("second-factor")).to_have_count(1)
    page.get_by_role("button", name="Dismiss").click()
    assert_accessible(visitor)
    page.get_by_test_id("remove-factor").click()
    assert_accessible(visitor)
    page.get_by_test_id("confirm-cancel").click()
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    expect(page.get_by_test_id("second-factor-step")).to_be_visible()
    assert_accessible(visitor)
    enter_factor(visitor, authenticator.wrong_code())
    expect_form_problem(visitor, "is wrong")
    assert_accessible(visitor)
    page.get_by_test_id("use-recovery_code").click()
    assert_accessible(visitor)
    enter_factor(visitor, codes[0])
    expect(page.get_by_test_id("recovery-code-used")).to_be_visible()
    assert_accessible(visitor)


def test_keyboard_adds_an_app_and_signs_in_with_it(visit, messages):
    visitor = visit().open()
    page, keyboard = visitor.page, visitor.page.keyboard
    address = sign_up(visitor, messages)
    page.get_by_test_id("add-authenticator").focus()
    keyboard.press("Enter")
    dialog = page.get_by_test_id("enrollment-dialog")
    authenticator = Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href"))
    expect(dialog.get_by_test_id("dialog-close")).to_be_focused()
    keyboard.press("Tab")
    expect(dialog.get_by_test_id("otpauth")).to_be_focused()
    keyboard.press("Tab")
    expect(dialog.locator("summary")).to_be_focused()
    keyboard.press("Enter")
    keyboard.press("Tab")
    expect(dialog.get_by_test_id("copy-secret")).to_be_focused()
    keyboard.press("Tab")
    keyboard.type(authenticator.code())
    keyboard.press("Enter")
    saved = page.get_by_test_id("codes-saved")
    expect(saved).to_be_enabled()
    expect(page.get_by_test_id("recovery-codes-dialog").get_by_test_id("dialog-close")).to_be_focused()
    for control in ("copy-codes", "download-codes", "print-codes", "codes-saved"):
        keyboard.press("Tab")
        expect(page.get_by_test_id(control)).to_be_focused()
    keyboard.press("Enter")
    expect(page.get_by_test_id("add-authenticator")).to_be_focused()
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    expect(page.get_by_role("heading", name="Enter the code of your app")).to_be_focused()
    keyboard.press("Tab")
    keyboard.type(authenticator.code())
    keyboard.press("Enter")
    visitor.expect_signed_in()


def test_right_to_left_page_has_no_overflow(visit, messages):
    visitor = visit(viewport={"width": 320, "height": 720}).open()
    address = sign_up(visitor, messages)
    visitor.page.evaluate("document.documentElement.dir = 'rtl'")
    expect(visitor.page.get_by_test_id("second-factor-card")).to_contain_text("a stolen password")
    fits = "document.documentElement.scrollWidth <= innerWidth"
    dialog = start_enrollment(visitor)
    inside = "dialog => dialog.scrollWidth <= dialog.clientWidth"
    dialog.get_by_text("Type a key instead").click()
    assert visitor.page.evaluate(fits) and dialog.evaluate(inside)
    authenticator = Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href"))
    confirm_enrollment(dialog, authenticator.code())
    codes = visitor.page.get_by_test_id("recovery-codes-dialog")
    assert codes.evaluate(inside)
    visitor.page.get_by_test_id("codes-saved").click()
    expect(visitor.page.get_by_test_id("second-factor")).to_have_count(1)
    assert visitor.page.evaluate(fits)
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    expect(visitor.page.get_by_test_id("second-factor-step")).to_be_visible()
    assert visitor.page.evaluate(fits)
    field = visitor.page.get_by_test_id("second-factor-code")
    assert field.evaluate("field => getComputedStyle(field).direction") == "ltr"
