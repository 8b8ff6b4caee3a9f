"""The activity on the account page, and "That wasn't me"."""

from playwright.sync_api import expect

from appearances import LIGHT, SMALL_DARK, complaints
from test_account import confirm, signed_in


def events(visitor):
    return visitor.page.get_by_test_id("event")


def test_user_sees_sign_ins_and_signs_out_the_one_of_another_person(visit):
    visitor = signed_in(visit)
    page = visitor.page
    expect(events(visitor)).to_have_count(2)
    expect(events(visitor).first).to_contain_text("New sign-in from Chrome on Linux")
    expect(events(visitor).first.get_by_test_id("current-event")).to_be_visible()
    assert events(visitor).first.locator("time").get_attribute("title")
    expect(page.get_by_test_id("not-me")).to_have_count(0)

    # Another person signs in with the user's wallet, and adds a wallet of their own.
    other = visit(user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1")
    other.ethereum = visitor.ethereum
    other.with_wallet(accounts=page.evaluate("window.testWallets.fox.accounts"))
    other.open().sign_in_with_ethereum()
    other.page.get_by_test_id("link-identity").click()
    other.page.get_by_test_id("link-dialog").get_by_test_id("near-wallet").click()
    other.page.frame_locator("[data-testid=wallet-frame]").locator("[data-wallet=one-approval]").click()
    expect(other.page.get_by_test_id("identity")).to_have_count(2)

    page.reload()
    expect(events(visitor)).to_have_count(4)
    expect(events(visitor).nth(0)).to_contain_text("A way to sign in was added: NEAR account")
    expect(events(visitor).nth(1)).to_contain_text("New sign-in from Safari on iPhone")
    assert not complaints(visitor, LIGHT, [SMALL_DARK])
    events(visitor).nth(0).get_by_test_id("not-me").click()
    expect(page.get_by_test_id("confirm-dialog")).to_contain_text("A way to sign in was added: NEAR account")
    confirm(visitor)

    steps = page.get_by_test_id("steps")
    expect(steps.locator("h3")).to_be_focused()
    expect(page.get_by_test_id("session")).to_have_count(1)
    assert not complaints(visitor, LIGHT, [SMALL_DARK])
    steps.get_by_role("button", name="Remove what was added: NEAR account").click()
    confirm(visitor)
    expect(page.get_by_test_id("identity")).to_have_count(1)
    # The steps stay, also after the page was drawn again.
    expect(steps).to_be_visible()
    other.page.reload()
    other.expect_signed_out()
    visitor.expect_signed_in()


def test_older_events_follow_in_parts(visit):
    visitor = signed_in(visit)
    page = visitor.page
    for _ in range(5):
        page.get_by_test_id("sign-out").click()
        visitor.expect_signed_out()
        visitor.sign_in_with_ethereum()
    expect(events(visitor)).to_have_count(5)
    page.get_by_test_id("older-events").click()
    expect(events(visitor)).to_have_count(7)
    expect(events(visitor).nth(5)).to_be_focused()
    expect(events(visitor).last).to_contain_text("The account was created")
    expect(page.get_by_test_id("older-events")).to_have_count(0)
    page.route("**/session/user/activity*", lambda route: route.abort())
    page.reload()
    expect(page.get_by_test_id("activity-retry")).to_be_visible()
    page.unroute("**/session/user/activity*")
    page.get_by_test_id("activity-retry").click()
    expect(events(visitor)).to_have_count(5)
