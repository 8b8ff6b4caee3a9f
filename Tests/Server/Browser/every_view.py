"""A tour through the views of the page in one language. The tour stops at each view, so that a test can check it."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import expect

from authenticator_app import enroll, enter_factor
from device import Device
from identifiers import PASSWORD, choose, enter_code, open_sign_up, other_code, sign_in_with_password, sign_out, sign_up
from listener import LoopbackApp
from messages import Messages, new_address
from pictures import png, upload
from virtual_authenticators import Authenticator, add_passkey

Stop = Callable[[object, str], None]


@dataclass
class Resident:
    """A user with every kind of sign-in method, whose session the visitors of all languages share."""

    address: str
    cookies: dict
    notice: str  # the link of a notice


def make_resident(visitor, messages: Messages) -> Resident:
    """Signs up with the address, and adds a user name, a passkey, a wallet and an authenticator."""
    Authenticator(visitor)
    visitor.with_wallet()
    visitor.open()
    page = visitor.page
    address = sign_up(visitor, messages, new_address("a.rather.long.name.for.a.small.screen"))
    add_passkey(visitor, 1)
    page.get_by_test_id("link-identity").click()
    page.get_by_test_id("ethereum-wallet").click()
    expect(page.get_by_test_id("identity")).to_have_count(2)
    enroll(visitor)
    notice = messages.link(address)
    return Resident(address, visitor.context.storage_state(), notice)


def signed_out_views(visitor, messages: Messages, resident: Resident, stop: Stop) -> None:
    page = visitor.page
    visitor.go_home()
    expect(page.get_by_test_id("identifier")).to_be_visible()
    stop(visitor, "sign-in without a wallet")
    page.get_by_test_id("identifier-form-submit").click()
    expect(page.get_by_test_id("form-problem")).to_be_visible()
    stop(visitor, "missing identifier")
    address = new_address()
    open_sign_up(visitor, address)
    expect(page.get_by_test_id("sign-up-step")).to_be_visible()
    # The address is typed, and the user name is optional.
    expect(page.get_by_test_id("new-password")).to_be_focused()
    stop(visitor, "sign-up")
    page.get_by_test_id("new-password").fill("short")
    page.get_by_test_id("sign-up-form-submit").click()
    expect(page.get_by_test_id("form-problem")).to_be_visible()
    stop(visitor, "short password")
    page.get_by_test_id("new-password").fill(PASSWORD)
    page.get_by_test_id("sign-up-form-submit").click()
    expect(page.get_by_test_id("code-step")).to_be_visible()
    stop(visitor, "code")
    enter_code(visitor, other_code(messages.code(address)))
    expect(page.get_by_test_id("form-problem")).to_be_visible()
    stop(visitor, "wrong code")
    visitor.go_home()
    choose(visitor, resident.address)
    expect(page.get_by_test_id("password-step")).to_be_visible()
    stop(visitor, "password")
    page.get_by_test_id("forgot").click()
    expect(page.get_by_test_id("reset-step")).to_be_visible()
    stop(visitor, "reset")
    visitor.go_home()
    sign_in_with_password(visitor, resident.address)
    expect(page.get_by_test_id("second-factor-step")).to_be_visible()
    stop(visitor, "second factor with a passkey")
    page.get_by_test_id("use-totp").click()
    enter_factor(visitor, "12345")
    expect(page.get_by_test_id("form-problem")).to_be_visible()
    stop(visitor, "short code of an authenticator")
    page.get_by_test_id("use-recovery_code").click()
    stop(visitor, "recovery code")
    visitor.go_home()
    visitor.open_wallets()
    expect(page.get_by_test_id("wallets-step")).to_be_visible()
    stop(visitor, "wallets")
    visitor.go_home()
    page.get_by_test_id("passkey-sign-up").click()
    stop(visitor, "sign-up with a passkey")
    visitor.go_home()
    address = new_address()
    choose(visitor, address)
    page.get_by_test_id("code-instead").click()
    enter_code(visitor, messages.code(address))
    expect(page.get_by_test_id("name-step")).to_be_visible()
    stop(visitor, "name")
    visitor.expect_signed_in()
    sign_out(visitor)


def other_pages(visitor, resident: Resident, stop: Stop) -> None:
    page = visitor.page
    for path in ("/device", "/continue", "/continue#abc", "/end-session", "/secure", "/#invited=eve%40example.com"):
        page.goto("about:blank")
        page.goto(visitor.account + path)
        expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")
        stop(visitor, path)
    page.goto(visitor.account + "/device")
    page.get_by_test_id("code").fill("BBBB-BBBB")
    page.get_by_test_id("take-code").click()
    expect(page.locator(".notice.problem, .trouble:not(:empty)").first).to_be_visible()
    stop(visitor, "unknown device code")
    page.goto(resident.notice)
    expect(page.get_by_test_id("notice")).to_be_visible()
    stop(visitor, "secure")
    page.set_extra_http_headers({"Accept": "text/html"})
    for path in ("/authorize?client_id=unknown", "/missing"):
        page.goto(visitor.account + path)
        expect(page.get_by_test_id("refusal")).to_be_visible()
        stop(visitor, path)
    page.set_extra_http_headers({})
    page.route("**/session/state", lambda route: route.abort())
    page.goto(visitor.account + "/")
    expect(page.get_by_test_id("stopped")).to_be_visible()
    stop(visitor, "unavailable")
    page.unroute("**/session/state")


def signed_in_views(visitor, app: LoopbackApp, stop: Stop) -> None:
    page = visitor.page
    visitor.go_home()
    visitor.expect_signed_in()
    expect(page.get_by_test_id("session").first).to_be_visible()
    expect(page.get_by_test_id("second-factor")).to_have_count(1)
    stop(visitor, "account")
    for opener in ("change-email", "unlink", "change-password", "rename-passkey", "remove-passkey", "link-identity", "add-authenticator",
                   "remove-factor", "sign-out-everywhere", "delete-account"):
        page.get_by_test_id(opener).first.click()
        expect(page.locator("dialog[open]")).to_be_visible()
        stop(visitor, opener)
        if opener == "change-email":
            page.get_by_test_id("new-address").fill(new_address("new"))
            page.get_by_test_id("address-form-submit").click()
            expect(page.get_by_test_id("code-step")).to_be_visible()
            stop(visitor, "code to a new address")
        if opener == "link-identity":
            page.get_by_test_id("add-username").click()
            expect(page.get_by_test_id("new-username")).to_be_visible()
            stop(visitor, "new user name")
        if opener == "add-authenticator":
            page.locator("summary").click()
            page.get_by_test_id("second-factor-code").fill("12345")
            page.get_by_test_id("enrollment-submit").click()
            expect(page.get_by_test_id("form-problem")).to_be_visible()
            stop(visitor, "first code of an authenticator")
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.get_by_test_id("photo-file").set_input_files(upload("me.png", png()))
    expect(page.get_by_test_id("photo-preview")).to_be_visible()
    stop(visitor, "photo")
    page.keyboard.press("Escape")
    page.get_by_test_id("profile-submit").click()
    expect(page.get_by_test_id("toast")).to_be_visible()
    stop(visitor, "toast")
    page.goto(app.address(scope="openid profile offline_access account"))
    expect(page.get_by_test_id("confirm")).to_be_visible()
    stop(visitor, "consent")
    page.goto(app.address(client_id="mail", scope="openid profile"))
    expect(page.get_by_test_id("confirm")).to_be_visible()
    stop(visitor, "continue to an app of the operator")
    page.goto(Device(visitor.account).codes["verification_uri_complete"])
    expect(page.get_by_test_id("take-code")).to_be_visible()
    stop(visitor, "device code")
    page.get_by_test_id("take-code").click()
    expect(page.get_by_test_id("confirm-device")).to_be_visible()
    stop(visitor, "confirm a device")
    page.get_by_test_id("deny").click()
    expect(page.get_by_test_id("decided")).to_be_visible()
    stop(visitor, "device is refused")
    page.goto(visitor.account + "/end-session")
    expect(page.get_by_test_id("sign-out")).to_be_visible()
    stop(visitor, "end session")


def new_recovery_codes(visitor, stop: Stop) -> None:
    """Replaces the recovery codes of the shared user."""
    page = visitor.page
    page.goto(visitor.account + "/")
    page.get_by_test_id("new-codes").click()
    stop(visitor, "replace recovery codes")
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("codes-saved")).to_be_enabled()
    stop(visitor, "recovery codes")
    page.get_by_test_id("codes-saved").click()
