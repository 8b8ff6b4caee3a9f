"""After a sign-in with a password: the browser makes a passkey by itself if it can, and the page offers one otherwise."""

import pytest
from playwright.sync_api import expect

from identifiers import enter_code, sign_in_with_password, sign_out, sign_up
from listener import loopback_app
from messages import Messages
from test_passkey_card import until
from virtual_authenticators import Authenticator, entries, expect_agreement, passkey_site, passkeys_of_account, with_suggestions
from visitor import AUTOMATIC_PASSKEYS

# A password manager with the password of the user makes the passkey. The virtual authenticator has no passwords, so here the
# browser's own window stands for the password manager.
MANAGER = """
const create = navigator.credentials.create.bind(navigator.credentials);
window.testMade = [];
navigator.credentials.create = (options) => {
  window.testMade.push(options.mediation);
  return options.mediation === "conditional" ? create({ ...options, mediation: undefined }) : create(options);
};
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("upgrade")) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def new_visitor(visit, *scripts: str, **options):
    visitor = visit()
    with_suggestions(visitor)
    for script in scripts:
        visitor.context.add_init_script(script)
    visitor.authenticator = Authenticator(visitor, **options)
    return visitor


def user_with_password(visit, messages, *scripts: str):
    """A user on a new device, signed out."""
    first = visit().open()
    address = sign_up(first, messages)
    visitor = new_visitor(visit, *scripts).open()
    visitor.address = address
    return visitor


def test_browser_makes_a_passkey_without_another_click(visit, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "true", MANAGER)
    sign_in_with_password(visitor, visitor.address)
    visitor.expect_signed_in()
    expect(entries(visitor)).to_have_count(1)
    assert visitor.page.evaluate("window.testMade") == ["conditional"]
    expect_agreement(visitor, visitor.authenticator)
    expect(visitor.page.get_by_test_id("passkey-offer")).to_have_count(0)


@pytest.mark.only_in_test_all("a variant of test_browser_makes_a_passkey_without_another_click")
def test_browser_with_a_passkey_makes_no_second_one(visit, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "true", MANAGER)
    for _ in range(2):
        sign_in_with_password(visitor, visitor.address)
        visitor.expect_signed_in()
        expect(entries(visitor)).to_have_count(1)
        sign_out(visitor)


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs has such a browser")
def test_app_does_not_wait_for_a_browser_that_makes_no_passkey(visit, server, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "true", """
        navigator.credentials.create = ({ signal }) => new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        });""")
    with loopback_app(server.account) as app:
        visitor.page.goto(app.address())
        sign_in_with_password(visitor, visitor.address)
        visitor.page.get_by_test_id("offer-decline").click()
        expect_app(visitor)


def expect_app(visitor) -> None:
    expect(visitor.page.get_by_test_id("confirm").or_(visitor.page.get_by_text("Back in the app"))).to_be_visible()


@pytest.mark.only_in_test_all("a variant of test_app_is_opened_after_the_offer_of_a_passkey_and_loses_its_access")
def test_offer_is_shown_before_the_app(visit, server, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "false")
    with loopback_app(server.account) as app:
        visitor.page.goto(app.address())
        sign_in_with_password(visitor, visitor.address)
        expect(visitor.page.get_by_test_id("passkey-offer-step").get_by_role("heading")).to_be_focused()
        # A failure leaves the user with the same choice.
        visitor.authenticator.refuse_user()
        visitor.page.get_by_test_id("offer-accept").click()
        expect(visitor.page.get_by_test_id("toast")).to_contain_text("No passkey was created")
        visitor.authenticator.refuse_user(False)
        visitor.page.get_by_test_id("offer-accept").click()
        expect_app(visitor)
    visitor.open().expect_signed_in()
    expect(entries(visitor)).to_have_count(1)


@pytest.mark.only_in_test_all("a variant of test_declined_offer_does_not_come_back")
def test_declined_offer_does_not_come_back_before_the_app(visit, server, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "false")
    with loopback_app(server.account) as app:
        visitor.page.goto(app.address())
        sign_in_with_password(visitor, visitor.address)
        visitor.page.get_by_test_id("offer-decline").click()
        expect_app(visitor)
        visitor.page.goto(app.address(prompt="login"))
        sign_in_with_password(visitor, visitor.address)
        expect_app(visitor)
        expect(visitor.page.get_by_test_id("passkey-offer-step")).to_have_count(0)


@pytest.mark.only_in_test_all("waits as long as the page lets the browser")
def test_real_browser_without_the_password_makes_no_passkey_and_does_not_stop_the_sign_in(visit, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "true")
    sign_in_with_password(visitor, visitor.address)
    visitor.expect_signed_in()
    assert (passkeys_of_account(visitor), visitor.authenticator.credentials) == ([], [])
    expect(visitor.page.get_by_test_id("passkey-offer")).to_be_visible()


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs has such a server")
def test_browser_forgets_the_passkey_that_the_server_refuses(visit, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "true", MANAGER)
    visitor.page.route("**/session/passkeys/registration", lambda route: route.fulfill(
        status=409, content_type="application/problem+json", body='{"code": "too_many_identities"}'))
    sign_in_with_password(visitor, visitor.address)
    visitor.expect_signed_in()
    assert visitor.page.evaluate("window.testMade") == ["conditional"]
    until(visitor, lambda: visitor.authenticator.credentials == [])
    assert passkeys_of_account(visitor) == []


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs makes nothing after another method")
def test_code_makes_no_passkey(visit, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "true", MANAGER)
    visitor.page.get_by_test_id("identifier-field").fill(visitor.address)
    visitor.page.get_by_test_id("identifier-form-submit").click()
    visitor.page.get_by_test_id("code-instead").click()
    enter_code(visitor, messages.code(visitor.address))
    visitor.expect_signed_in()
    assert visitor.page.evaluate("window.testMade") == []
    expect(entries(visitor)).to_have_count(0)


def test_page_offers_a_passkey_if_the_browser_makes_none_by_itself(visit, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "false")
    sign_in_with_password(visitor, visitor.address)
    visitor.expect_signed_in()
    offer = visitor.page.get_by_test_id("passkey-offer")
    expect(offer).to_contain_text("Sign in faster next time")
    # The user is signed in already, and everything else works.
    expect(visitor.page.get_by_test_id("sign-out")).to_be_enabled()
    visitor.page.get_by_test_id("offer-accept").click()
    expect(entries(visitor)).to_have_count(1)
    expect(offer).to_have_count(0)
    expect_agreement(visitor, visitor.authenticator)


def test_declined_offer_does_not_come_back(visit, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "false")
    sign_in_with_password(visitor, visitor.address)
    expect(visitor.page.get_by_test_id("passkey-offer")).to_be_visible()
    visitor.page.get_by_test_id("offer-decline").click()
    expect(visitor.page.get_by_test_id("passkey-offer")).to_have_count(0)
    visitor.page.reload()
    expect(visitor.page.get_by_test_id("ways")).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    expect(visitor.page.get_by_test_id("passkey-offer")).to_have_count(0)
    sign_out(visitor)
    sign_in_with_password(visitor, visitor.address)
    visitor.expect_signed_in()
    visitor.page.wait_for_load_state("networkidle")
    expect(visitor.page.get_by_test_id("passkey-offer")).to_have_count(0)
    # The user can still add one.
    visitor.add("passkey")
    expect(entries(visitor)).to_have_count(1)


@pytest.mark.only_in_test_all("a variant of test_page_offers_a_passkey_if_the_browser_makes_none_by_itself")
def test_failed_offer_can_be_tried_again(visit, messages):
    visitor = user_with_password(visit, messages, AUTOMATIC_PASSKEYS % "false")
    visitor.authenticator.refuse_user()
    sign_in_with_password(visitor, visitor.address)
    visitor.page.get_by_test_id("offer-accept").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("No passkey was created.")
    expect(visitor.page.get_by_test_id("offer-accept")).to_be_enabled()


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs has such a device")
def test_device_that_can_hold_no_passkey_has_no_offer(visit, messages):
    first = visit().open()
    address = sign_up(first, messages)
    visitor = visit()
    visitor.context.add_init_script("""
        PublicKeyCredential.getClientCapabilities = async () => ({ passkeyPlatformAuthenticator: false, conditionalCreate: false });""")
    visitor.open()
    sign_in_with_password(visitor, address)
    visitor.expect_signed_in()
    visitor.page.wait_for_load_state("networkidle")
    expect(visitor.page.get_by_test_id("passkey-offer")).to_have_count(0)
