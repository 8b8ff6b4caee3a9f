"""Whole journeys in five languages: each view has the heading and the buttons of its language file."""

import pytest
from playwright.sync_api import expect

from authenticator_app import Authenticator, confirm_enrollment, enter_factor, start_enrollment, use_recovery_code
from identifiers import choose, enter_code, sign_in_with_password, sign_out, start_sign_up
from messages import Messages, new_address
from test_keeping_an_account import delete
from texts import RIGHT_TO_LEFT
from virtual_authenticators import Authenticator as PasskeyAuthenticator
from virtual_authenticators import passkey_site, with_suggestions
from wording import filled, foreign, texts

# Plural forms of Arabic, compound words, another alphabet, no spaces between words, and a language near English in its letters.
TAGS = ["ar", "de", "uk", "ja", "pt-BR"]
# A passkey of an unknown authenticator has the name "Passkey" until the user renames it.
VALUES = {"Harbor Notes", "Test Fox", "Doorward", "Passkey", "×"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("journeys")) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


@pytest.fixture(params=TAGS)
def traveler(request, visit):
    """A visitor whose browser prefers a language, with a wallet and a passkey authenticator."""
    visitor = visit(locale=request.param, reduced_motion="reduce")
    visitor.tag, visitor.own = request.param, texts(request.param)
    with_suggestions(visitor)
    visitor.authenticator = PasskeyAuthenticator(visitor)
    visitor.with_wallet()
    visitor.page.goto(visitor.account + "/")
    expect(visitor.page.get_by_test_id("sign-in")).to_be_visible()
    return visitor


def at(visitor, heading: str, *buttons: tuple[str, str], values: tuple[str, ...] = ()) -> None:
    """Checks the view: its heading, its buttons by test id and text, and that no text is foreign."""
    expect(visitor.page.get_by_role("heading", name=filled(visitor.own[heading])).first).to_be_visible()
    for testid, key in buttons:
        expect(visitor.page.get_by_test_id(testid).first).to_have_text(filled(visitor.own[key]))
    assert foreign(visitor.page, visitor.tag, VALUES | set(values)) == []
    assert visitor.page.evaluate("document.documentElement.dir") == ("rtl" if visitor.tag in RIGHT_TO_LEFT else "ltr")


def finish_sign_up(visitor, messages: Messages) -> str:
    address = new_address()
    start_sign_up(visitor, address)
    at(visitor, "identifier.codeTitle", ("code-form-submit", "identifier.verify"), values=(address,))
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    return address


def test_password_sign_up_sign_in_reset_and_code(traveler, messages):
    page = traveler.page
    at(traveler, "signIn.titleFor", ("identifier-form-submit", "identifier.continue"), ("passkey-sign-up", "passkeys.signUp"))
    address = finish_sign_up(traveler, messages)
    at(traveler, "sessions.title", ("sign-out", "account.signOut"), ("change-password", "password.change"),
       ("delete-account", "data.delete"), ("add-authenticator", "secondFactor.add"), values=(address,))
    sign_out(traveler)
    choose(traveler, address)
    at(traveler, "identifier.passwordTitle", ("password-form-submit", "identifier.signIn"), ("forgot", "identifier.forgot"),
       ("code-instead", "identifier.codeInstead"), ("reveal", "field.show"), values=(address,))
    page.get_by_test_id("forgot").click()
    at(traveler, "identifier.resetTitle", ("reset-form-submit", "identifier.reset"), values=(address,))
    page.get_by_test_id("code").fill(messages.code(address))
    page.get_by_test_id("new-password").fill("seven grey geese fly home")
    page.get_by_test_id("reset-form-submit").click()
    traveler.expect_signed_in()
    sign_out(traveler)
    sign_in_with_password(traveler, address, "seven grey geese fly home")
    traveler.expect_signed_in()
    sign_out(traveler)
    choose(traveler, address)
    page.get_by_test_id("code-instead").click()
    at(traveler, "identifier.codeTitle", ("code-form-submit", "identifier.verify"), values=(address,))
    enter_code(traveler, messages.code(address))
    traveler.expect_signed_in()


def test_second_factor_with_authenticator_and_recovery_code(traveler, messages):
    page = traveler.page
    address = finish_sign_up(traveler, messages)
    dialog = start_enrollment(traveler)
    at(traveler, "secondFactor.add", ("enrollment-submit", "secondFactor.confirm"), ("copy-secret", "secondFactor.copy"), values=(address,))
    authenticator = Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href"))
    confirm_enrollment(dialog, authenticator.code())
    at(traveler, "secondFactor.showTitle", ("codes-saved", "secondFactor.saved"), ("print-codes", "secondFactor.print"), values=(address,))
    codes = page.get_by_test_id("codes").get_by_role("listitem").all_inner_texts()
    page.get_by_test_id("codes-saved").click()
    expect(page.get_by_test_id("second-factor")).to_have_count(1)
    sign_out(traveler)
    sign_in_with_password(traveler, address)
    at(traveler, "secondFactor.codeTitle", ("second-factor-submit", "secondFactor.verify"),
       ("use-recovery_code", "secondFactor.useRecoveryCode"), values=(address,))
    enter_factor(traveler, authenticator.code())
    traveler.expect_signed_in()
    sign_out(traveler)
    sign_in_with_password(traveler, address)
    page.get_by_test_id("use-recovery_code").click()
    at(traveler, "secondFactor.recoveryTitle", ("second-factor-submit", "secondFactor.verify"), values=(address,))
    enter_factor(traveler, codes[0])
    at(traveler, "secondFactor.recoveryUsed", values=(address,))


def test_passkey_signs_up_and_signs_in(traveler):
    page = traveler.page
    page.get_by_test_id("passkey-sign-up").click()
    at(traveler, "passkeys.signUpTitle", ("passkey-sign-up-form-submit", "passkeys.create"), ("have-account", "passkeys.haveAccount"))
    page.get_by_test_id("passkey-sign-up-form-submit").click()
    traveler.expect_signed_in()
    at(traveler, "passkeys.listTitle", ("add-passkey", "passkeys.add"), ("rename-passkey", "passkeys.rename"))
    sign_out(traveler)
    page.get_by_test_id("passkey").click()
    traveler.expect_signed_in()


def test_wallet_signs_in(traveler):
    page = traveler.page
    page.evaluate("window.testWallets.fox.sign = 'reject'")
    traveler.choose_ethereum()
    expect(page.get_by_test_id("problem")).to_contain_text(filled(traveler.own["ethereum.declined"], whole=False))
    at(traveler, "signIn.titleFor", ("retry", "action.tryAgain"))
    page.evaluate("window.testWallets.fox.sign = 'approve'")
    page.get_by_test_id("retry").click()
    traveler.expect_signed_in()
    at(traveler, "identities.title", ("copy-identifier", "identities.copy"), ("link-identity", "identities.add"))


def test_account_is_deleted_and_kept(traveler, messages):
    page = traveler.page
    address = finish_sign_up(traveler, messages)
    page.get_by_test_id("delete-account").click()
    at(traveler, "data.deleteTitle", ("confirm", "data.deleteConfirm"), ("confirm-cancel", "action.cancel"), values=(address,))
    page.get_by_test_id("confirm-cancel").click()
    delete(traveler)
    messages.next(address)  # the notice of the deletion
    sign_in_with_password(traveler, address)
    at(traveler, "keep.title", ("keep-account", "keep.keep"), ("leave-account", "keep.leave"), values=(address,))
    page.get_by_test_id("keep-account").click()
    traveler.expect_signed_in()
    expect(page.get_by_test_id("toast")).to_contain_text(traveler.own["keep.done"])
