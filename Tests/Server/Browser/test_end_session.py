"""Signing out for an app: the user signs out, or stays signed in and returns to the app."""

import pytest
from playwright.sync_api import expect

from appearances import assert_accessible
from server import running_server

BYE = "http://127.0.0.1:9/bye"


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    site = {"id": "site", "name": "Example Site", "redirect_uris": ["http://127.0.0.1/callback"], "post_logout_redirect_uris": [BYE]}
    with running_server(tmp_path_factory.mktemp("ends"), near_connect, applications=[{"id": "default"}, site]) as running:
        yield running


@pytest.fixture
def visitor(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.context.route(BYE + "**", lambda route: route.fulfill(
        content_type="text/html", body="<!doctype html><title>bye</title><link rel=icon href=data:,><h1>Bye</h1>"))
    return visitor


def go(visitor, query: str) -> None:
    visitor.page.goto(f"{visitor.account}/end-session?{query}")


def test_unlisted_return_address_still_signs_out(visitor):
    go(visitor, "client_id=site&post_logout_redirect_uri=https://evil.example/")
    expect(visitor.page.locator("h1")).to_have_text("Sign out here?")
    expect(visitor.page.get_by_test_id("refusal")).to_contain_text("an address that it has not registered")
    assert_accessible(visitor)
    visitor.page.get_by_test_id("refusal-link").click()
    expect(visitor.page.get_by_test_id("end-session")).to_contain_text("Example Site asks to sign you out here too.")
    visitor.page.get_by_test_id("sign-out").click()
    expect(visitor.page.locator("h1")).to_have_text("You are signed out")
    visitor.open().expect_signed_out()


@pytest.mark.only_in_test_all("the page repeats a request as at its start: test_failed_start_can_be_retried")
def test_failed_request_can_be_retried(visitor):
    visitor.page.route("**/session/end", lambda route: route.abort(), times=1)
    go(visitor, f"client_id=site&post_logout_redirect_uri={BYE}")
    expect(visitor.page.locator("h1")).to_have_text("This page could not continue")
    visitor.page.get_by_test_id("reload").click()
    visitor.page.get_by_test_id("sign-out").click()
    expect(visitor.page.locator("h1")).to_have_text("Bye")


def test_expired_ticket_ends_sign_out_without_retry(visitor):
    visitor.page.route("**/session/end/confirm", lambda route: route.continue_(post_data={"ticket": "b3Zlcg"}))
    go(visitor, "client_id=site")
    visitor.page.get_by_test_id("sign-out").click()
    expect(visitor.page.locator("h1")).to_have_text("This took too long")
    expect(visitor.page.get_by_role("button", name="Try again")).to_have_count(0)


def test_user_who_stays_signed_in_returns_to_app(visitor):
    go(visitor, f"client_id=site&post_logout_redirect_uri={BYE}&state=x")
    visitor.page.get_by_test_id("stay").click()
    expect(visitor.page.locator("h1")).to_have_text("You are still signed in here")
    expect(visitor.page.locator("h1")).to_be_focused()
    assert_accessible(visitor)
    visitor.page.get_by_test_id("go-back").click()
    expect(visitor.page.locator("h1")).to_have_text("Bye")
    assert visitor.page.url == f"{BYE}?state=x"
    visitor.open().expect_signed_in()
