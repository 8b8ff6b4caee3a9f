"""Accessibility: axe-core, names, contrast, keyboard, small screens, reduced motion."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Frame, Page, expect

from listener import loopback_app

AUDIT = (Path(__file__).parent / "audit.js").read_text()
INTERACTIVE = {"button", "link", "textbox", "checkbox", "combobox", "dialog", "Iframe", "region"}


def unnamed(visitor):
    """The roles of the controls that have no name in the browser's accessibility tree."""
    session = visitor.context.new_cdp_session(visitor.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    exposed = [node for node in nodes if not node.get("ignored") and node["role"]["value"] in INTERACTIVE]
    assert exposed
    return [node["role"]["value"] for node in exposed if not node.get("name", {}).get("value", "").strip()]


def violations(page: Page | Frame, rules: list[str] | None = None) -> list:
    """The rules of axe-core that a page breaks, with the elements. `rules`: those that are checked, if not all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe)
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found = page.evaluate("async (options) => (await axe.run(options)).violations", options)
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


def keep_screenshot(visitor) -> None:
    """Keeps a screenshot for a person to look at, if a folder is named. The test and the number of its view name the file."""
    if folder := os.environ.get("DOORWARD_SCREENSHOTS"):
        test = re.sub(r"[^\w-]+", "-", os.environ["PYTEST_CURRENT_TEST"].rpartition("/")[2].partition(" ")[0])
        _views[test] += 1
        # The backdrop of a dialog covers the window only.
        is_whole = not visitor.page.locator("dialog[open]").count()
        visitor.page.screenshot(path=f"{folder}/{test}-{_views[test]:02}.png", full_page=is_whole)


_views: Counter[str] = Counter()
_axe = Axe().axe_script


def assert_accessible(visitor, *, has_controls: bool = True) -> None:
    keep_screenshot(visitor)
    assert violations(visitor.page) == []
    assert visitor.page.evaluate(f"({AUDIT})()") == []
    if has_controls:
        assert unnamed(visitor) == []


@pytest.fixture(params=["light", "dark"])
def scheme(request):
    return request.param


@pytest.fixture(params=[320, 1100], ids=lambda width: f"{width}px")
def width(request):
    return request.param


def test_every_view_is_accessible(visit, scheme, width):
    visitor = visit(color_scheme=scheme, viewport={"width": width, "height": 720}, reduced_motion="reduce")
    visitor.with_wallet(sign="reject")
    visitor.open()
    assert_accessible(visitor)
    visitor.choose_ethereum()
    visitor.expect_problem("declined")
    assert_accessible(visitor)
    visitor.page.evaluate("window.testWallets.fox.sign = 'hold'")
    visitor.page.get_by_test_id("retry").click()
    expect(visitor.page.get_by_test_id("message")).to_contain_text("Nonce: ")
    assert_accessible(visitor)
    visitor.page.evaluate("window.testWallets.fox.release()")
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("session")).to_have_count(1)
    assert_accessible(visitor)
    visitor.page.get_by_test_id("sign-out-everywhere").click()
    assert_accessible(visitor)
    visitor.page.get_by_test_id("confirm-cancel").click()
    visitor.page.get_by_test_id("link-identity").click()
    assert_accessible(visitor)


def test_every_view_for_an_app_is_accessible(visit, server, scheme, width):
    visitor = visit(color_scheme=scheme, viewport={"width": width, "height": 720}, reduced_motion="reduce")
    visitor.with_wallet()
    with loopback_app(server.account) as app:
        visitor.page.goto(app.address(scope="openid profile offline_access"))
        expect(visitor.page.get_by_test_id("sign-in")).to_be_visible()
        assert_accessible(visitor)
        visitor.page.goto(app.address(redirect_uri="https://evil.example"))
        assert_accessible(visitor, has_controls=False)
        visitor.open().sign_in_with_ethereum()
        visitor.page.goto(app.address(scope="openid profile offline_access"))
        expect(visitor.page.get_by_test_id("confirm")).to_be_visible()
        assert_accessible(visitor)
        visitor.page.goto(f"{server.account}/end-session")
        expect(visitor.page.get_by_test_id("sign-out")).to_be_visible()
        assert_accessible(visitor)


def test_sign_in_without_wallet_is_accessible(visit, scheme, width):
    visitor = visit(color_scheme=scheme, viewport={"width": width, "height": 720})
    visitor.open()
    expect(visitor.page.get_by_test_id("no-wallet")).to_be_visible()
    assert_accessible(visitor)


def test_wallet_frame_is_accessible_and_has_a_name(visit, scheme):
    visitor = visit(color_scheme=scheme)
    frame = visitor.open().open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    child = next(one for one in visitor.page.frames if "/near" in one.url)
    keep_screenshot(visitor)
    complaints = child.evaluate(f"({AUDIT})()")
    # The heading, the header and the footer are outside of the frame.
    assert [rule for rule, _ in violations(child)] == ["page-has-heading-one"]
    assert [one for one in complaints if not one.startswith(("landmarks: header", "landmarks: footer", "headings of level 1"))] == []
    expect(visitor.page.get_by_test_id("wallet-frame")).to_have_attribute("title", "NEAR wallets")
    expect(visitor.page.get_by_role("dialog", name="Sign in with NEAR")).to_be_visible()


def test_keyboard_signs_in_and_out(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.open()
    keyboard = visitor.page.keyboard
    # The first three stops are the field for an address, its button and the sign-up.
    for _ in range(4):
        keyboard.press("Tab")
    expect(visitor.page.get_by_test_id("ethereum-wallet")).to_be_focused()
    outline = visitor.page.evaluate("getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).outlineWidth")
    assert outline.startswith("solid") and outline != "solid0px"
    keyboard.press("Enter")
    visitor.expect_signed_in()
    expect(visitor.page.locator("h1")).to_be_focused()
    expect(visitor.page.get_by_test_id("sign-out")).to_be_visible()
    keyboard.press("Shift+Tab")
    expect(visitor.page.get_by_test_id("sign-out")).to_be_focused()
    keyboard.press("Enter")
    visitor.expect_signed_out()
    expect(visitor.page.locator("h1")).to_be_focused()


def test_keyboard_chooses_near_wallet(visit):
    visitor = visit()
    visitor.open()
    visitor.page.get_by_test_id("near-wallet").focus()
    visitor.page.keyboard.press("Enter")
    frame = visitor.page.frame_locator("[data-testid=wallet-frame]")
    expect(frame.locator("[data-wallet=one-approval]")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    visitor.expect_signed_in()


def test_open_dialog_keeps_focus(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.get_by_test_id("sign-out-everywhere").click()
    expect(visitor.page.get_by_test_id("confirm-cancel")).to_be_focused()
    for _ in range(8):
        visitor.page.keyboard.press("Tab")
        assert visitor.page.evaluate("document.activeElement === document.body || document.activeElement.closest('dialog') !== null")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_test_id("sign-out-everywhere")).to_be_focused()


def test_progress_and_errors_are_announced(visit):
    visitor = visit()
    visitor.with_wallet(sign="hold")
    visitor.open().choose_ethereum()
    expect(visitor.page.get_by_role("status").filter(has_text="Read the message in Test Fox and sign it.")).to_have_count(1)
    visitor.page.evaluate("window.testWallets.fox.sign = 'reject'")
    visitor.page.get_by_test_id("cancel").click()
    visitor.choose_ethereum()
    expect(visitor.page.get_by_role("alert").filter(has_text="Nothing was signed.")).to_have_count(1)


def test_reduced_motion_stops_animations(visit):
    visitor = visit(reduced_motion="reduce")
    visitor.with_wallet(sign="hold")
    visitor.open().choose_ethereum()
    expect(visitor.page.get_by_test_id("message")).to_contain_text("Nonce: ")
    assert visitor.page.evaluate("document.getAnimations().length") == 0


def test_loading_does_not_shift_layout(visit):
    for signed_in in (False, True):
        visitor = visit(viewport={"width": 1100, "height": 800})
        visitor.context.add_init_script("""
          window.testShift = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.testShift += entry.value;
          }).observe({ type: "layout-shift", buffered: true });""")
        visitor.with_wallet()
        visitor.open()
        if signed_in:
            visitor.sign_in_with_ethereum()
            visitor.page.reload()
            expect(visitor.page.get_by_test_id("session")).to_have_count(1)
        visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
        assert visitor.page.evaluate("window.testShift") < 0.02

