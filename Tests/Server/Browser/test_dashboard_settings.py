"""The settings of the server and the webhooks in the dashboard, and what each role may do there."""

import re
import time
import urllib.error

import pytest
from playwright.sync_api import expect

from dashboard import Administrator, dashboard_site


@pytest.fixture(scope="module")
def dashboard(tmp_path_factory):
    with dashboard_site(tmp_path_factory.mktemp("dashboard-settings")) as site:
        yield site


@pytest.fixture(scope="module")
def owner(browser, dashboard):
    person = Administrator(browser, dashboard, "owner", "Olga Owner").enter()
    yield person
    person.context.close()
    person.assert_clean()


def value(dashboard, key: str):
    return next(item for item in dashboard.call("GET", "/settings")["items"] if item["key"] == key)


def test_settings_change_while_the_server_runs_and_are_undone(dashboard, owner):
    owner.go("/settings")
    owner.heading("Settings")
    row = owner.by("setting-lifetimes.access_token")
    expect(row).to_contain_text("15 minutes")
    expect(row).to_contain_text("In seconds, from 30 to 3,600.")
    owner.by("open-edit-lifetimes").click()
    assert owner.page.url == f"{dashboard.origin}/settings?do=edit-lifetimes"
    owner.by("field-lifetimes.access_token").fill("5")
    owner.by("field-lifetimes.session").fill("a week")
    owner.by("edit-dialog-submit").click()
    expect(owner.by("error-lifetimes.access_token")).to_contain_text("30 to 3600")
    expect(owner.by("error-lifetimes.session")).not_to_be_empty()
    owner.by("field-lifetimes.access_token").fill("300")
    owner.by("field-lifetimes.session").fill("")
    owner.by("edit-dialog-submit").click()
    expect(row).to_contain_text("5 minutes")
    expect(row).to_contain_text("Dashboard")
    assert value(dashboard, "lifetimes.access_token")["value"] == 300
    owner.by("undo").click()
    expect(row).to_contain_text("15 minutes")
    owner.by("tab-history").click()
    expect(owner.by("change").first).to_contain_text("lifetimes.access_token")
    # The newest change is that of the undo. To undo it brings the value back.
    owner.by("change").first.get_by_test_id("open-undo").click()
    owner.by("undo-dialog-submit").click()
    expect(owner.by("note")).to_have_text("Undone.")
    assert value(dashboard, "lifetimes.access_token")["value"] == 300
    # An older change cannot be undone any more, and the dialog says why.
    owner.by("change").last.get_by_test_id("open-undo").click()
    dashboard.call("PATCH", "/settings", {"lifetimes": {"access_token": 600}})
    owner.by("undo-dialog-submit").click()
    expect(owner.by("dialog-problem")).to_contain_text("has changed since")
    owner.by("dialog-cancel").click()
    dashboard.call("PATCH", "/settings", {"lifetimes": {"access_token": None}})


def test_secrets_are_kept_and_never_shown(dashboard, owner):
    owner.go("/settings?tab=delivery&do=edit-mail")
    owner.by("field-mail.host").fill("mail.example.com")
    owner.by("edit-dialog-submit").click()
    expect(owner.by("error-mail.from")).not_to_be_empty()
    owner.by("field-mail.from").fill("accounts@example.com")
    owner.by("field-mail.user").fill("accounts")
    owner.by("field-mail.password").fill("a secret of the mail server")
    owner.by("edit-dialog-submit").click()
    expect(owner.by("setting-mail.password")).to_contain_text("Set")
    owner.by("open-edit-mail").click()
    expect(owner.by("field-mail.password")).to_have_value("")
    owner.by("field-mail.from_name").fill("Accounts")
    owner.by("edit-dialog-submit").click()
    expect(owner.by("setting-mail.from_name")).to_contain_text("Accounts")
    assert value(dashboard, "mail.password")["is_set"]
    assert "a secret of" not in owner.page.content()
    owner.by("open-edit-mail").click()
    for name in ("host", "from", "user", "from_name"):
        owner.by(f"field-mail.{name}").fill("")
    owner.by("field-remove mail.password").check()
    owner.by("edit-dialog-submit").click()
    expect(owner.by("setting-mail.password")).not_to_contain_text("Dashboard")
    assert not value(dashboard, "mail.password")["is_set"]


def test_what_the_configuration_sets_is_shown_with_its_origin(owner):
    owner.go("/settings?tab=rates")
    row = owner.page.locator("[data-testid^=setting-rate_limits]").filter(has_text="doorward.json").first
    expect(row).to_be_visible()
    key = row.get_attribute("data-testid").removeprefix("setting-")
    owner.by("open-edit-rates").click()
    expect(owner.by("edit-dialog")).to_be_visible()
    expect(owner.by(f"field-{key}")).to_have_count(0)
    owner.by("dialog-cancel").click()
    owner.go("/settings?tab=server")
    expect(owner.by("setting-public_url")).to_contain_text("with a restart")
    expect(owner.page.locator("main [data-testid^=open-]")).to_have_count(0)


def test_a_webhook_is_added_tested_changed_and_removed(dashboard, owner):
    owner.go("/webhooks")
    owner.by("open-create").click()
    owner.fill(url="http://receiver.example/", types="user.\nno.such.event")
    owner.by("webhook-dialog-submit").click()
    expect(owner.by("error-url")).to_contain_text("https URL")
    owner.fill(url="https://receiver.invalid/doorward")
    owner.by("webhook-dialog-submit").click()
    expect(owner.by("error-types")).to_contain_text("no.such.event")
    owner.fill(types="user.", description="Mailing list")
    owner.by("webhook-dialog-submit").click()
    secret = owner.by("secret").inner_text()
    assert secret.startswith("whsec_")
    owner.by("secret-done").click()
    owner.by("webhook").get_by_role("link").click()
    owner.heading("https://receiver.invalid/doorward")
    assert secret not in owner.page.content()
    owner.by("test").click()
    row = owner.by("delivery").filter(has_text="Webhook tested")
    # The receiver does not exist. Its delivery says so, and the view shows it by itself.
    expect(row).to_contain_text("1 attempt", timeout=20_000)
    expect(row).to_contain_text("Waiting")
    owner.by("open-edit").click()
    owner.fill(types="session.started")
    owner.by("webhook-dialog-submit").click()
    expect(owner.by("note")).to_contain_text("saved")
    assert dashboard.call("GET", "/webhooks")["items"][0]["types"] == ["session.started"]
    owner.by("undo").click()
    expect(owner.by("note")).to_have_text("Undone.")
    assert dashboard.call("GET", "/webhooks")["items"][0]["types"] == ["user."]
    owner.by("open-secret").click()
    owner.by("replace-secret-dialog-submit").click()
    assert owner.by("secret").inner_text() != secret
    owner.by("secret-done").click()
    # A disabled webhook ends its deliveries, which can be sent again, and needs attention.
    owner.by("open-switch").click()
    owner.by("switch-dialog-submit").click()
    owner.by("tab-failed").click()
    expect(owner.by("delivery")).to_have_count(1)
    owner.go("/")
    expect(owner.by("attention")).to_contain_text("https://receiver.invalid/doorward is disabled")
    owner.by("attention").get_by_role("link", name="Webhook").click()
    owner.by("open-switch").click()
    owner.by("switch-dialog-submit").click()
    expect(owner.by("delivery")).to_contain_text("The webhook was disabled")
    owner.by("retry").click()
    expect(owner.by("note")).to_contain_text("sent again")
    owner.by("open-replay").click()
    owner.by("replay-dialog-submit").click()
    expect(owner.by("note")).to_contain_text(re.compile(r"\d events? (is|are) sent again"))
    owner.by("open-remove").click()
    owner.by("remove-dialog-submit").click()
    owner.heading("Webhooks")
    expect(owner.by("empty")).to_contain_text("no webhook yet")


def webhook_of(dashboard, application: str) -> str:
    """The id of a new webhook. The process knows a new application after some moments."""
    end = time.monotonic() + 20
    while True:
        try:
            return dashboard.call("POST", "/webhooks", {"url": "https://receiver.invalid/one", "application": application})["id"]
        except urllib.error.HTTPError:
            if time.monotonic() > end:
                raise
        time.sleep(0.2)


def test_an_edit_of_a_webhook_keeps_its_removed_application(dashboard, owner):
    dashboard.call("POST", "/applications", {"id": "short-lived", "redirect_uris": ["https://short.example/callback"]})
    webhook = webhook_of(dashboard, "short-lived")
    dashboard.call("DELETE", "/applications/short-lived")
    owner.go(f"/webhooks/{webhook}?do=edit")
    expect(owner.by("field-application").locator("option:checked")).to_have_text("short-lived (removed)")
    owner.fill(description="Edited")
    owner.by("webhook-dialog-submit").click()
    expect(owner.by("note")).to_contain_text("saved")
    saved = dashboard.call("GET", f"/webhooks/{webhook}")
    assert (saved["application"], saved["description"]) == ("short-lived", "Edited")
    dashboard.call("DELETE", f"/webhooks/{webhook}")


def test_a_deletion_is_undone_from_its_note_and_from_the_page(dashboard, owner):
    user = dashboard.user(name="Kept User", email="kept@people.example")
    for way in ("undo", "keep"):
        owner.go(f"/users/{user}?do=delete")
        owner.by("delete-dialog-submit").click()
        expect(owner.by("deletion")).to_be_visible()
        owner.by(way).click()
        expect(owner.by("deletion")).to_have_count(0)


@pytest.mark.parametrize("role", ["support", "viewer"])
def test_other_roles_read_and_change_nothing(browser, dashboard, role):
    person = Administrator(browser, dashboard, role, f"{role} reads").enter()
    webhook = dashboard.call("POST", "/webhooks", {"url": "https://receiver.invalid/roles"})["id"]
    dashboard.call("POST", "/applications", {"id": "roles", "redirect_uris": ["https://roles.example/callback"]})
    for path in ("/applications", "/applications/roles", "/applications/roles?tab=look", "/applications/roles?tab=secrets", "/applications/roles?tab=history", "/settings",
                 "/settings?tab=delivery", "/settings?tab=history", "/webhooks", f"/webhooks/{webhook}", "/applications/roles?tab=invitations"):
        person.go(path)
        person.expect_view()
        expect(person.by("failure")).to_have_count(0)
        shown = person.page.locator("main [data-testid^=open-], main form, main [data-testid=test]").evaluate_all("(all) => all.map((one) => one.dataset.testid)")
        assert set(shown) <= ({"open-invite"} if role == "support" else set()), path
    for path in ("/applications/roles?do=edit-general", "/settings?do=edit-lifetimes", f"/webhooks/{webhook}?do=secret"):
        person.go(path)
        person.expect_view()
        expect(person.page.locator("dialog")).to_have_count(0)
    dashboard.call("DELETE", f"/webhooks/{webhook}")
    dashboard.call("DELETE", "/applications/roles")
    person.context.close()
    person.assert_clean()
