"""Passkeys and security keys as the second step of a sign-in."""

import pytest
from playwright.sync_api import expect

from authenticator_app import enroll, enter_factor
from identifiers import expect_form_problem, sign_in_with_password, sign_out, sign_up
from messages import Messages
from test_passkey_card import remove
from virtual_authenticators import Authenticator, add_passkey, entries, passkey_site, sign_in_with_passkey, with_suggestions


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("factor")) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def make_user(visit, messages, **options: object):
    """A signed-out user with a password, an authenticator app and a passkey."""
    visitor = visit()
    with_suggestions(visitor)
    visitor.authenticator = Authenticator(visitor, **options)
    visitor.open()
    visitor.address = sign_up(visitor, messages)
    visitor.app, visitor.codes = enroll(visitor)
    add_passkey(visitor, 1)
    sign_out(visitor)
    return visitor


@pytest.fixture
def user(visit, messages):
    return make_user(visit, messages)


def start(visitor) -> None:
    """Signs in with the password, up to the second step."""
    sign_in_with_password(visitor, visitor.address)
    expect(visitor.page.get_by_role("heading", name="Confirm with a passkey")).to_be_focused()


def confirm(visitor) -> None:
    visitor.page.get_by_test_id("second-factor-submit").click()


def test_passkey_follows_the_password(user):
    start(user)
    expect(user.page.get_by_text("scan the QR code")).to_be_visible()
    confirm(user)
    user.expect_signed_in()
    expect(user.page.get_by_test_id("session")).to_contain_text("Password, Passkey")


@pytest.mark.only_in_test_all("test_passkey_kinds.py signs in so")
def test_passkey_alone_needs_no_second_step(user):
    sign_in_with_passkey(user)
    expect(user.page.get_by_test_id("session")).to_contain_text("Passkey")


@pytest.mark.only_in_test_all("a variant of test_refused_passkey_can_be_tried_again")
def test_another_second_step_is_one_press_away(user):
    start(user)
    user.page.get_by_test_id("use-totp").click()
    user.page.get_by_test_id("use-passkey").click()
    user.page.get_by_test_id("use-totp").click()
    enter_factor(user, user.app.code())
    user.expect_signed_in()


def test_refused_passkey_can_be_tried_again(user):
    user.authenticator.unplug()
    broken = Authenticator(user, hasUserVerification=False, isUserVerified=False)
    start(user)
    confirm(user)
    expect_form_problem(user, "No passkey was used.")
    broken.unplug()
    user.page.get_by_test_id("use-totp").click()
    enter_factor(user, user.app.code())
    user.expect_signed_in()


@pytest.mark.only_in_test_all("a kind of test_passkey_kinds.py")
def test_security_key_of_the_first_generation_is_a_second_step(visit, messages):
    """U2F keys know neither users nor PINs. The server verifies the same signature."""
    user = make_user(visit, messages, transport="usb")
    key = Authenticator(user, protocol="u2f", transport="usb", hasResidentKey=False, hasUserVerification=False, isUserVerified=False)
    key.take(user.authenticator, isResidentCredential=False, userHandle=None, backupEligibility=None, backupState=None)
    user.authenticator.unplug()
    start(user)
    confirm(user)
    user.expect_signed_in()


@pytest.mark.only_in_test_all("a kind of test_passkey_kinds.py")
def test_security_key_without_a_pin_is_a_second_step(visit, messages):
    user = make_user(visit, messages, transport="usb")
    key = Authenticator(user, transport="usb", hasUserVerification=False, isUserVerified=False)
    key.take(user.authenticator)
    user.authenticator.unplug()
    start(user)
    confirm(user)
    user.expect_signed_in()


@pytest.mark.only_in_test_all("a kind of test_passkey_kinds.py")
def test_security_key_of_the_first_generation_cannot_become_a_passkey(visit, messages):
    visitor = visit()
    with_suggestions(visitor)
    Authenticator(visitor, protocol="u2f", transport="usb", hasResidentKey=False, hasUserVerification=False, isUserVerified=False)
    visitor.open()
    sign_up(visitor, messages)
    visitor.add("passkey")
    expect(visitor.page.get_by_test_id("toast")).to_be_visible()
    expect(entries(visitor)).to_have_count(0)


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Passkey checks the answer to a removed passkey")
def test_passkey_that_was_removed_meanwhile_is_refused(visit, user):
    start(user)
    other = visit()
    with_suggestions(other)
    Authenticator(other).take(user.authenticator)
    other.open()
    other.page.get_by_test_id("passkey").click()
    other.expect_signed_in()
    remove(other)
    other.expect_signed_out()
    confirm(user)
    expect(user.page.get_by_test_id("form-problem").or_(user.page.get_by_test_id("start-again")).first).to_be_visible()
    expect(user.page.get_by_test_id("account")).to_have_count(0)


@pytest.mark.only_in_test_all("a variant of test_browser_without_passkeys")
def test_browser_without_passkeys_says_so(visit, user):
    other = visit()
    other.context.add_init_script("delete window.PublicKeyCredential")
    other.open()
    other.address = user.address
    start(other)
    confirm(other)
    expect_form_problem(other, "This browser does not support passkeys.")
    other.page.get_by_test_id("use-totp").click()
    enter_factor(other, user.app.code())
    other.expect_signed_in()
