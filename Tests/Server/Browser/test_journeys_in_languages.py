"""Sign-ins in five languages, each in another appearance: each view has the texts of its language."""

import pytest
from playwright.sync_api import expect

from accessibility import keep_screenshot, violations
from authenticator_app import Authenticator, confirm_enrollment, enter_factor, start_enrollment
from identifiers import choose, enter_code, other_code, sign_in_with_password, sign_out
from messages import Messages, new_address
from traveler import APPEARANCES, TRAVELED, VALUES, at, expect_text, finish_sign_up, journey_site, travel
from wording import filled, foreign


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with journey_site(tmp_path_factory.mktemp("journeys"), near_connect) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


@pytest.fixture(params=TRAVELED)
def traveler(request, visit, server):
    return travel(visit, request.param, server.account)


def test_password_sign_up_sign_in_reset_and_code(traveler, messages):
    page = traveler.page
    at(traveler, "signIn.titleFor", ("identifier-form-submit", "identifier.continue"), ("passkey-sign-up", "passkeys.signUp"))
    address = finish_sign_up(traveler, messages)
    at(traveler, "sessions.title", ("sign-out", "account.signOut"), ("change-password", "userName.change"),
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
    at(traveler, "identifier.checkEmail", ("code-form-submit", "identifier.verify"), values=(address,))
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
    at(traveler, "identities.title", ("link-identity", "code.add"), ("rename-passkey", "passkeys.rename"))
    sign_out(traveler)
    page.get_by_test_id("passkey").click()
    traveler.expect_signed_in()


def test_ethereum_wallet_declines_and_signs_in(traveler):
    page = traveler.page
    page.evaluate("window.testWallets.fox.sign = 'reject'")
    traveler.choose_ethereum()
    expect_text(traveler, "problem", "ethereum.declined")
    at(traveler, "signIn.titleFor", ("retry", "action.tryAgain"))
    page.evaluate("window.testWallets.fox.sign = 'hold'")
    page.get_by_test_id("retry").click()
    expect(page.get_by_test_id("message")).to_contain_text("Nonce: ")
    at(traveler, "wallets.message.caption", ("cancel", "action.cancel"))
    page.evaluate("window.testWallets.fox.release()")
    traveler.expect_signed_in()
    at(traveler, "identities.title", ("copy-identifier", "identities.copy"), ("link-identity", "code.add"))


def test_near_wallet_declines_and_signs_in(traveler):
    page = traveler.page
    frame = traveler.open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    keep_screenshot(traveler)
    child = next(one for one in page.frames if "/near" in one.url)
    names = set(child.locator("[data-wallet] .choice-name, [data-wallet] .wallet-name").all_inner_texts())
    assert foreign(child, traveler.tag, VALUES | names) == []
    frame.locator("[data-wallet=declines]").click()
    expect(frame.locator("#wallet-problem")).to_have_text(filled(traveler.own["nearWallets.declined"]))
    keep_screenshot(traveler)
    assert foreign(child, traveler.tag, VALUES | names) == []
    # The heading is outside of the frame.
    assert [rule for rule, _ in violations(child)] == ["page-has-heading-one"]
    frame.locator("[data-wallet=one-approval]").click()
    traveler.expect_signed_in()
    at(traveler, "identities.title", ("link-identity", "code.add"))


def test_code_by_sms_signs_in(traveler, messages):
    page, number = traveler.page, f"+49151234567{10 + list(APPEARANCES).index(traveler.tag)}"
    choose(traveler, number)
    page.get_by_test_id("code-instead").click()
    at(traveler, "identifier.checkPhone", ("code-form-submit", "identifier.verify"), ("use-another", "identifier.useAnotherAddress"),
       values=(number,))
    code = messages.code(number)
    enter_code(traveler, other_code(code))
    expect_text(traveler, "form-problem", "identifier.error.invalid_code")
    at(traveler, "identifier.checkPhone", values=(number,))
    enter_code(traveler, code)
    traveler.expect_signed_in()
    expect(page.get_by_test_id("identities")).to_contain_text(number)


def test_expired_code_is_replaced(traveler, messages):
    page, address = traveler.page, new_address()
    page.clock.install()
    page.reload()
    choose(traveler, address)
    page.get_by_test_id("code-instead").click()
    expect(page.get_by_test_id("code-step")).to_be_visible()
    expired = messages.code(address)
    traveler.fast_forward("05:01")
    expect_text(traveler, "validity", "identifier.expired")
    at(traveler, "identifier.checkEmail", ("resend", "identifier.resend"), values=(address,))
    with page.expect_response("**/session/code/send"):
        page.get_by_test_id("resend").click()
    expect(page.get_by_role("status").filter(has_text=traveler.own["identifier.resent"])).to_have_count(1)
    code = messages.code(address)
    if expired != code:
        enter_code(traveler, expired)
        expect_text(traveler, "form-problem", "identifier.error.invalid_code")
    enter_code(traveler, code)
    traveler.expect_signed_in()
