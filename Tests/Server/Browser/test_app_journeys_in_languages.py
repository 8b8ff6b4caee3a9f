"""Sign-ins for apps and devices in five languages, each in another appearance: consent, required second factors, the end."""

import pytest
from playwright.sync_api import expect

from authenticator_app import Authenticator, enter_factor
from device import Device
from identifiers import enter_code, sign_in_with_password
from messages import Messages, new_address
from test_required_second_factor import make_user
from traveler import APPEARANCES, TRAVELED, at, expect_text, journey_site, travel


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with journey_site(tmp_path_factory.mktemp("apps"), near_connect) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


@pytest.fixture(params=TRAVELED)
def traveler(request, visit, server):
    return travel(visit, request.param, server.account)


def test_app_is_opened_after_the_offer_of_a_passkey_and_loses_its_access(traveler, server, app):
    page, address = traveler.page, new_address()
    make_user(server, "--email", address)
    page.goto(app.address(client_id="tool", scope="openid profile offline_access user:read"))
    at(traveler, "signIn.titleFor", ("cancel", "action.cancel"))
    sign_in_with_password(traveler, address)
    expect(page.get_by_test_id("passkey-offer-step")).to_be_visible()
    at(traveler, "passkeys.offerTitle", ("offer-accept", "passkeys.offerAction"), ("offer-decline", "passkeys.offerLater"),
       values=(address,))
    page.get_by_test_id("offer-accept").click()
    expect(page.get_by_test_id("confirm")).to_be_visible()
    at(traveler, "app.continueTo", ("another-account", "app.switch"), values=(address,))
    page.get_by_test_id("continue").click()
    traveler.expect_back_in_the_app()
    assert app.exchange(app.answer()["code"], "tool")["refresh_token"]

    traveler.open()
    # The application that the operator has made the user for is in the list, too.
    tool = page.get_by_test_id("application").filter(has_text="Example Tool")
    expect(tool).to_be_visible()
    at(traveler, "applications.title", ("remove-access", "applications.remove"), values=(address,))
    tool.get_by_test_id("remove-access").click()
    at(traveler, "applications.removeTitle", ("confirm", "applications.remove"), values=(address,))
    page.get_by_test_id("confirm").click()
    expect_text(traveler, "toast", "applications.removed")
    expect(tool).to_have_count(0)

    page.goto(f"{traveler.account}/end-session?client_id=tool")
    expect(page.get_by_test_id("sign-out")).to_be_visible()
    at(traveler, "end.ask", ("sign-out", "end.signOut"), ("stay", "end.stay"), values=(address,))
    page.get_by_test_id("sign-out").click()
    at(traveler, "end.done")


def test_app_requires_a_second_factor_that_is_added(traveler, app):
    page = traveler.page
    page.goto(app.address(client_id="vault", scope="openid profile"))
    traveler.choose_ethereum()
    expect(page.get_by_test_id("otpauth")).to_be_visible()
    at(traveler, "secondFactor.requiredTitle", ("second-factor-submit", "secondFactor.confirm"), ("start-again", "secondFactor.otherWay"))
    authenticator = Authenticator(page.get_by_test_id("otpauth").get_attribute("href"))
    enter_factor(traveler, authenticator.wrong_code())
    expect_text(traveler, "form-problem", "secondFactor.addedWrong")
    enter_factor(traveler, authenticator.code())
    expect(page.get_by_test_id("codes-saved")).to_be_enabled()
    at(traveler, "secondFactor.showTitle", ("codes-saved", "secondFactor.saved"), ("copy-codes", "secondFactor.copyAll"))
    page.get_by_test_id("codes-saved").click()
    traveler.expect_back_in_the_app()


def test_app_requires_a_code_by_email_or_sms(traveler, server, messages, app):
    page, address, number = traveler.page, new_address(), f"+49151234567{20 + list(APPEARANCES).index(traveler.tag)}"
    make_user(server, "--email", address, "--phone-number", number)
    page.goto(app.address(client_id="bank", scope="openid profile"))
    sign_in_with_password(traveler, address)
    expect(page.get_by_test_id("code-step")).to_contain_text("@example.com")
    at(traveler, "identifier.checkEmail", ("send-sms", "secondFactor.useSMS"), ("start-again", "secondFactor.otherWay"))
    messages.code(address)
    page.get_by_test_id("send-sms").click()
    expect(page.get_by_test_id("code-step")).to_contain_text(number[-2:])
    at(traveler, "identifier.checkPhone", ("send-email", "secondFactor.useEmail"), ("code-form-submit", "identifier.verify"))
    enter_code(traveler, messages.code(number))
    page.get_by_test_id("offer-decline").click()
    traveler.expect_back_in_the_app()


def test_device_is_signed_in(traveler):
    page, device = traveler.page, Device(traveler.account)
    page.goto(device.codes["verification_uri"])
    at(traveler, "device.title", ("take-code", "device.continue"))
    page.get_by_test_id("code").fill("nothing")
    page.get_by_test_id("take-code").click()
    expect_text(traveler, "code-problem", "device.codeForm")
    at(traveler, "device.title")
    page.get_by_test_id("code").fill(device.codes["user_code"])
    page.get_by_test_id("take-code").click()
    expect(page.get_by_test_id("sign-in")).to_be_visible()
    at(traveler, "signIn.titleFor", ("other-code", "device.otherCode"), values=(device.codes["user_code"],))
    traveler.choose_ethereum()
    expect(page.get_by_test_id("confirm-device")).to_be_visible()
    at(traveler, "device.confirm", ("continue", "device.allow"), ("deny", "device.deny"), values=(device.codes["user_code"],))
    page.get_by_test_id("continue").click()
    at(traveler, "device.allowed")
    assert device.poll()[0] == 200
