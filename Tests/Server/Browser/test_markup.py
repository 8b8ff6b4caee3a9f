"""Markup in a text that a user, a wallet or a device chooses is shown as text, on each view of the page."""

import pytest
from playwright.sync_api import expect

from device import Device
from identifiers import sign_in_with_password, sign_up
from messages import Messages
from server import running_server
from test_profile import TYPED, set_user_name

# The page would open a dialog, which fails each test (`Visitor.assert_clean`).
MARKUP = "<img src=x onerror=alert(1)>"
APPLICATIONS = [{
    "id": "default", "name": "Harbor Notes", "device_authorization": True, "password": {"identifiers": ["email", "username"]},
    "redirect_uris": ["http://127.0.0.1/callback"]}]


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(
            tmp_path_factory.mktemp("markup"), near_connect, applications=APPLICATIONS, rate_limits={"code_pause": 0}) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


@pytest.fixture
def user(visit, messages):
    """A user whose names and whose browser's name are markup."""
    visitor = visit(user_agent=MARKUP).open()
    visitor.address = sign_up(visitor, messages)
    for field in TYPED:
        visitor.page.get_by_test_id(field.replace("_", "-")).fill(MARKUP)
    visitor.page.get_by_test_id("profile-submit").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Profile saved.")
    return visitor


def expect_text(visitor, *locators) -> None:
    """Each element shows the markup, and no view has the element that it describes."""
    for locator in locators:
        expect(locator).to_contain_text(MARKUP)
    assert visitor.page.locator("[onerror]").count() == 0


def test_account_shows_names_and_sessions_as_text(user, visit):
    page = user.page
    page.reload()
    expect_text(user, page.get_by_test_id("signed-in-as"), page.get_by_test_id("session"))
    for field in TYPED:
        expect(page.get_by_test_id(field.replace("_", "-"))).to_have_value(MARKUP)
    other = visit(user_agent=MARKUP).open()
    sign_in_with_password(other, user.address)
    other.expect_signed_in()
    page.reload()
    expect(page.get_by_test_id("session")).to_have_count(2)
    expect_text(user, *page.get_by_test_id("session").all())
    page.get_by_test_id("revoke").click()
    expect(page.get_by_test_id("confirm-dialog")).to_be_visible()
    expect_text(user)
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("session")).to_have_count(1)
    expect_text(user)


def test_consent_shows_name_as_text(user, app):
    page = user.page
    page.goto(app.address())
    expect_text(user, page.get_by_test_id("account-name"), page.get_by_test_id("continue"))
    page.goto(f"{user.account}/end-session?client_id=default")
    expect_text(user, page.get_by_test_id("end-session"))


@pytest.mark.only_in_test_all("a variant of test_consent_shows_name_as_text")
def test_device_page_shows_names_as_text(user):
    page = user.page
    device = Device(user.account, agent=MARKUP)
    page.goto(device.codes["verification_uri_complete"])
    page.get_by_test_id("take-code").click()
    expect_text(user, page.get_by_test_id("device"), page.get_by_test_id("account-name"))
    page.get_by_test_id("continue").click()
    expect(page.get_by_test_id("decided")).to_be_visible()
    expect_text(user)
    assert device.poll()[0] == 200
    user.open()
    expect(page.get_by_test_id("session")).to_have_count(2)
    expect_text(user, *page.get_by_test_id("session").all())


def test_wallet_name_is_text(visit):
    visitor = visit()
    visitor.with_wallet(name=MARKUP, sign="hold")
    visitor.open().open_wallets()
    expect_text(visitor, visitor.page.get_by_test_id("ethereum-wallet"))
    visitor.choose_ethereum(MARKUP)
    visitor.page.wait_for_function("window.testWallets.fox.calls.includes('personal_sign')")
    expect_text(visitor, visitor.page.locator("main"))
    visitor.page.evaluate("window.testWallets.fox.release()")
    visitor.expect_signed_in()
    visitor.page.get_by_test_id("sign-out").click()
    visitor.expect_signed_out()
    expect_text(visitor, visitor.page.get_by_test_id("ethereum-wallet"))


@pytest.mark.only_in_test_all("a variant of test_refused_user_name_is_explained_at_its_field")
def test_user_name_cannot_be_markup(user):
    set_user_name(user, MARKUP)
    expect(user.page.get_by_test_id("new-username")).to_have_attribute("aria-invalid", "true")
    expect_text(user)
