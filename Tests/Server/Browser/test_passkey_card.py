"""Passkeys on the account page: added, renamed and removed. The browser learns which ones the account has, and its user's name."""

import pytest
from playwright.sync_api import expect

from identifiers import PASSWORD, expect_form_problem, sign_in_with_password, sign_out, sign_up
from messages import Messages
from test_account import stale_once
from virtual_authenticators import (
    Authenticator, add_passkey, entries, expect_agreement, passkey_site, passkeys_of_account, sign_in_with_passkey,
    sign_up_with_passkey)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("card"), password={"identifiers": ["email", "username"]}) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def label(visitor, index: int = 0):
    return visitor.page.get_by_test_id("passkey-label").nth(index)


def rename(visitor, name: str, index: int = 0) -> None:
    visitor.page.get_by_test_id("rename-passkey").nth(index).click()
    visitor.page.get_by_test_id("passkey-name").fill(name)
    visitor.page.get_by_test_id("passkey-name-form-submit").click()


def remove(visitor, index: int = 0) -> None:
    visitor.page.get_by_test_id("remove-passkey").nth(index).click()
    visitor.page.get_by_test_id("confirm").click()


def expect_toast(visitor, text: str) -> None:
    expect(visitor.page.get_by_test_id("toast")).to_contain_text(text)


def until(visitor, condition) -> None:
    for _ in range(100):
        if condition():
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError(condition)


def test_user_adds_a_passkey_and_signs_in_with_it(visitor, messages):
    address = sign_up(visitor, messages)
    expect(entries(visitor)).to_have_count(0)
    add_passkey(visitor, 1)
    expect_toast(visitor, "Passkey added.")
    expect(entries(visitor)).to_contain_text("Added")
    expect(entries(visitor)).to_contain_text("Only on one device")
    expect_agreement(visitor, visitor.authenticator)
    # The address and the passkey are both in the list.
    expect(visitor.page.get_by_test_id("identity")).to_have_count(1)
    [credential] = visitor.authenticator.credentials
    assert credential["userName"] == address
    sign_out(visitor)
    sign_in_with_passkey(visitor)
    expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text(address)


def test_addition_asks_for_a_recent_sign_in(visitor, messages):
    address = sign_up(visitor, messages)
    stale_once(visitor, "**/session/passkeys/registration/options", "POST")
    visitor.add("passkey")
    dialog = visitor.page.get_by_test_id("sign-again-dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_test_id("confirm-password").click()
    dialog.get_by_test_id("password").fill(PASSWORD)
    dialog.get_by_test_id("password-form-submit").click()
    expect(entries(visitor)).to_have_count(1)
    sign_out(visitor)
    # Confirming works with the passkey, too.
    sign_in_with_password(visitor, address)
    visitor.expect_signed_in()
    stale_once(visitor, "**/session/passkeys/registration/options", "POST")
    visitor.add("passkey")
    visitor.page.get_by_test_id("sign-again-dialog").get_by_test_id("passkey").click()
    expect_toast(visitor, "already has a passkey for your account")
    expect_agreement(visitor, visitor.authenticator)


@pytest.mark.only_in_test_all("a variant of test_passkey_of_an_addition_without_its_sign_in_is_forgotten")
def test_addition_without_the_sign_in_changes_nothing(visitor, messages):
    sign_up(visitor, messages)
    stale_once(visitor, "**/session/passkeys/registration/options", "POST")
    visitor.add("passkey")
    visitor.page.get_by_test_id("sign-again-dialog").get_by_test_id("dialog-close").click()
    expect_toast(visitor, "Nothing was changed.")
    assert visitor.authenticator.credentials == []


@pytest.mark.only_in_test_all("a variant of test_no_passkey_here")
def test_cancelled_addition_changes_nothing(visitor, messages):
    sign_up(visitor, messages)
    visitor.authenticator.refuse_user()
    visitor.add("passkey")
    expect_toast(visitor, "No passkey was created.")
    expect(entries(visitor)).to_have_count(0)
    assert passkeys_of_account(visitor) == []


def test_renamed_passkey_keeps_its_name(visitor, messages):
    sign_up(visitor, messages)
    add_passkey(visitor, 1)
    rename(visitor, "   ")
    expect_form_problem(visitor, "Type a name first.")
    visitor.page.get_by_test_id("passkey-name").fill("My “phone” <b>Δ</b>")
    visitor.page.get_by_test_id("passkey-name-form-submit").click()
    expect_toast(visitor, "Passkey renamed.")
    expect(label(visitor)).to_have_text("My “phone” <b>Δ</b>")
    sign_out(visitor)
    sign_in_with_passkey(visitor)
    expect(label(visitor)).to_have_text("My “phone” <b>Δ</b>")
    expect(visitor.page.get_by_role("button", name="Remove My “phone” <b>Δ</b>")).to_be_visible()


def test_browser_forgets_a_removed_passkey(visitor, messages):
    address = sign_up(visitor, messages)
    add_passkey(visitor, 1)
    rename(visitor, "Old phone")
    expect(label(visitor)).to_have_text("Old phone")
    visitor.page.get_by_test_id("remove-passkey").click()
    expect(visitor.page.get_by_test_id("confirm-dialog")).to_contain_text("Old phone will no longer open this account.")
    visitor.page.get_by_test_id("confirm-cancel").click()
    assert len(visitor.authenticator.credentials) == 1
    remove(visitor)
    expect_toast(visitor, "Passkey removed.")
    expect(entries(visitor)).to_have_count(0)
    assert expect_agreement(visitor, visitor.authenticator) == []
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    visitor.expect_signed_in()


def test_session_ends_with_its_passkey_and_the_browser_forgets_it(visitor, messages):
    sign_up(visitor, messages)
    add_passkey(visitor, 1)
    sign_out(visitor)
    sign_in_with_passkey(visitor)
    remove(visitor)
    visitor.expect_signed_out()
    until(visitor, lambda: visitor.authenticator.credentials == [])


def test_passkey_that_was_removed_elsewhere_is_forgotten_at_the_next_visit(visit, visitor, messages):
    address = sign_up(visitor, messages)
    add_passkey(visitor, 1)
    other = visit()
    other.authenticator = Authenticator(other)
    other.open()
    sign_in_with_password(other, address)
    other.expect_signed_in()
    remove(other)
    expect_toast(other, "Passkey removed.")
    assert len(visitor.authenticator.credentials) == 1
    visitor.page.reload()
    expect(entries(visitor)).to_have_count(0)
    assert expect_agreement(visitor, visitor.authenticator) == []


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs tells the browser about one user")
def test_passkeys_of_another_user_are_kept(visitor, messages):
    sign_up_with_passkey(visitor, "Ada")
    sign_out(visitor)
    sign_up(visitor, messages)
    expect(visitor.page.get_by_test_id("ways")).to_be_visible()
    add_passkey(visitor, 1)
    remove(visitor)
    expect(entries(visitor)).to_have_count(0)
    until(visitor, lambda: len(visitor.authenticator.credentials) == 1)
    sign_out(visitor)
    sign_in_with_passkey(visitor)
    expect(visitor.page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Ada")
    assert len(expect_agreement(visitor, visitor.authenticator)) == 1


def test_browser_shows_the_present_name_of_the_user(visitor, messages):
    sign_up_with_passkey(visitor, "Ada")
    visitor.page.get_by_test_id("name").fill("Ada Lovelace")
    visitor.page.get_by_test_id("profile-submit").click()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text("Ada Lovelace")
    until(visitor, lambda: visitor.authenticator.credentials[0]["userDisplayName"] == "Ada Lovelace")
    visitor.add("username")
    visitor.page.get_by_test_id("new-username").fill("countess1815")
    visitor.page.get_by_test_id("username-form-submit").click()
    expect(visitor.page.get_by_test_id("username")).to_contain_text("countess1815")
    until(visitor, lambda: visitor.authenticator.credentials[0]["userName"] == "countess1815")
    assert visitor.authenticator.credentials[0]["userDisplayName"] == "Ada Lovelace"


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/ThreatTests/AccountThreatTests.swift refuses the removal")
def test_last_passkey_is_removed_only_beside_another_way(visitor):
    sign_up_with_passkey(visitor)
    expect(visitor.page.get_by_test_id("remove-passkey")).to_have_count(0)
    visitor.authenticator.set_present(False)
    other = Authenticator(visitor, transport="usb")
    add_passkey(visitor, 2)
    expect(visitor.page.get_by_test_id("remove-passkey")).to_have_count(2)
    # The server decides, also if the page is out of date.
    visitor.page.route("**/session/passkeys/*", lambda route: route.fulfill(
        status=409, content_type="application/problem+json", body='{"code": "last_identity", "detail": "words of the server"}'))
    remove(visitor)
    dialog = visitor.page.get_by_test_id("confirm-dialog")
    expect(dialog).to_contain_text("This is the only way to sign in to your account.")
    expect(dialog).not_to_contain_text("words of the server")
    expect_agreement(visitor, visitor.authenticator, other)


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs has such a browser")
def test_account_page_works_if_the_browser_cannot_be_told(visit, messages):
    visitor = visit()
    visitor.context.add_init_script("""
        for (const name of ["signalUnknownCredential", "signalAllAcceptedCredentials", "signalCurrentUserDetails"])
          PublicKeyCredential[name] = async () => { throw new DOMException("no", "SecurityError"); };""")
    Authenticator(visitor)
    visitor.open()
    sign_up(visitor, messages)
    add_passkey(visitor, 1)
    remove(visitor)
    expect_toast(visitor, "Passkey removed.")


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs has such a list")
def test_list_that_fails_does_not_hide_the_passkeys(visitor, messages):
    sign_up(visitor, messages)
    add_passkey(visitor, 1)
    visitor.page.route("**/session/passkeys", lambda route: route.abort())
    visitor.page.reload()
    expect(entries(visitor)).to_have_count(1)
    assert len(visitor.authenticator.credentials) == 1
