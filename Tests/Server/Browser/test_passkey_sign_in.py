"""Sign-up and sign-in with passkeys on the hosted page: by the button, by a suggestion of the field, for an app, and on another
device."""

import json

import pytest
from playwright.sync_api import expect

from device import Device
from identifiers import choose, sign_out, sign_up
from listener import loopback_app
from messages import Messages
from virtual_authenticators import (
    Authenticator, add_passkey, entries, expect_agreement, expect_suggestions, passkey_site, passkeys_of_account,
    pick_suggestion, sign_in_with_passkey, sign_up_with_passkey, with_authenticator, with_suggestions)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("passkeys")) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def last_used(visitor) -> str:
    return json.loads(visitor.page.evaluate("localStorage.getItem('doorward.last-used')"))["method"]


def test_new_user_needs_only_a_passkey(visitor):
    sign_up_with_passkey(visitor, "Ada Lovelace")
    page = visitor.page
    expect(page.locator("h1")).to_be_focused()
    expect(page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Ada Lovelace")
    expect(page.get_by_test_id("session")).to_contain_text("Passkey")
    # It is the only way to sign in, so it cannot be removed, and the page advises to add another one.
    expect(entries(visitor)).to_have_count(1)
    expect(page.get_by_test_id("remove-passkey")).to_have_count(0)
    expect(page.get_by_test_id("ways")).to_contain_text("This is the only way to sign in to your account.")
    [credential] = visitor.authenticator.credentials
    assert (credential["userName"], credential["rpId"]) == ("Ada Lovelace", "localhost")
    sign_out(visitor)
    sign_in_with_passkey(visitor)
    expect(page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Ada Lovelace")
    assert last_used(visitor) == "passkey"


@pytest.mark.only_in_test_all("a variant of test_new_user_needs_only_a_passkey")
def test_name_is_optional(visitor):
    sign_up_with_passkey(visitor)
    expect(visitor.page.get_by_test_id("signed-in-as")).to_have_text("Signed in")
    visitor.page.get_by_test_id("delete-account").click()
    losses = visitor.page.get_by_test_id("losses")
    expect(losses).to_contain_text("Your way to sign in:")
    assert passkeys_of_account(visitor)[0]["identifier"] not in losses.inner_text()


def test_suggestion_of_the_field_signs_in(visitor):
    sign_up_with_passkey(visitor, "Ada")
    sign_out(visitor)
    expect(visitor.page.get_by_test_id("identifier-field")).to_have_attribute("autocomplete", "username webauthn")
    expect_suggestions(visitor, [False, True])
    pick_suggestion(visitor)
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Ada")


def test_field_of_a_real_browser_takes_a_conditional_request(visit):
    """Without the stand-in, the virtual authenticator answers the conditional request of the page by itself."""
    visitor = visit()
    Authenticator(visitor)
    visitor.open()
    sign_up_with_passkey(visitor, "Ada")
    visitor.page.get_by_test_id("sign-out").click()
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Ada")


def test_passkey_of_this_device_needs_no_second_try(visit):
    """The browser is asked for a passkey of this device alone. The page must not be able to close that window, so a request
    with a signal is not valid."""
    visitor = visit()
    with_suggestions(visitor)
    visitor.context.add_init_script("""
        const get = navigator.credentials.get.bind(navigator.credentials);
        window.testAsked = [];
        navigator.credentials.get = (options) => {
          if (!options.mediation) window.testAsked.push([options.uiMode ?? "", "signal" in options]);
          return get(options);
        };""")
    Authenticator(visitor)
    visitor.open()
    assert visitor.page.evaluate("PublicKeyCredential.getClientCapabilities().then(({ immediateGet }) => immediateGet)") is True
    sign_up_with_passkey(visitor, "Ada")
    sign_out(visitor)
    visitor.page.get_by_test_id("passkey").click()
    visitor.expect_signed_in()
    assert visitor.page.evaluate("window.testAsked") == [["immediate", False]]


def test_another_sign_in_ends_the_suggestions_and_the_way_back_starts_them(visitor):
    expect_suggestions(visitor, [True])
    choose(visitor, "ada@example.com")
    expect(visitor.page.get_by_test_id("password-step")).to_be_visible()
    expect_suggestions(visitor, [False])
    visitor.page.go_back()
    expect_suggestions(visitor, [False, True])
    visitor.page.get_by_test_id("passkey-sign-up").click()
    expect_suggestions(visitor, [False, False])
    visitor.page.get_by_test_id("have-account").click()
    expect_suggestions(visitor, [False, False, True])
    # A refused suggestion shows the reason, and the user can try again.
    visitor.page.get_by_test_id("passkey").click()
    expect(visitor.page.get_by_test_id("problem")).to_contain_text("No passkey was used.")
    expect_suggestions(visitor, [False, False, False])
    visitor.page.get_by_test_id("other-ways").click()
    expect_suggestions(visitor, [False, False, False, True])


@pytest.mark.only_in_test_all("a variant of test_another_sign_in_ends_the_suggestions_and_the_way_back_starts_them")
def test_wallet_flow_ends_the_suggestions(visit):
    visitor = visit()
    with_suggestions(visitor)
    visitor.with_wallet(sign="hold")
    Authenticator(visitor)
    visitor.open()
    expect_suggestions(visitor, [True])
    visitor.choose_ethereum()
    expect(visitor.page.get_by_test_id("message")).to_contain_text("Nonce: ")
    expect_suggestions(visitor, [False])
    # The way back leads to the list of wallets, and from there to the first view.
    visitor.page.get_by_test_id("cancel").click()
    visitor.page.get_by_test_id("other-ways").click()
    expect_suggestions(visitor, [False, True])


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs renews the challenge")
def test_challenge_is_renewed_while_the_page_waits(visit):
    visitor = visit()
    with_suggestions(visitor)
    Authenticator(visitor)
    visitor.page.clock.install()
    visitor.open()
    expect_suggestions(visitor, [True])
    visitor.page.clock.fast_forward(7 * 60_000)
    expect_suggestions(visitor, [True])
    visitor.page.clock.fast_forward(2 * 60_000)
    expect_suggestions(visitor, [False, True])


@pytest.mark.only_in_test_all("starts a server for a site without the field")
def test_page_without_the_field_waits_for_no_suggestion(visit, tmp_path):
    with passkey_site(tmp_path, methods=("passkey", "siwe")) as server:
        visitor = visit(account=server.account)
        with_suggestions(visitor)
        Authenticator(visitor)
        visitor.open()
        sign_up_with_passkey(visitor, "Ada")
        sign_out(visitor)
        sign_in_with_passkey(visitor)
        assert visitor.page.evaluate("window.testSuggestions.length") == 0


@pytest.mark.only_in_test_all("test_passkey_kinds.py uses two devices")
def test_passkey_of_a_password_manager_signs_in_on_another_device(visit):
    phone = with_authenticator(visit, defaultBackupEligibility=True, defaultBackupState=True)
    sign_up_with_passkey(phone, "Ada")
    expect(phone.page.get_by_test_id("passkey-backup")).to_have_text("Synced")
    laptop = visit()
    with_suggestions(laptop)
    laptop.authenticator = Authenticator(laptop)
    laptop.authenticator.take(phone.authenticator)
    laptop.open()
    sign_in_with_passkey(laptop)
    expect(laptop.page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Ada")
    expect(laptop.page.get_by_test_id("passkey-backup")).to_have_text("Synced")


@pytest.mark.only_in_test_all("a kind of test_passkey_kinds.py")
def test_passkey_that_is_not_synced_yet_is_on_one_device(visit):
    visitor = with_authenticator(visit, defaultBackupEligibility=True, defaultBackupState=False)
    sign_up_with_passkey(visitor)
    expect(visitor.page.get_by_test_id("passkey-backup")).to_have_text("Only on one device")


@pytest.mark.only_in_test_all("test_passkey_kinds.py has kinds of authenticators")
@pytest.mark.parametrize("options", [
    {"hasLargeBlob": True, "ctap2Version": "ctap2_1"}, {"hasPrf": True, "ctap2Version": "ctap2_1"},
    {"hasCredBlob": True, "ctap2Version": "ctap2_1"}, {"transport": "usb"}, {"transport": "ble"}, {"transport": "hybrid"},
], ids=lambda options: "-".join(options))
def test_every_authenticator_signs_up_and_in(visit, options):
    visitor = with_authenticator(visit, **options)
    sign_up_with_passkey(visitor, "Ada")
    sign_out(visitor)
    sign_in_with_passkey(visitor)
    expect_agreement(visitor, visitor.authenticator)


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs has this error of the browser")
def test_second_passkey_is_not_made_on_the_same_authenticator(visitor, messages):
    sign_up(visitor, messages)
    add_passkey(visitor, 1)
    visitor.add("passkey")
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("already has a passkey for your account")
    visitor.authenticator.set_present(False)
    other = Authenticator(visitor, transport="usb")
    add_passkey(visitor, 2)
    expect_agreement(visitor, visitor.authenticator, other)


def test_app_gets_its_user(visitor, server):
    sign_up_with_passkey(visitor, "Ada")
    sign_out(visitor)
    with loopback_app(server.account) as app:
        visitor.page.goto(app.address())
        expect_suggestions(visitor, [True])
        visitor.page.get_by_test_id("passkey").click()
        expect(visitor.page.get_by_test_id("confirm").or_(visitor.page.get_by_text("Back in the app"))).to_be_visible()
        if visitor.page.get_by_test_id("allow").is_visible():
            visitor.page.get_by_test_id("allow").click()
        visitor.expect_back_in_the_app()
        tokens = app.exchange(app.answer()["code"])
        assert tokens["access_token"]


@pytest.mark.only_in_test_all("a variant of test_app_gets_its_user")
def test_new_user_of_an_app_signs_up_with_a_passkey(visitor, server):
    with loopback_app(server.account) as app:
        visitor.page.goto(app.address())
        visitor.page.get_by_test_id("passkey-sign-up").click()
        visitor.page.get_by_test_id("passkey-user").fill("Grace")
        visitor.page.get_by_test_id("passkey-sign-up-form-submit").click()
        expect(visitor.page.get_by_test_id("confirm").or_(visitor.page.get_by_text("Back in the app"))).to_be_visible()
        assert len(visitor.authenticator.credentials) == 1


@pytest.mark.only_in_test_all("a variant of test_app_gets_its_user")
def test_device_is_signed_in_with_a_passkey(visitor, server):
    sign_up_with_passkey(visitor, "Ada")
    sign_out(visitor)
    device = Device(server.account)
    visitor.page.goto(device.codes["verification_uri_complete"])
    visitor.page.get_by_test_id("take-code").click()
    visitor.page.get_by_test_id("passkey").click()
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()


def test_keyboard_signs_up_and_in(visitor):
    keyboard, page = visitor.page.keyboard, visitor.page
    page.get_by_test_id("passkey-sign-up").focus()
    keyboard.press("Enter")
    expect(page.get_by_test_id("passkey-user")).to_be_focused()
    keyboard.type("Ada")
    keyboard.press("Enter")
    visitor.expect_signed_in()
    sign_out(visitor)
    page.get_by_test_id("passkey").focus()
    keyboard.press("Enter")
    visitor.expect_signed_in()


def test_page_explains_how_to_use_a_passkey_of_a_phone(visitor):
    visitor.authenticator.set_present(False)
    visitor.page.get_by_test_id("passkey-sign-up").click()
    expect(visitor.page.get_by_text("A passkey replaces a password.")).to_be_visible()
    visitor.page.get_by_test_id("have-account").click()
    visitor.page.get_by_test_id("passkey").click()
    expect(visitor.page.get_by_test_id("progress")).to_contain_text("QR code")


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs checks the offer")
@pytest.mark.parametrize("sign_up_mode", ["invited", "closed"])
def test_sign_up_is_offered_only_if_anyone_may_sign_up(visit, tmp_path, sign_up_mode):
    with passkey_site(tmp_path, methods=("code", "passkey"), sign_up=sign_up_mode) as server:
        visitor = visit(account=server.account).open()
        expect(visitor.page.get_by_test_id("passkey")).to_be_visible()
        expect(visitor.page.get_by_test_id("passkey-sign-up")).to_have_count(0)
