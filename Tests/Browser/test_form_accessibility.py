"""Accessibility of the forms for passwords and codes: axe-core on each step, the keyboard, small screens."""

import os

import pytest
from axe_playwright_python.sync_playwright import Axe
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


def assert_no_violations(visitor, *, has_controls: bool = True) -> None:
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(Axe().axe_script)
    violations = visitor.page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in violations] == []
    if has_controls:
        assert_accessible(visitor)


def keep_screenshot(visitor, name: str) -> None:
    """Keeps a screenshot for a person to look at, if a folder is named."""
    if folder := os.environ.get("DOORWARD_SCREENSHOTS"):
        visitor.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_every_step_is_accessible(visit, messages, scheme, width):  # noqa: F811
    visitor = visit(color_scheme=scheme, viewport={"width": width, "height": 720}, reduced_motion="reduce").open()
    page, address = visitor.page, new_address("a.rather.long.name.for.a.small.screen")
    assert_no_violations(visitor)
    page.get_by_test_id("identifier-form-submit").click()
    expect_form_problem(visitor, "Type this first.")
    assert_no_violations(visitor)
    page.get_by_test_id("sign-up").click()
    assert_no_violations(visitor)
    page.get_by_test_id("sign-up-address").fill(address)
    page.get_by_test_id("new-password").fill("short")
    page.get_by_test_id("sign-up-form-submit").click()
    expect_form_problem(visitor, "too short")
    assert_no_violations(visitor)
    page.get_by_test_id("new-password").fill(PASSWORD)
    page.get_by_test_id("sign-up-form-submit").click()
    expect(page.get_by_test_id("code-step")).to_be_visible()
    assert_no_violations(visitor)
    code = messages.code(address)
    enter_code(visitor, other_code(code))
    expect_form_problem(visitor, "not right")
    assert_no_violations(visitor)
    enter_code(visitor, code)
    visitor.expect_signed_in()
    expect(page.get_by_test_id("session")).to_have_count(1)
    assert_no_violations(visitor)
    page.get_by_test_id("change-password").click()
    assert_no_violations(visitor)
    page.get_by_test_id("dialog-close").click()
    page.get_by_test_id("change-email").click()
    assert_no_violations(visitor)
    page.get_by_test_id("new-address").fill(new_address("new"))
    page.get_by_test_id("address-form-submit").click()
    expect(page.get_by_test_id("code-step")).to_be_visible()
    assert_no_violations(visitor)
    page.get_by_test_id("dialog-close").click()
    sign_out(visitor)
    assert_no_violations(visitor)
    choose(visitor, address)
    assert_no_violations(visitor)
    page.get_by_test_id("forgot").click()
    expect(page.get_by_test_id("reset-step")).to_be_visible()
    assert_no_violations(visitor)


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
    assert_no_violations(visitor)
    keep_screenshot(visitor, f"link-{scheme}-{width}")
    visitor.page.get_by_test_id("continue").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name="Your other tab continues")).to_be_focused()
    assert_no_violations(visitor, has_controls=False)
    keep_screenshot(visitor, f"link-used-{scheme}-{width}")
    visitor.page.goto(f"{visitor.account}/continue#abc")
    expect(visitor.page.get_by_role("heading", name="This link is not complete")).to_be_visible()
    assert_no_violations(visitor, has_controls=False)
