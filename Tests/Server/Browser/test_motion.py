"""Motion: nothing moves while a page loads, and a button shows its progress and its success in its own place."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from appearances import room
from authenticator_app import enroll
from identifiers import PASSWORD, choose, sign_out, sign_up
from listener import loopback_app
from messages import Messages
from virtual_authenticators import Authenticator, passkey_site

# The elements that the browser has moved without an act of the user (Layout Instability §2).
SHIFTS = """
window.testShifts = [];
new PerformanceObserver((list) => {
  for (const { hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) window.testShifts.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? String(node)));
  }
}).observe({ type: "layout-shift", buffered: true });
"""
# The texts that the page has put into the regions that screen readers say.
SAID = """
window.testSaid = [];
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    if (target instanceof Element && target.matches("#status, .toast")) {
      window.testSaid.push(...[...addedNodes].map((node) => node.querySelector?.("p")?.textContent ?? node.textContent));
    }
  }
}).observe(document, { childList: true, subtree: true });
"""
# The buttons that the page has shown with a check mark.
DONE = """
window.testDone = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    if (target.classList.contains("done")) window.testDone.push(target.dataset.testid);
  }
}).observe(document, { attributeFilter: ["class"], subtree: true });
"""
LISTS = ("second-factors", "sessions", "applications")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("motion")) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def lively(visit, **context):
    """A user who does not ask for less motion."""
    return visit(reduced_motion="no-preference", **context)


def hold(visitor, path: str) -> list:
    """Holds the next request to a path until the test continues it."""
    held: list = []
    visitor.page.route(f"**/session/{path}", lambda route: route.continue_() if held else held.append(route))
    return held


def size_of(control) -> list[int]:
    return control.evaluate("node => [node.offsetWidth, node.offsetHeight]")


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_a_sign_in_loads(visit, server, width):
    # The window has room for the whole page: the browser does not count what is outside.
    visitor = lively(visit, viewport={"width": width, "height": 2400})
    Authenticator(visitor)
    visitor.with_wallet()
    visitor.context.add_init_script(SHIFTS)
    with loopback_app(server.account) as app:
        for address in (server.account + "/", app.address(scope="openid profile"), server.account + "/device"):
            visitor.page.goto(address)
            visitor.page.locator("h1", has_not_text="One moment").wait_for()
            visitor.page.wait_for_load_state("networkidle")
            assert visitor.page.evaluate("window.testShifts") == []


def test_nothing_moves_while_the_lists_of_the_account_arrive(visit, server, messages):
    visitor = lively(visit, viewport={"width": 1280, "height": 3600})
    visitor.context.add_init_script(SHIFTS)
    visitor.open()
    sign_up(visitor, messages)
    enroll(visitor)
    with loopback_app(server.account) as app:
        visitor.page.goto(app.address(scope="openid offline_access"))
        visitor.page.get_by_test_id("continue").click()
        visitor.expect_back_in_the_app()
        app.exchange(app.answer()["code"])
    # The page offers a passkey to this device.
    Authenticator(visitor)
    held = [hold(visitor, path) for path in LISTS]
    page = visitor.page
    page.goto(server.account + "/")
    expect(page.get_by_test_id("passkey-offer")).to_be_visible()
    expect(page.locator(".skeleton")).to_have_count(2)
    page.wait_for_function("() => performance.getEntriesByName(location.origin + '/session/state').length > 0")
    for one in held:
        expect(page.locator(".skeleton")).to_have_count(2)
        one[0].continue_()
    for testid, count in (("session", 2), ("application", 1), ("second-factor", 1)):
        expect(page.get_by_test_id(testid)).to_have_count(count)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.testShifts") == []
    # The cards stay while the user changes the account.
    page.get_by_test_id("delete-account").evaluate("button => { button.isSame = true; }")
    page.get_by_test_id("name").fill("Ada")
    page.get_by_test_id("profile-submit").click()
    expect(page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Ada")
    assert page.get_by_test_id("delete-account").evaluate("button => button.isSame")


def test_button_shows_progress_and_success_in_its_place_and_the_page_says_it_once(visit, messages):
    visitor = lively(visit)
    for script in (SAID, DONE):
        visitor.context.add_init_script(script)
    page = visitor.open().page
    address = sign_up(visitor, messages)
    sign_out(visitor)
    choose(visitor, address)
    button = page.get_by_test_id("password-form-submit")
    page.get_by_test_id("password").fill(PASSWORD)
    held, size = hold(visitor, "password/sign-in"), size_of(button)
    button.click()
    expect(button).to_have_attribute("aria-disabled", "true")
    assert "turn" in button.evaluate("button => getComputedStyle(button, '::after').animationName")
    assert size_of(button) == size
    held[0].continue_()
    visitor.expect_signed_in()
    enroll(visitor)
    page.get_by_test_id("name").fill("Ada")
    page.get_by_test_id("profile-submit").click()
    expect(page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Ada")
    assert page.evaluate("window.testDone") == ["code-form-submit", "password-form-submit", "enrollment-submit", "profile-submit"]
    said = page.evaluate("window.testSaid")
    assert said.count("You are signed in.") == 2
    assert [said.count(text) for text in ("Two-step verification is on.", "Profile saved.")] == [1, 1]


def test_button_that_grows_is_noticed(visit):
    visitor = visit(reduced_motion="reduce").open()
    assert room(visitor.page) == []
    visitor.page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.insertRule(".button.busy::after { position: static; display: block; }");
      document.adoptedStyleSheets = [sheet];
    }""")
    assert [problem for problem in room(visitor.page) if problem.startswith("grows: ")]


def test_less_motion_shows_the_next_view_at_once(visit, messages):
    visitor = visit()
    visitor.context.add_init_script(DONE)
    visitor.open()
    sign_up(visitor, messages)
    assert visitor.page.evaluate("window.testDone") == []
