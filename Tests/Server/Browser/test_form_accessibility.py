"""Accessibility of the forms for passwords and codes: the keyboard, and the page of a link."""

import pytest
from playwright.sync_api import expect

from appearances import assert_accessible
from identifiers import PASSWORD, choose
from messages import Messages, new_address
from server import running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("forms"), near_connect, rate_limits={"code_pause": 0}) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


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
    expect(page.get_by_test_id("identifier-field")).to_be_focused()
    keyboard.type(address)
    keyboard.press("Enter")
    expect(page.get_by_test_id("password")).to_be_focused()
    page.get_by_test_id("sign-up").focus()
    keyboard.press("Enter")
    expect(page.get_by_test_id("sign-up-address")).to_have_value(address)
    expect(page.get_by_test_id("new-password")).to_be_focused()
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    keyboard.type(PASSWORD)
    keyboard.press("Enter")
    expect(page.get_by_test_id("code")).to_be_focused()
    keyboard.type(messages.code(address))
    visitor.expect_signed_in()
    expect(page.locator("h1")).to_be_focused()
    keyboard.press("Shift+Tab")
    keyboard.press("Enter")
    visitor.expect_signed_out()
    expect(page.get_by_test_id("identifier-field")).to_be_focused()
    keyboard.type(address)
    keyboard.press("Enter")
    expect(page.get_by_test_id("password")).to_be_focused()
    keyboard.type(PASSWORD)
    keyboard.press("Enter")
    visitor.expect_signed_in()


def test_page_of_a_link_is_accessible(visit, messages):
    visitor = visit().open()
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
    assert_accessible(visitor)
