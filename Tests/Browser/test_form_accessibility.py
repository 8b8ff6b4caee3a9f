"""Accessibility of the forms for passwords and codes: axe-core on each step, the keyboard, small screens."""

import pytest
from playwright.sync_api import expect

from identifiers import PASSWORD, choose, enter_code, expect_form_problem, other_code, sign_out
from messages import Messages, new_address
from server import running_server
from test_accessibility import assert_accessible, scheme, width  # noqa: F401


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("forms"), near_connect, rate_limits={"code_pause": 0}) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def test_every_step_is_accessible(visit, messages, scheme, width):  # noqa: F811
    visitor = visit(color_scheme=scheme, viewport={"width": width, "height": 720}, reduced_motion="reduce").open()
    page, address = visitor.page, new_address("a.rather.long.name.for.a.small.screen")
    assert_accessible(visitor)
    page.get_by_test_id("identifier-form-submit").click()
    expect_form_problem(visitor, "Type this first.")
    assert_accessible(visitor)
    page.get_by_test_id("sign-up").click()
    assert_accessible(visitor)
    page.get_by_test_id("sign-up-address").fill(address)
    page.get_by_test_id("new-password").fill("short")
    page.get_by_test_id("sign-up-form-submit").click()
    expect_form_problem(visitor, "too short")
    assert_accessible(visitor)
    page.get_by_test_id("new-password").fill(PASSWORD)
    page.get_by_test_id("sign-up-form-submit").click()
    expect(page.get_by_test_id("code-step")).to_be_visible()
    assert_accessible(visitor)
    code = messages.code(address)
    enter_code(visitor, other_code(code))
    expect_form_problem(visitor, "is wrong")
    assert_accessible(visitor)
    enter_code(visitor, code)
    visitor.expect_signed_in()
    expect(page.get_by_test_id("session")).to_have_count(1)
    assert_accessible(visitor)
    page.get_by_test_id("change-password").click()
    assert_accessible(visitor)
    page.get_by_test_id("dialog-close").click()
    page.get_by_test_id("change-email").click()
    assert_accessible(visitor)
    page.get_by_test_id("new-address").fill(new_address("new"))
    page.get_by_test_id("address-form-submit").click()
    expect(page.get_by_test_id("code-step")).to_be_visible()
    assert_accessible(visitor)
    page.get_by_test_id("dialog-close").click()
    sign_out(visitor)
    assert_accessible(visitor)
    choose(visitor, address)
    assert_accessible(visitor)
    page.get_by_test_id("forgot").click()
    expect(page.get_by_test_id("reset-step")).to_be_visible()
    assert_accessible(visitor)


def test_right_to_left_page_has_no_overflow(visit):
    visitor = visit(viewport={"width": 320, "height": 720}).open()
    visitor.page.evaluate("document.documentElement.dir = 'rtl'")
    choose(visitor, "ada@example.com")
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    field, reveal = visitor.page.get_by_test_id("password").bounding_box(), visitor.page.get_by_test_id("reveal").bounding_box()
    assert reveal["x"] < field["x"]


def test_keyboard_signs_up_and_signs_in(visit, messages):
    visitor = visit().open()
    page, keyboard, address = visitor.page, visitor.page.keyboard, new_address()
    keyboard.press("Tab")
    expect(page.get_by_test_id("identifier-field")).to_be_focused()
    keyboard.type(address)
    keyboard.press("Tab")
    keyboard.press("Tab")
    expect(page.get_by_test_id("sign-up")).to_be_focused()
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Create your account")).to_be_focused()
    keyboard.press("Tab")
    expect(page.get_by_test_id("sign-up-address")).to_have_value(address)
    keyboard.press("Tab")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    keyboard.type(PASSWORD)
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Enter the code")).to_be_focused()
    keyboard.press("Tab")
    keyboard.type(messages.code(address))
    keyboard.press("Enter")
    visitor.expect_signed_in()
    expect(page.locator("h1")).to_be_focused()
    keyboard.press("Shift+Tab")
    keyboard.press("Enter")
    visitor.expect_signed_out()
    expect(page.locator("h1")).to_be_focused()
    keyboard.press("Tab")
    keyboard.type(address)
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Enter your password")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Tab")
    expect(page.get_by_test_id("password")).to_be_focused()
    keyboard.type(PASSWORD)
    keyboard.press("Enter")
    visitor.expect_signed_in()


def test_page_of_a_link_is_accessible(visit, messages, scheme, width):  # noqa: F811
    visitor = visit(color_scheme=scheme, viewport={"width": width, "height": 720}, reduced_motion="reduce").open()
    waiting, address = visitor.page, new_address()
    choose(visitor, address)
    waiting.get_by_test_id("code-instead").click()
    expect(waiting.get_by_test_id("code-step")).to_be_visible()
    visitor.page = waiting.context.new_page()
    visitor.page.goto(messages.link(address))
    expect(visitor.page.get_by_test_id("continue")).to_be_visible()
    assert_accessible(visitor)
    visitor.page.get_by_test_id("continue").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name="Your other tab continues")).to_be_focused()
    assert_accessible(visitor, has_controls=False)
    visitor.page.goto(f"{visitor.account}/continue#abc")
    expect(visitor.page.get_by_role("heading", name="This link is not complete")).to_be_visible()
    assert_accessible(visitor, has_controls=False)
