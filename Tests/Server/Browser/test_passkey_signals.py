"""What the browser learns about passkeys when the user signs in for an app or a device, and when the server refuses a new one."""

import json

import pytest
from playwright.sync_api import expect

from device import Device
from identifiers import expect_form_problem, sign_in_with_password, sign_out, sign_up
from listener import loopback_app
from messages import Messages
from test_account import stale_once
from test_passkey_card import remove, until
from virtual_authenticators import (
    Authenticator, add_passkey, entries, passkey_site, passkeys_of_account)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("signals")) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


@pytest.fixture
def outdated(visit, visitor, messages):
    """A signed-out user with two passkeys in the browser. Elsewhere one of them was removed, and the name was changed."""
    visitor.address = sign_up(visitor, messages)
    add_passkey(visitor, 1)
    visitor.authenticator.set_present(False)
    visitor.key = Authenticator(visitor, transport="usb")
    add_passkey(visitor, 2)
    sign_out(visitor)
    other = visit()
    Authenticator(other)
    other.open()
    sign_in_with_password(other, visitor.address)
    other.expect_signed_in()
    remove(other, 1)
    expect(entries(other)).to_have_count(1)
    other.page.get_by_test_id("name").fill("Ada Lovelace")
    other.page.get_by_test_id("profile-submit").click()
    expect(other.page.get_by_test_id("signed-in-as")).to_contain_text("Ada Lovelace")
    [credential] = visitor.authenticator.credentials
    assert credential["userDisplayName"] == visitor.address and len(visitor.key.credentials) == 1
    return visitor


def expect_present(visitor) -> None:
    until(visitor, lambda: visitor.key.credentials == [])
    until(visitor, lambda: visitor.authenticator.credentials[0]["userDisplayName"] == "Ada Lovelace")


def sign_in_for_app(visitor) -> None:
    """Signs in, up to the app."""
    sign_in_with_password(visitor, visitor.address)
    allow = visitor.page.get_by_test_id("allow")
    expect(allow.or_(visitor.page.get_by_text("Back in the app"))).to_be_visible()
    if allow.is_visible():
        allow.click()
    visitor.expect_back_in_the_app()


def test_sign_in_for_an_app_tells_the_browser(outdated, server):
    with loopback_app(server.account) as app:
        outdated.page.goto(app.address())
        sign_in_for_app(outdated)
        # The page has waited for the browser, so nothing is under way.
        assert outdated.key.credentials == []
        assert outdated.authenticator.credentials[0]["userDisplayName"] == "Ada Lovelace"


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs waits two seconds for the browser")
def test_app_does_not_wait_for_a_list_that_does_not_come(outdated, server):
    outdated.page.route("**/session/passkeys", lambda route: None)
    with loopback_app(server.account) as app:
        outdated.page.goto(app.address())
        sign_in_for_app(outdated)
        assert len(outdated.key.credentials) == 1
    outdated.page.unroute_all(behavior="ignoreErrors")


@pytest.mark.only_in_test_all("a variant of test_sign_in_for_an_app_tells_the_browser")
def test_sign_in_for_a_device_tells_the_browser(outdated, server):
    device = Device(server.account)
    outdated.page.goto(device.codes["verification_uri_complete"])
    outdated.page.get_by_test_id("take-code").click()
    sign_in_with_password(outdated, outdated.address)
    expect(outdated.page.get_by_test_id("confirm-device")).to_be_visible()
    expect_present(outdated)


@pytest.mark.only_in_test_all("a variant of test_sign_in_for_an_app_tells_the_browser")
def test_account_page_tells_the_browser(outdated):
    sign_in_with_password(outdated, outdated.address)
    outdated.expect_signed_in()
    expect_present(outdated)


def refuse_registration(visitor, status: int, code: str) -> None:
    visitor.page.route("**/session/passkeys/registration", lambda route: route.fulfill(
        status=status, content_type="application/problem+json", body=json.dumps({"code": code})), times=1)


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize(("status", "code", "is_kept"), [
    (401, "challenge_expired", False), (403, "sign_up_closed", False),
    # The server may have the passkey.
    (409, "passkey_registered", True), (401, "challenge_used", True), (503, "store_unavailable", True)])
def test_passkey_of_a_refused_sign_up_is_forgotten_if_the_refusal_is_certain(visitor, status, code, is_kept):
    refuse_registration(visitor, status, code)
    visitor.page.get_by_test_id("passkey-sign-up").click()
    visitor.page.get_by_test_id("passkey-sign-up-form-submit").click()
    expect_form_problem(visitor, ".")
    if is_kept:
        visitor.page.wait_for_timeout(200)
    until(visitor, lambda: len(visitor.authenticator.credentials) == int(is_kept))


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs forgets it")
def test_passkey_of_a_refused_addition_is_forgotten(visitor, messages):
    sign_up(visitor, messages)
    refuse_registration(visitor, 409, "too_many_identities")
    visitor.add("passkey")
    expect(visitor.page.get_by_test_id("toast")).to_be_visible()
    until(visitor, lambda: visitor.authenticator.credentials == [])
    assert passkeys_of_account(visitor) == []


def test_passkey_of_an_addition_without_its_sign_in_is_forgotten(visitor, messages):
    sign_up(visitor, messages)
    stale_once(visitor, "**/session/passkeys/registration", "POST")
    visitor.add("passkey")
    expect(visitor.page.get_by_test_id("sign-again-dialog")).to_be_visible()
    assert len(visitor.authenticator.credentials) == 1
    visitor.page.get_by_test_id("sign-again-dialog").get_by_test_id("dialog-close").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Nothing was changed.")
    until(visitor, lambda: visitor.authenticator.credentials == [])
