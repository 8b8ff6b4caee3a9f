"""One door: an address and a code sign in everyone, with few keys, and a reload loses nothing."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from appearances import assert_accessible
from authenticator_app import Authenticator as App
from authenticator_app import enroll, enter_factor, start_enrollment
from device import Device
from identifiers import choose, enter_code, expect_form_problem, fill_code, other_code, sign_out
from listener import loopback_app
from messages import Messages, new_address
from server import running_server
from virtual_authenticators import passkey_site, with_authenticator


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    methods = ("password", "code", "passkey", "siwe", "near")
    with passkey_site(tmp_path_factory.mktemp("door"), methods=methods, sign_in_first="code") as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


class Keys:
    """The keyboard of a user who presses as few keys as possible beside the typed text."""

    def __init__(self, visitor) -> None:
        self.keyboard = visitor.page.keyboard
        self.pressed = 0

    def type(self, text: str) -> None:
        self.keyboard.type(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.pressed += 1
            self.keyboard.press(key)


def expect_focus(visitor, testid: str) -> None:
    expect(visitor.page.get_by_test_id(testid)).to_be_focused()


def sign_up(visitor, messages: Messages) -> str:
    """Makes a user by a code, without a name."""
    address = new_address()
    choose(visitor, address)
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    return address


# The number of keys

def test_new_user_is_in_with_an_address_and_a_code(visit, messages):
    visitor, address = visit().open(), new_address()
    keys = Keys(visitor)
    expect(visitor.page.get_by_test_id("sign-up")).to_have_count(0)
    expect_focus(visitor, "identifier-field")
    keys.type(address)
    keys.press("Enter")
    expect_focus(visitor, "code")
    expect(visitor.page.get_by_test_id("code-step")).to_contain_text("If you have no account yet, the code creates one.")
    assert_accessible(visitor)
    keys.type(messages.code(address))
    expect_focus(visitor, "new-name")
    assert keys.pressed == 1
    assert_accessible(visitor)
    keys.type("Ada Lovelace")
    keys.press("Enter")
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Ada Lovelace")
    assert keys.pressed == 2
    # The next sign-in takes one key, and asks for no name.
    sign_out(visitor)
    keys.type(address)
    keys.press("Enter")
    expect_focus(visitor, "code")
    keys.type(messages.code(address))
    visitor.page.get_by_test_id("account").wait_for()
    assert keys.pressed == 3


def test_new_user_of_an_app_is_asked_for_a_name_and_offered_a_passkey(visit, server, messages):
    visitor, address = with_authenticator(visit), new_address()
    with loopback_app(server.account) as app:
        visitor.page.goto(app.address(scope="openid profile"))
        choose(visitor, address)
        fill_code(visitor.page.get_by_test_id("code"), None, messages.code(address))
        visitor.page.get_by_test_id("skip-name").click()
        offer = visitor.page.get_by_test_id("passkey-offer-step")
        expect(offer).to_contain_text("instead of a code")
        assert_accessible(visitor)
        visitor.page.get_by_test_id("offer-accept").click()
        visitor.expect_back_in_the_app(named=True)
    assert len(visitor.authenticator.credentials) == 1
    visitor.open()
    sign_out(visitor)
    # One touch.
    visitor.page.get_by_test_id("passkey").click()
    visitor.expect_signed_in()


def test_name_that_is_refused_is_explained_and_can_be_skipped(visit, messages):
    visitor, address = visit().open(), new_address()
    choose(visitor, address)
    fill_code(visitor.page.get_by_test_id("code"), None, messages.code(address))
    visitor.page.route("**/session/user", lambda route: route.abort() if route.request.method == "PATCH" else route.continue_())
    visitor.page.get_by_test_id("new-name").fill("Ada")
    visitor.page.get_by_test_id("name-form-submit").click()
    expect_form_problem(visitor, "The server did not answer.")
    visitor.page.get_by_test_id("skip-name").click()
    visitor.page.get_by_test_id("account").wait_for()


def test_passwords_alone_need_a_sign_up_that_has_the_address(visit, tmp_path, near_connect):
    application = {"id": "default", "name": "Harbor Notes", "methods": ["password"], "sign_in_first": "code"}
    with running_server(tmp_path, near_connect, applications=[application]) as server:
        visitor, address = visit(account=server.account).open(), new_address()
        keys = Keys(visitor)
        keys.type(address)
        keys.press("Tab", "Tab", "Enter")
        expect_focus(visitor, "new-password")
        expect(visitor.page.get_by_test_id("sign-up-address")).to_have_value(address)
        keys.type("several unrelated words of mine")
        keys.press("Enter")
        expect_focus(visitor, "code")
        reload(visitor)
        expect(visitor.page.get_by_test_id("code-step")).to_contain_text(address)
        assert "several unrelated" not in visitor.page.evaluate("JSON.stringify({ ...sessionStorage })")
        expect_focus(visitor, "code")
        keys.type(Messages(server.log).code(address))
        visitor.expect_signed_in()
        assert keys.pressed == 4


# The code

def test_pasted_code_is_sent_once_and_a_refused_one_is_typed_again(visit, messages):
    visitor, address = visit().open(), new_address()
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/code/sign-in") else None)
    choose(visitor, address)
    code = messages.code(address)
    expect_focus(visitor, "code")
    visitor.page.keyboard.insert_text(other_code(code))
    expect_form_problem(visitor, "The code is wrong.")
    expect_focus(visitor, "code")
    expect(visitor.page.get_by_test_id("code")).to_have_value("")
    assert len(asked) == 1
    visitor.page.keyboard.insert_text(f"{code[:3]} {code[3:]}")
    visitor.expect_signed_in()
    assert len(asked) == 2


def test_same_address_again_needs_no_second_message(visit, tmp_path, near_connect):
    # This site has the pause between two messages.
    with running_server(tmp_path, near_connect, applications=[{"id": "default", "sign_in_first": "code"}]) as server:
        visitor, address = visit(account=server.account).open(), new_address()
        choose(visitor, address)
        code = Messages(server.log).code(address)
        visitor.page.get_by_test_id("use-another").click()
        expect(visitor.page.get_by_test_id("identifier-field")).to_have_value(address)
        visitor.page.get_by_test_id("identifier-form-submit").click()
        enter_code(visitor, code)
        visitor.expect_signed_in()


# A reload

def expire(visitor) -> None:
    """Lets the step of the tab expire."""
    visitor.page.evaluate("""() => {
      const past = new Date(Date.now() - 60_000).toISOString();
      const text = sessionStorage.getItem("doorward.step").replaceAll(/"(expires_at|resend_at)":"[^"]*"/g, `"$1":"${past}"`);
      sessionStorage.setItem("doorward.step", JSON.stringify({ ...JSON.parse(text), expires: Date.parse(past) }));
    }""")


def reload(visitor) -> None:
    visitor.page.reload()
    visitor.page.locator("h1", has_not_text="One moment").wait_for()


def step_of(visitor) -> dict | None:
    return json.loads(visitor.page.evaluate("sessionStorage.getItem('doorward.step')") or "null")


def test_reload_keeps_the_code_of_a_sign_in(visit, messages):
    visitor, address = visit().open(), new_address()
    choose(visitor, address)
    code = messages.code(address)
    expect_focus(visitor, "code")
    reload(visitor)
    expect(visitor.page.get_by_test_id("code-step")).to_contain_text(address)
    expect_focus(visitor, "code")
    # "Back" of the browser shows the first view.
    visitor.page.go_back()
    expect(visitor.page.get_by_test_id("identifier-field")).to_have_value(address)
    assert step_of(visitor) is None
    visitor.page.go_forward()
    expect_focus(visitor, "code")
    reload(visitor)
    visitor.page.keyboard.type(code)
    visitor.expect_signed_in()
    assert step_of(visitor) is None and visitor.page.evaluate("history.state") is None


def test_expired_code_says_so_once_and_the_main_button_sends_another(visit, messages):
    visitor, address = visit().open(), new_address()
    choose(visitor, address)
    messages.code(address)
    expect_focus(visitor, "code")
    expire(visitor)
    reload(visitor)
    page = visitor.page
    expect(page.get_by_text("The code has expired. Send a new one.")).to_have_count(1)
    expect(page.get_by_test_id("code-form-submit")).to_be_hidden()
    expect(page.locator(".button.main:visible")).to_have_text("Send a new code")
    assert_accessible(visitor)
    reload(visitor)
    expect(page.get_by_test_id("identifier-field")).to_be_visible()
    choose(visitor, address)
    messages.code(address)
    expire(visitor)
    reload(visitor)
    page.get_by_test_id("resend").click()
    expect(page.get_by_test_id("code-form-submit")).to_be_visible()
    expect_focus(visitor, "code")
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()


def test_reload_keeps_the_password_the_reset_and_the_second_factor(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    authenticator, codes = enroll(visitor)
    sign_out(visitor)
    messages.next(address)
    choose(visitor, address)
    messages.code(address)
    visitor.page.get_by_test_id("password-instead").click()
    reload(visitor)
    expect(visitor.page.get_by_test_id("password-step")).to_contain_text(address)
    visitor.page.get_by_test_id("forgot").click()
    code = messages.code(address)
    reload(visitor)
    expect(visitor.page.get_by_test_id("reset-step")).to_contain_text(address)
    visitor.page.get_by_test_id("code").fill(code)
    expect_focus(visitor, "new-password")
    visitor.page.keyboard.type("several unrelated words of mine")
    visitor.page.keyboard.press("Enter")
    expect_focus(visitor, "second-factor-code")
    reload(visitor)
    expect_focus(visitor, "second-factor-code")
    visitor.page.get_by_test_id("use-recovery_code").click()
    reload(visitor)
    expect(visitor.page.get_by_role("heading", name="Enter a recovery code")).to_be_visible()
    assert "several unrelated" not in visitor.page.evaluate("JSON.stringify({ ...sessionStorage, ...localStorage })")
    visitor.page.get_by_test_id("use-totp").click()
    enter_factor(visitor, authenticator.code())
    visitor.expect_signed_in()


def test_reload_keeps_the_dialogs_of_the_account(visit, messages):
    visitor, new = visit().open(), new_address("new")
    sign_up(visitor, messages)
    visitor.page.get_by_test_id("change-email").click()
    expect_focus(visitor, "new-address")
    visitor.page.keyboard.type(new)
    visitor.page.keyboard.press("Enter")
    expect_focus(visitor, "code")
    reload(visitor)
    expect(visitor.page.get_by_test_id("address-dialog")).to_contain_text(new)
    expect_focus(visitor, "code")
    visitor.page.keyboard.type(messages.code(new))
    expect(visitor.page.get_by_test_id("identities")).to_contain_text(new)
    dialog = start_enrollment(visitor)
    secret = App(dialog.get_by_test_id("otpauth").get_attribute("href"))
    reload(visitor)
    expect(dialog).to_be_visible()
    fill_code(dialog.get_by_test_id("second-factor-code"), None, secret.code())
    visitor.page.get_by_test_id("codes-saved").click()
    expect(visitor.page.get_by_test_id("second-factor")).to_have_count(1)
    assert step_of(visitor) is None
    reload(visitor)
    expect(visitor.page.locator("dialog")).to_have_count(0)


def test_reload_keeps_the_device_and_its_sign_in(visit, server, messages):
    device, visitor, address = Device(server.account), visit(), new_address()
    visitor.page.goto(device.codes["verification_uri"])
    visitor.page.get_by_test_id("code").fill(device.codes["user_code"])
    visitor.page.get_by_test_id("take-code").click()
    choose(visitor, address)
    code = messages.code(address)
    expect(visitor.page.get_by_test_id("code-step")).to_be_visible()
    reload(visitor)
    expect(visitor.page.get_by_test_id("user-code")).to_have_text(device.codes["user_code"])
    fill_code(visitor.page.get_by_test_id("code"), None, code)
    visitor.page.get_by_test_id("skip-name").click()
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    reload(visitor)
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    assert device.poll()[1]["error"] == "authorization_pending"


def test_step_belongs_to_its_tab_and_to_the_request_of_its_app(visit, server, messages):
    visitor, address = visit().open(), new_address()
    choose(visitor, address)
    code = messages.code(address)
    expect_focus(visitor, "code")
    first, stored = visitor.page, visitor.page.evaluate("sessionStorage.getItem('doorward.step')")
    # Another tab begins anew.
    visitor.page = visitor.new_page()
    visitor.open()
    expect(visitor.page.get_by_test_id("identifier-field")).to_have_value("")
    # A copy of the tab has the step. After the first tab has used the code, the copy says so once.
    visitor.page.evaluate("stored => sessionStorage.setItem('doorward.step', stored)", stored)
    with loopback_app(server.account) as app:
        visitor.page.goto(app.address(scope="openid profile"))
        expect(visitor.page.get_by_test_id("identifier-field")).to_be_visible()
    assert step_of(visitor) is None
    visitor.page.goto(visitor.account + "/")
    visitor.page.evaluate("stored => sessionStorage.setItem('doorward.step', stored)", stored)
    reload(visitor)
    expect(visitor.page.get_by_test_id("code-step")).to_be_visible()
    copy, visitor.page = visitor.page, first
    enter_code(visitor, code)
    visitor.expect_signed_in()
    visitor.page = copy
    fill_code(copy.get_by_test_id("code"), None, code)
    expect(copy.get_by_test_id("form-problem")).to_be_visible()
    expect(copy.locator(".button.main:visible")).to_contain_text("Send a new code")


# Wallets

@pytest.mark.parametrize("size", [{"width": 360, "height": 740}])
def test_wallets_are_one_row_that_an_extension_does_not_change(visit, size):
    plain, owner = visit(viewport=size).open(), visit(viewport=size)
    owner.with_wallet()
    owner.open()
    heights = [visitor.page.get_by_test_id("sign-in").bounding_box()["height"] for visitor in (plain, owner)]
    assert heights[0] == heights[1]
    expect(plain.page.get_by_test_id("no-wallet")).to_have_count(0)
    plain.page.get_by_test_id("wallets").click()
    expect(plain.page.get_by_test_id("wallets-step")).to_contain_text("A wallet is an app or a browser extension")
    assert_accessible(plain)
    plain.page.get_by_test_id("other-ways").click()
    expect_focus(plain, "wallets")
    owner.sign_in_with_ethereum()
    sign_out(owner)
    # The next sign-in is one touch.
    owner.page.get_by_test_id("ethereum-wallet").click()
    owner.expect_signed_in()
