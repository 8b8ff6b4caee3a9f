"""Downloading the data of the account, and deleting the account."""

import json

import pytest
from playwright.sync_api import expect

from test_account import signed_in, stale_once


def delete(visitor) -> None:
    visitor.page.get_by_test_id("delete-account").click()
    visitor.page.get_by_test_id("confirm").click()


def test_download_has_stored_data(visit):
    visitor = signed_in(visit)
    address = visitor.page.get_by_test_id("identifier").get_attribute("title")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_test_id("export").click()
    assert download.value.suggested_filename.endswith(".json")
    stored = json.loads(download.value.path().read_text())
    assert address in json.dumps(stored)
    visitor.expect_signed_in()


def test_failed_download_can_be_retried(visit):
    visitor = signed_in(visit)
    visitor.page.route("**/session/user/export", lambda route: route.abort())
    visitor.page.get_by_test_id("export").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("The server did not answer")
    visitor.page.unroute("**/session/user/export")
    with visitor.page.expect_download():
        visitor.page.get_by_test_id("toast-retry").click()


def test_deletion_lists_losses_and_signs_out(visit):
    visitor = signed_in(visit)
    visitor.page.get_by_test_id("name").fill("Ada Lovelace")
    visitor.page.get_by_test_id("profile-submit").click()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text("Ada Lovelace")
    visitor.page.get_by_test_id("delete-account").click()
    dialog = visitor.page.get_by_test_id("confirm-dialog")
    expect(dialog.get_by_test_id("losses").get_by_role("listitem")).to_have_count(3)
    expect(dialog.get_by_test_id("losses")).to_contain_text("Your way to sign in: 0x")
    expect(visitor.page.get_by_test_id("confirm-cancel")).to_be_focused()
    visitor.page.get_by_test_id("confirm-cancel").click()
    visitor.page.reload()
    visitor.expect_signed_in()

    delete(visitor)
    expect(visitor.page.get_by_test_id("account-deleted").locator("h1")).to_be_focused()
    expect(visitor.page.get_by_test_id("account-deleted").locator("h1")).to_have_text("Your account was deleted")
    assert visitor.page.evaluate("localStorage.length") == 0
    visitor.page.get_by_test_id("back-to-sign-in").click()
    visitor.expect_signed_out()
    visitor.page.reload()
    visitor.expect_signed_out()
    # The wallet signs in to a new account.
    visitor.sign_in_with_ethereum()
    expect(visitor.page.get_by_test_id("name")).to_have_value("")


@pytest.mark.only_in_test_all("a variant of test_unlinking_after_old_sign_in_asks_to_sign_in_again")
def test_deletion_after_old_sign_in_asks_to_sign_in_again(visit):
    visitor = signed_in(visit)
    stale_once(visitor, "**/session/user", "DELETE")
    delete(visitor)
    visitor.page.get_by_test_id("sign-again-dialog").get_by_test_id("ethereum-wallet").click()
    expect(visitor.page.get_by_test_id("account-deleted")).to_be_visible()


@pytest.mark.only_in_test_all("Tests/Server/Page/server.test.mjs tells a server that cannot be reached")
def test_failed_deletion_keeps_account_and_is_explained(visit):
    visitor = signed_in(visit)
    visitor.page.route("**/session/user", lambda route: route.abort())
    delete(visitor)
    expect(visitor.page.get_by_test_id("confirm-dialog")).to_contain_text("The server did not answer")
    visitor.page.unroute("**/session/user")
    visitor.page.reload()
    visitor.expect_signed_in()


def test_account_of_another_window_is_not_deleted(visit):
    shown, other = signed_in(visit), signed_in(visit)
    address = other.page.get_by_test_id("identifier").get_attribute("title")
    shown.page.get_by_test_id("delete-account").click()
    # The browser has the cookies that it gets if another window signs in to the other account.
    shown.context.add_cookies(other.context.cookies())
    shown.page.get_by_test_id("confirm").click()
    expect(shown.page.get_by_test_id("identifier")).to_have_attribute("title", address)
    expect(shown.page.get_by_test_id("account-deleted")).to_have_count(0)
    other.page.reload()
    other.expect_signed_in()
