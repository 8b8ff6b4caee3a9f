"""The operator's own apps ask for no consent, and other apps ask for it once."""

import pytest
from playwright.sync_api import expect

from accidental_clicks import AccidentalClicks
from appearances import assert_accessible
from device import Device
from relyingparties import ClientSecret
from server import running_server

CALLBACK = ["http://127.0.0.1/callback"]
SECRET = ClientSecret.new()
CLIENTS = [
    {"id": "default", "name": "Harbor Notes"},
    {"id": "mail", "name": "Harbor Mail", "first_party": True, "redirect_uris": CALLBACK, "device_authorization": True,
     "scopes": ["openid", "profile", "offline_access", "account"]},
    {"id": "blog", "name": "Example Blog", "redirect_uris": CALLBACK, "client_secret_hash": SECRET.hash},
]
EVERYTHING = "openid profile offline_access account"


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("own"), near_connect, applications=CLIENTS) as running:
        yield running


@pytest.fixture
def user(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    return visitor


def mail(app, **changes: str) -> str:
    return app.address(**{"client_id": "mail", "scope": EVERYTHING} | changes)


def blog(app, scope: str = "openid", **changes: str) -> str:
    return app.address(client_id="blog", scope=scope, **changes)


def expect_no_scopes(visitor) -> None:
    for part in ("scopes", "full-access", "destination"):
        expect(visitor.page.get_by_test_id(part)).to_have_count(0)


def test_sign_in_to_own_app_shows_no_scopes_and_needs_no_click_after_it(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.page.goto(mail(app))
    expect(visitor.page.locator("h1")).to_have_text("Sign in to Harbor Mail")
    expect_no_scopes(visitor)
    visitor.choose_ethereum()
    visitor.expect_back_in_the_app()
    assert set(app.exchange(app.answer()["code"], "mail")["scope"].split()) == set(EVERYTHING.split())


def test_signed_in_user_continues_to_own_app_with_one_click(user, app):
    clicks = AccidentalClicks(user)
    user.page.goto(mail(app))
    expect(user.page.locator("h1")).to_have_text("Continue to Harbor Mail")
    clicks.assert_ignored()
    expect_no_scopes(user)
    for part in ("account-name", "another-account", "cancel"):
        expect(user.page.get_by_test_id(part)).to_be_visible()
    expect(user.page.get_by_test_id("continue")).to_contain_text("Continue as ")
    assert_accessible(user)
    user.page.get_by_test_id("continue").click()
    user.expect_back_in_the_app()
    assert app.exchange(app.answer()["code"], "mail")["access_token"]


def test_signed_in_user_cancels_or_takes_another_account(user, app):
    user.page.goto(mail(app))
    user.page.get_by_test_id("cancel").click()
    user.expect_back_in_the_app()
    assert app.answer()["error"] == "access_denied"
    user.page.goto(mail(app))
    user.page.get_by_test_id("another-account").click()
    expect(user.page.get_by_test_id("stay-with")).to_be_visible()
    expect_no_scopes(user)


def test_own_app_can_ask_for_consent(user, app):
    user.page.goto(mail(app, prompt="consent"))
    expect(user.page.get_by_test_id("scopes").get_by_role("listitem")).to_have_count(4)
    # An app of the operator is no reason for a warning.
    expect(user.page.get_by_test_id("full-access")).to_have_count(0)


def test_device_of_own_app_is_confirmed_by_its_code(user, server):
    device = Device(server.account, client={"client_id": "mail"})
    user.page.goto(device.codes["verification_uri_complete"])
    user.page.get_by_test_id("take-code").click()
    expect(user.page.locator("h1")).to_have_text(f"Sign in the device that shows {device.codes['user_code']}?")
    expect_no_scopes(user)
    for part in ("device", "network", "warning", "account-name", "deny"):
        expect(user.page.get_by_test_id(part)).to_be_visible()
    assert_accessible(user)
    assert device.poll()[1]["error"] == "authorization_pending"
    user.page.get_by_test_id("continue").click()
    expect(user.page.get_by_test_id("decided")).to_be_visible()


def allow_blog(user, app, scope: str) -> None:
    user.page.goto(blog(app, scope))
    user.page.get_by_test_id("continue").click()
    user.expect_back_in_the_app()
    app.exchange(app.answer()["code"], "blog", SECRET.text)


def test_other_app_asks_once_and_again_for_more(user, app):
    allow_blog(user, app, "openid")
    user.page.goto(blog(app))
    user.expect_back_in_the_app()
    assert "code" in app.answer()
    user.page.goto(blog(app, "openid profile offline_access"))
    scopes = user.page.get_by_test_id("scopes")
    # The new scopes are first.
    expect(scopes.get_by_role("listitem")).to_have_text([
        "Your name, photo, user name and language", "Access until you sign it out", "Your id, and how and when you signed in"])
    expect(scopes).to_contain_text("Example Blog also gets:")
    expect(scopes).to_contain_text("Example Blog already gets:")
    assert_accessible(user)
    # Another account has granted something else.
    user.page.get_by_test_id("another-account").click()
    expect(scopes).to_contain_text("Example Blog gets:")


def test_removed_access_asks_again(user, app):
    allow_blog(user, app, "openid offline_access")
    user.page.goto(blog(app, "openid offline_access"))
    user.expect_back_in_the_app()
    user.open()
    user.page.get_by_role("button", name="Remove the access of Example Blog").click()
    user.page.get_by_test_id("confirm").click()
    expect(user.page.get_by_test_id("application")).to_have_count(0)
    user.page.goto(blog(app, "openid offline_access"))
    expect(user.page.get_by_test_id("scopes")).to_contain_text("Example Blog gets:")
