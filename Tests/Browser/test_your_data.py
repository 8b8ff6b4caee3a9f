"""Taking one's data away, and deleting the account."""

import json

import pytest
from playwright.sync_api import expect

from test_accessibility import assert_accessible
from test_account import signed_in, stale_once


def delete(visitor) -> None:
    visitor.page.get_by_test_id("delete-account").click()
    visitor.page.get_by_test_id("confirm").click()


def test_the_download_has_what_is_stored(visit):
    visitor = signed_in(visit)
    address = visitor.page.get_by_test_id("identifier").get_attribute("title")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_test_id("export").click()
    assert download.value.suggested_filename.endswith(".json")
    stored = json.loads(download.value.path().read_text())
    assert address in json.dumps(stored)
    visitor.expect_signed_in()


def test_a_download_that_fails_can_be_tried_again(visit):
    visitor = signed_in(visit)
    visitor.page.route("**/session/user/export", lambda route: route.abort())
    visitor.page.get_by_test_id("export").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("The server did not answer")
    visitor.page.unroute("**/session/user/export")
    with visitor.page.expect_download():
        visitor.page.get_by_test_id("toast-retry").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_deleting_says_what_is_lost_and_ends_with_a_farewell(visit, scheme):
    visitor = signed_in(visit)
    visitor.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    visitor.page.get_by_test_id("name").fill("Ada Lovelace")
    visitor.page.get_by_test_id("save-name").click()
    expect(visitor.page.get_by_test_id("who")).to_contain_text("Ada Lovelace")
    visitor.page.get_by_test_id("delete-account").click()
    dialog = visitor.page.get_by_test_id("confirm-dialog")
    expect(dialog.get_by_test_id("losses").get_by_role("listitem")).to_have_count(3)
    expect(dialog.get_by_test_id("losses")).to_contain_text("Your way to sign in: 0x")
    expect(visitor.page.get_by_test_id("confirm-cancel")).to_be_focused()
    assert_accessible(visitor)
    visitor.page.get_by_test_id("confirm-cancel").click()
    visitor.page.reload()
    visitor.expect_signed_in()

    delete(visitor)
    expect(visitor.page.get_by_test_id("farewell").locator("h1")).to_be_focused()
    expect(visitor.page.get_by_test_id("farewell").locator("h1")).to_have_text("Your account is deleted")
    assert_accessible(visitor)
    assert visitor.page.evaluate("localStorage.length") == 0
    visitor.page.get_by_test_id("back-to-sign-in").click()
    visitor.expect_signed_out()
    visitor.page.reload()
    visitor.expect_signed_out()
    # The wallet opens a new account.
    visitor.sign_in_with_ethereum()
    expect(visitor.page.get_by_test_id("name")).to_have_value("")


def test_an_old_sign_in_signs_again_and_then_deletes(visit):
    visitor = signed_in(visit)
    stale_once(visitor, "**/session/user", "DELETE")
    delete(visitor)
    visitor.page.get_by_test_id("sign-again-dialog").get_by_test_id("ethereum-wallet").click()
    expect(visitor.page.get_by_test_id("farewell")).to_be_visible()


def test_deleting_that_fails_keeps_the_account_and_says_why(visit):
    visitor = signed_in(visit)
    visitor.page.route("**/session/user", lambda route: route.abort())
    delete(visitor)
    expect(visitor.page.get_by_test_id("confirm-dialog")).to_contain_text("The server did not answer")
    visitor.page.unroute("**/session/user")
    visitor.page.reload()
    visitor.expect_signed_in()


def test_an_account_that_another_window_has_signed_in_to_is_not_deleted(visit):
    shown, other = signed_in(visit), signed_in(visit)
    address = other.page.get_by_test_id("identifier").get_attribute("title")
    shown.page.get_by_test_id("delete-account").click()
    # As if another window of this browser had signed in to the other account.
    shown.context.add_cookies(other.context.cookies())
    shown.page.get_by_test_id("confirm").click()
    expect(shown.page.get_by_test_id("identifier")).to_have_attribute("title", address)
    expect(shown.page.get_by_test_id("farewell")).to_have_count(0)
    other.page.reload()
    other.expect_signed_in()
