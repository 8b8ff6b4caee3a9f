"""Signing out for a client: whoever wanted out gets out, and whoever stays finds their way back."""

import pytest
from playwright.sync_api import expect

from server import running_server
from test_accessibility import AUDIT, assert_accessible

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


def test_a_link_that_comes_back_elsewhere_still_leads_out(visitor):
    go(visitor, "client_id=site&post_logout_redirect_uri=https://evil.example/")
    expect(visitor.page.locator("h1")).to_have_text("Sign out here?")
    expect(visitor.page.get_by_test_id("refusal")).to_contain_text("an address that it has not listed")
    assert visitor.page.evaluate(f"({AUDIT})()") == []
    visitor.page.get_by_test_id("refusal-link").click()
    expect(visitor.page.get_by_test_id("end-session")).to_contain_text("Example Site asks to sign you out here too.")
    visitor.page.get_by_test_id("sign-out").click()
    expect(visitor.page.locator("h1")).to_have_text("You are signed out")
    visitor.open().expect_signed_out()


def test_what_could_not_be_asked_is_asked_again(visitor):
    visitor.page.route("**/session/end", lambda route: route.abort(), times=1)
    go(visitor, f"client_id=site&post_logout_redirect_uri={BYE}")
    expect(visitor.page.locator("h1")).to_have_text("This page could not go on")
    visitor.page.get_by_test_id("reload").click()
    visitor.page.get_by_test_id("sign-out").click()
    expect(visitor.page.locator("h1")).to_have_text("Bye")


def test_a_yes_that_comes_too_late_is_not_offered_again(visitor):
    visitor.page.route("**/session/end/confirm", lambda route: route.continue_(post_data={"ticket": "b3Zlcg"}))
    go(visitor, "client_id=site")
    visitor.page.get_by_test_id("sign-out").click()
    expect(visitor.page.locator("h1")).to_have_text("This took too long")
    expect(visitor.page.get_by_role("button", name="Try again")).to_have_count(0)


def test_whoever_stays_signed_in_goes_back_to_the_app(visitor):
    go(visitor, f"client_id=site&post_logout_redirect_uri={BYE}&state=x")
    visitor.page.get_by_test_id("stay").click()
    expect(visitor.page.locator("h1")).to_have_text("You are still signed in here")
    expect(visitor.page.locator("h1")).to_be_focused()
    assert_accessible(visitor)
    visitor.page.get_by_test_id("go-back").click()
    expect(visitor.page.locator("h1")).to_have_text("Bye")
    assert visitor.page.url == f"{BYE}?state=x"
    visitor.open().expect_signed_in()
