"""Every view of the dashboard: for screen readers, on a narrow screen, and with hostile values of users."""

import pytest
from playwright.sync_api import expect

from accessibility import keep_screenshot, unnamed, violations
from dashboard import VIEWS, Administrator, dashboard_site

# Markup, an attempt to leave an attribute or a script, directions and invisible characters, and a template.
HOSTILE = ["<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "</script><script>alert(1)</script>", "\u202Eevil\u2066\u200B\u202C", "{{7*7}}${alert(1)}",
           "javascript:alert(1)"]
AGENT = "<img src=x onerror=alert(1)>\"'><b>agent</b>"


@pytest.fixture(scope="module")
def dashboard(tmp_path_factory):
    with dashboard_site(tmp_path_factory.mktemp("dashboard-views")) as site:
        yield site


@pytest.fixture(scope="module")
def owner(browser, dashboard):
    person = Administrator(browser, dashboard, "owner", HOSTILE[0], user_agent=AGENT).enter()
    yield person
    person.context.close()
    person.assert_clean()


@pytest.fixture(scope="module")
def hostile(dashboard, owner) -> str:
    """A user all of whose texts are hostile."""
    texts = {"value": HOSTILE, "<b>key</b>": "x" * 5_000, "\u202Ekey": {"deep": ["<script>alert(1)</script>"]}}
    for number, text in enumerate(HOSTILE):
        dashboard.user(name=text, first_name=text, last_name=text, email=f"hostile{number}@<x>.example".replace("<x>", "x"), metadata={"text": text})
    user = dashboard.user(
        name="W" * 256, first_name="\u202E" + "A" * 100, last_name=HOSTILE[1], email=f"{'a' * 60}@hostile.example", phone_number="+4915112345678", metadata=texts)
    dashboard.call("POST", f"/users/{user}/ban", {"reason": HOSTILE[0] * 10})
    dashboard.call("POST", "/applications", {
        "id": "store", "name": HOSTILE[0], "audience": HOSTILE[2], "redirect_uris": ["https://store.example/" + "x" * 200],
        "roles": ["editor"], "appearance": {"title": {"default": HOSTILE[1], "de": HOSTILE[4]}, "text": {"default": HOSTILE[0]}, "color": "#8a2be2"},
        "terms": {"terms_url": HOSTILE[5]}})
    dashboard.call("POST", "/applications/store/secrets", {})
    dashboard.call("POST", "/applications", {"id": "gone", "name": HOSTILE[1]})
    dashboard.call("DELETE", "/applications/gone")
    dashboard.call("PATCH", "/settings", {"mail": {"host": "mail.example.com", "from": "a@example.com", "from_name": HOSTILE[0]}})
    dashboard.webhook = dashboard.call("POST", "/webhooks", {"url": "https://hostile.invalid/doorward", "description": HOSTILE[0], "types": ["user."]})["id"]
    dashboard.call("POST", f"/webhooks/{dashboard.webhook}/test", {})
    dashboard.command("key", "create", "--name", HOSTILE[2], "--scope", "admin.users.read")
    dashboard.command("key", "create", "--name", HOSTILE[1], "--scope", "introspect")
    return user


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize("scheme, width", [("light", 1280), ("dark", 360)])
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_accessible_and_fits(owner, hostile, view, scheme, width):
    owner.page.set_viewport_size({"width": width, "height": 800})
    owner.page.emulate_media(color_scheme=scheme)
    # The owner has sessions, grants and second factors.
    for user in {owner.id, hostile} if "{user}" in view else {owner.id}:
        owner.go(view.format(user=user, webhook=owner.dashboard.webhook))
        owner.expect_shown()
        assert owner.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(owner.page) == []
        assert unnamed(owner) == []
        keep_screenshot(owner)


def test_no_value_of_a_user_becomes_markup(owner, hostile):
    owner.page.set_viewport_size({"width": 1280, "height": 800})
    for view in [*VIEWS, f"/users/{owner.id}?tab=sessions", "/users?sort=created_at"]:
        owner.go(view.format(user=hostile, webhook=owner.dashboard.webhook))
        owner.expect_shown()
        made = owner.page.evaluate("[...document.querySelectorAll('[onerror], [onload], main b, main script, main svg:not(.bars, .share)')].map((one) => one.outerHTML)")
        assert made == [], view
    # They are shown as text.
    expect(owner.page.locator("main")).to_contain_text(HOSTILE[0])
    owner.go(f"/users/{hostile}?tab=data")
    expect(owner.by("json")).to_contain_text("\\u202ekey")


def test_no_address_has_a_secret(owner):
    """A key in the answer of the server stays out of the address and of the history."""
    seen = []
    owner.page.on("framenavigated", lambda frame: seen.append(frame.url))
    owner.go("/keys?do=create")
    owner.fill(name="No secret")
    owner.by("create-key-dialog-submit").click()
    secret = owner.by("secret").inner_text()
    owner.by("secret-done").click()
    assert seen and not any(secret in url for url in seen)


def test_the_page_fits_at_twice_the_size(owner, hostile):
    """200 % zoom of a window of 1280 pixels has 640 pixels of width."""
    owner.page.set_viewport_size({"width": 640, "height": 400})
    for path in ("/users", f"/users/{hostile}", "/keys?tab=signing"):
        owner.go(path)
        owner.expect_shown()
        assert owner.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    owner.by("menu").click()
    expect(owner.by("nav-messages")).to_be_visible()
    owner.by("nav-messages").click()
    owner.heading("Messages")
    expect(owner.by("nav-users")).to_be_hidden()
