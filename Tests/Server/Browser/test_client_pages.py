"""Signing in to an app: the message names the app, an expired request is explained, and the help fits the request."""

import pytest
from playwright.sync_api import expect

from server import running_server

CLIENTS = [
    {"id": "default"},
    {"id": "tool", "name": "Example Tool", "redirect_uris": ["http://127.0.0.1/callback"]},
    {"id": "site", "name": "Example Site", "redirect_uris": ["https://site.example/callback"]},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("clients"), near_connect, applications=CLIENTS) as running:
        yield running


def tool(app, **changes: str) -> str:
    return app.address(client_id="tool", scope="openid", **changes)


def site(app, **changes: str) -> str:
    return app.address(client_id="site", scope="openid", redirect_uri="https://site.example/callback", **changes)


def test_ethereum_message_names_client(visit, app):
    visitor = visit()
    visitor.with_wallet(sign="hold")
    visitor.page.goto(tool(app))
    visitor.choose_ethereum()
    expect(visitor.page.get_by_test_id("message")).to_contain_text("Sign in to Example Tool.")
    visitor.page.evaluate("window.testWallets.fox.release()")
    visitor.expect_back_in_the_app()


@pytest.mark.only_in_test_all("a variant of test_ethereum_message_names_client")
def test_near_message_names_client(visit, app):
    visitor = visit()
    messages = []
    sign = visitor.near.sign
    visitor.near.sign = lambda **request: (messages.append(request["message"]), sign(**request))[1]
    visitor.page.goto(tool(app))
    visitor.choose_near("one-approval")
    visitor.expect_back_in_the_app()
    assert [message.splitlines()[0] for message in messages] == ["Sign in to Example Tool"]


def test_page_shows_where_the_browser_continues(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.page.goto(site(app))
    expect(visitor.page.get_by_test_id("destination")).to_contain_text("site.example")
    visitor.page.goto(tool(app))
    expect(visitor.page.get_by_test_id("destination")).to_contain_text("an app on this device")


def expire_ticket(visitor, path: str) -> None:
    """Replaces the ticket by an invalid one, as if it had expired."""
    def send(route):
        body = route.request.post_data_json | {"ticket": "b3Zlcg"}
        route.continue_(post_data=body)

    visitor.page.route(f"**{path}", send)


def test_expired_ticket_ends_consent_without_retry(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(tool(app))
    expire_ticket(visitor, "/session/authorization/allow")
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.locator("h1")).to_have_text("This took too long")
    expect(visitor.page.get_by_test_id("stopped")).to_contain_text("Go back to the app and start again")
    expect(visitor.page.get_by_role("button", name="Try again")).to_have_count(0)


@pytest.mark.only_in_test_all("a variant of test_expired_ticket_ends_consent_without_retry")
def test_expired_ticket_ends_cancelling_and_sign_in_without_retry(visit, app):
    visitor = visit()
    visitor.with_wallet()
    for path, act in [
        ("/session/authorization/deny", lambda: visitor.page.get_by_test_id("cancel").click()),
        ("/session/ethereum/message", visitor.choose_ethereum)]:
        visitor.page.goto(tool(app))
        expire_ticket(visitor, path)
        act()
        expect(visitor.page.locator("h1")).to_have_text("This took too long")
        expect(visitor.page.get_by_role("button", name="Try again")).to_have_count(0)


def test_help_without_wallet_keeps_request_in_this_browser(visit, app):
    visitor = visit()
    visitor.page.goto(site(app))
    visitor.open_wallets()
    empty = visitor.page.get_by_test_id("no-wallet")
    expect(empty).to_contain_text("On a phone, open Example Site in your wallet app's own browser and sign in there.")
    expect(visitor.page.get_by_test_id("copy-link")).to_have_count(0)
    # An app on this machine cannot be opened on a phone.
    visitor.page.goto(tool(app))
    visitor.open_wallets()
    expect(empty).to_be_visible()
    expect(empty).not_to_contain_text("phone")
    visitor.open().open_wallets()
    expect(empty).to_contain_text("open this page in your wallet app's own browser")
    expect(visitor.page.get_by_test_id("copy-link")).to_be_visible()
