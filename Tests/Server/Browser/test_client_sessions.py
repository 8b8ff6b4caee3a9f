"""The account page lists the sessions of apps and the apps with access, and ends both."""

import pytest
from playwright.sync_api import expect

from appearances import assert_accessible
from server import running_server

CLIENTS = [
    {"id": "default", "name": "Example"},
    {"id": "tool", "name": "Example Tool", "redirect_uris": ["http://127.0.0.1/callback"]},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("sessions"), near_connect, applications=CLIENTS) as running:
        yield running


def allow(visitor, app, scope: str) -> dict:
    visitor.page.goto(app.address(client_id="tool", scope=scope))
    visitor.page.get_by_test_id("continue").click()
    visitor.expect_back_in_the_app()
    return app.exchange(app.answer()["code"], "tool")


def test_app_session_is_listed_by_name_and_can_be_signed_out(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    kept = allow(visitor, app, "openid offline_access")
    # A sign-in without offline access has no session of its own.
    allow(visitor, app, "openid")
    visitor.open()
    sessions = visitor.page.get_by_test_id("session")
    expect(sessions).to_have_count(2)
    expect(sessions.first).to_contain_text("Chrome on Linux")
    expect(sessions.first.get_by_test_id("current")).to_be_visible()
    expect(sessions.nth(1).locator(".entry-name")).to_have_text("Example Tool")
    expect(sessions.nth(1)).to_contain_text("Python-urllib")
    assert_accessible(visitor)
    sessions.nth(1).get_by_role("button", name="Sign out Example Tool").click()
    dialog = visitor.page.get_by_test_id("confirm-dialog")
    expect(dialog).to_contain_text("Sign out Example Tool?")
    expect(dialog).to_contain_text("Example Tool will lose access to your account there")
    visitor.page.get_by_test_id("confirm").click()
    expect(sessions).to_have_count(1)
    assert app.refresh(kept["refresh_token"], "tool") == 400


def test_the_access_of_an_app_can_be_removed(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    applications = visitor.page.get_by_test_id("application")
    # Without apps there is no list.
    expect(visitor.page.get_by_test_id("session")).to_have_count(1)
    expect(visitor.page.get_by_text("Apps with access")).to_be_hidden()
    kept = allow(visitor, app, "openid offline_access user:read")
    visitor.open()
    expect(applications).to_have_count(1)
    expect(applications.locator(".entry-name")).to_have_text("Example Tool")
    expect(applications).to_contain_text("Your profile and your ways to sign in")
    expect(visitor.page.get_by_test_id("session")).to_have_count(2)
    assert_accessible(visitor)
    applications.get_by_role("button", name="Remove the access of Example Tool").click()
    dialog = visitor.page.get_by_test_id("confirm-dialog")
    expect(dialog).to_contain_text("Remove the access of Example Tool?")
    expect(dialog).to_contain_text("it will no longer be able to read your data here")
    visitor.page.get_by_test_id("confirm").click()
    expect(visitor.page.get_by_text("The access is removed.")).to_be_visible()
    expect(applications).to_have_count(0)
    expect(visitor.page.get_by_test_id("session")).to_have_count(1)
    assert app.refresh(kept["refresh_token"], "tool") == 400


def test_the_list_of_apps_can_be_loaded_again(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.page.route("**/session/applications", lambda route: route.abort())
    visitor.open().sign_in_with_ethereum()
    expect(visitor.page.get_by_test_id("applications")).to_contain_text("The server did not answer")
    visitor.page.unroute("**/session/applications")
    visitor.page.get_by_test_id("applications-retry").click()
    expect(visitor.page.get_by_test_id("applications")).to_be_hidden()
