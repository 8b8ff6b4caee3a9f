"""Accessibility of the page with wallets: views that no other file shows, the keyboard, announcements, motion, shifts of the layout."""

import pytest
from playwright.sync_api import expect

from accessibility import audit, keep_screenshot, violations
from appearances import assert_accessible


# test_every_view.py checks the views that need no wallet.
def test_views_of_a_wallet_are_accessible(visit):
    visitor = visit()
    visitor.with_wallet(sign="reject")
    visitor.open().choose_ethereum()
    visitor.expect_problem("declined")
    assert_accessible(visitor)
    visitor.page.evaluate("window.testWallets.fox.sign = 'hold'")
    visitor.page.get_by_test_id("retry").click()
    expect(visitor.page.get_by_test_id("message")).to_contain_text("Nonce: ")
    assert_accessible(visitor)
    visitor.page.evaluate("window.testWallets.fox.release()")
    visitor.expect_signed_in()


def test_sign_in_for_an_app_is_accessible(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.page.goto(app.address(scope="openid profile offline_access"))
    expect(visitor.page.get_by_test_id("sign-in")).to_be_visible()
    assert_accessible(visitor)


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_wallet_frame_is_accessible_and_has_a_name(visit, scheme):
    visitor = visit(color_scheme=scheme)
    frame = visitor.open().open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    child = next(one for one in visitor.page.frames if "/near" in one.url)
    keep_screenshot(visitor)
    complaints = audit(child)
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
    expect(visitor.page.get_by_test_id("identifier-field")).to_be_focused()
    visitor.page.get_by_test_id("wallets").focus()
    keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name="Choose your wallet")).to_be_focused()
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
    expect(visitor.page.get_by_test_id("identifier-field")).to_be_focused()


def test_keyboard_chooses_near_wallet(visit):
    visitor = visit()
    visitor.open()
    visitor.open_wallets()
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
