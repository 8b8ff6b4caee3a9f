"""Design: the names of the parties, warnings, the size of a view, colors, and the last-used mark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from device import Device
from server import running_server

APPLICATIONS = [
    {"id": "default", "name": "Harbor Notes"},
    {"id": "acme", "name": "Acme CLI", "redirect_uris": ["http://127.0.0.1/callback"], "device_authorization": True,
     "scopes": ["openid", "profile", "offline_access", "user:read", "account"]},
]
EVERYTHING = "openid profile user:read offline_access account"
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("design"), near_connect, applications=APPLICATIONS) as running:
        yield running


@pytest.fixture
def device(server):
    return Device(server.account, scope=EVERYTHING, client={"client_id": "acme"})


def acme(app, scope: str = EVERYTHING) -> str:
    return app.address(client_id="acme", scope=scope)


def signed_in(visit, **context):
    visitor = visit(**context)
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    return visitor


def expect_parties(visitor, provider: str, client: str | None = None) -> None:
    expect(visitor.page.get_by_test_id("provider")).to_have_text(provider)
    if client:
        expect(visitor.page.get_by_test_id("parties")).to_contain_text("→")
        expect(visitor.page.get_by_test_id("client")).to_have_text(client)
    else:
        expect(visitor.page.get_by_test_id("client")).to_have_count(0)


def test_pages_for_client_name_provider_and_client(visit, app, device):
    visitor = visit()
    visitor.with_wallet()
    visitor.open()
    expect_parties(visitor, "Harbor Notes")
    visitor.page.goto(acme(app))
    expect_parties(visitor, "Harbor Notes", "Acme CLI")
    visitor.page.goto(device.codes["verification_uri_complete"])
    expect_parties(visitor, "Harbor Notes")
    visitor.page.get_by_test_id("take-code").click()
    expect(visitor.page.get_by_test_id("sign-in")).to_be_visible()
    expect_parties(visitor, "Harbor Notes", "Acme CLI")
    visitor.choose_ethereum()
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    expect_parties(visitor, "Harbor Notes", "Acme CLI")
    visitor.page.goto(acme(app))
    expect(visitor.page.get_by_test_id("confirm")).to_be_visible()
    expect_parties(visitor, "Harbor Notes", "Acme CLI")
    visitor.page.goto(f"{visitor.account}/end-session?client_id=acme")
    expect(visitor.page.get_by_test_id("sign-out")).to_be_visible()
    expect_parties(visitor, "Harbor Notes", "Acme CLI")
    visitor.open()
    expect_parties(visitor, "Harbor Notes")


def test_card_has_logo(visit, app):
    visitor = visit(**LAPTOP)
    visitor.page.goto(acme(app))
    expect(visitor.page.get_by_test_id("sign-in")).to_be_visible()
    expect(visitor.page.locator("img.logo")).to_have_count(1)
    assert visitor.page.get_by_test_id("sign-in").locator("img.logo").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    visitor.page.goto(acme(app).replace("redirect_uri=http%3A", "redirect_uri=https%3A"))
    expect(visitor.page.get_by_test_id("refusal").locator("img.logo")).to_be_visible()


def test_full_access_is_first_and_a_warning(visit, app):
    visitor = signed_in(visit)
    visitor.page.goto(acme(app))
    items = visitor.page.get_by_test_id("scopes").get_by_role("listitem")
    expect(items).to_have_count(5)
    expect(items.first).to_contain_text("Full access to your account")
    colors = items.evaluate_all("items => items.map(item => getComputedStyle(item).backgroundColor)")
    assert colors.count(colors[0]) == 1
    visitor.page.goto(acme(app, "openid profile"))
    expect(visitor.page.get_by_test_id("confirm")).to_be_visible()
    expect(visitor.page.get_by_test_id("full-access")).to_have_count(0)


def assert_fits(visitor) -> None:
    assert visitor.page.evaluate("document.documentElement.scrollHeight") <= LAPTOP["viewport"]["height"]


def test_questions_fit_laptop_screen(visit, app, device):
    visitor = visit(**LAPTOP)
    visitor.with_wallet()
    visitor.page.goto(acme(app, "openid profile"))
    expect(visitor.page.get_by_test_id("sign-in")).to_be_visible()
    assert_fits(visitor)
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(acme(app))
    expect(visitor.page.get_by_test_id("confirm")).to_be_visible()
    assert_fits(visitor)
    visitor.page.goto(device.codes["verification_uri_complete"])
    visitor.page.get_by_test_id("take-code").click()
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    assert_fits(visitor)


def background(locator) -> str:
    return locator.evaluate("node => getComputedStyle(node).backgroundColor")


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_declining_in_ethereum_wallet_does_not_look_like_error(visit, scheme):
    visitor = visit(color_scheme=scheme, reduced_motion="reduce")
    visitor.with_wallet(sign="reject")
    visitor.open().choose_ethereum()
    visitor.expect_problem("You declined in Test Fox")
    declined = background(visitor.page.get_by_test_id("problem"))
    step = visitor.page.locator(".steps [aria-current]").evaluate("node => getComputedStyle(node).borderTopColor")
    visitor.page.evaluate("window.testWallets.fox.connect = 'pending'")
    visitor.page.get_by_test_id("retry").click()
    visitor.expect_problem("still waits")
    assert background(visitor.page.get_by_test_id("problem")) != declined
    assert visitor.page.locator(".steps [aria-current]").evaluate("node => getComputedStyle(node).borderTopColor") != step


@pytest.mark.only_in_test_all("a variant of test_declining_in_ethereum_wallet_does_not_look_like_error")
def test_declining_in_near_wallet_does_not_look_like_error(visit):
    visitor = visit()
    frame = visitor.open().choose_near("declines")
    problem = frame.locator("#wallet-problem")
    expect(problem).to_contain_text("Nothing was signed")
    declined = background(problem)
    frame.locator("[data-wallet=no-key]").click()
    expect(problem).to_contain_text("did not say with which key")
    assert background(problem) != declined


def test_last_used_wallet_is_marked(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.with_wallet("owl", name="Test Owl", rdns="org.example.owl")
    visitor.open()
    expect(visitor.page.get_by_test_id("last-used")).to_have_count(0)
    visitor.sign_in_with_ethereum("Test Owl")
    visitor.page.get_by_test_id("sign-out").click()
    marked = visitor.page.get_by_role("button").filter(has=visitor.page.get_by_test_id("last-used"))
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("Test Owl")
    visitor.page.goto(acme(app))
    expect(marked).to_contain_text("Test Owl")
    frame = visitor.open().open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    expect(frame.get_by_test_id("last-used")).to_have_count(0)
    frame.locator("[data-wallet=two-steps]").click()
    visitor.expect_signed_in()
    visitor.page.get_by_test_id("sign-out").click()
    expect(marked).to_contain_text("NEAR wallet")
    first = visitor.open_near().get_by_test_id("near-choice").first
    expect(first).to_contain_text("Two Steps")
    expect(first.get_by_test_id("last-used")).to_be_visible()


def test_browser_without_storage_signs_in(visit):
    visitor = visit()
    visitor.context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })")
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()


def test_cost_of_signature_is_shown_once(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.open()
    for address in (visitor.account + "/", acme(app)):
        visitor.page.goto(address)
        visitor.open_wallets()
        expect(visitor.page.get_by_test_id("wallets-step")).to_be_visible()
        text = visitor.page.locator("body").inner_text()
        assert text.count("moves no funds") == 1
        assert text.count("free") == 1
