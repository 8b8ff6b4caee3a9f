"""The second step of a sign-in: after each first factor, for an app, on a device, and when the user signs in again."""

import json

import pytest
from playwright.sync_api import expect

from appearances import assert_accessible
from authenticator_app import enroll, enter_factor, use_recovery_code
from device import Device
from identifiers import (
    PASSWORD, choose, enter_code, expect_form_problem, sign_in_with_password, sign_out, sign_up)
from messages import Messages, new_address
from server import running_server
from test_account import stale_once

NEW_PASSWORD = "seven grey geese fly home"


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    limits = {"code_pause": 0, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000}
    with running_server(tmp_path_factory.mktemp("factor"), near_connect, rate_limits=limits) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


@pytest.fixture
def user(visit, messages):
    """A signed-out user with a password and an authenticator: the visitor, the address, the authenticator and the codes."""
    visitor = visit().open()
    address = sign_up(visitor, messages)
    authenticator, codes = enroll(visitor)
    sign_out(visitor)
    return visitor, address, authenticator, codes


def expect_step(visitor) -> None:
    expect(visitor.page.get_by_role("heading", name="Enter the code of your app")).to_be_visible()
    expect(visitor.page.get_by_test_id("second-factor-code")).to_be_focused()


def start(visitor, address: str) -> None:
    """Signs in with the password, up to the second step."""
    sign_in_with_password(visitor, address)
    expect_step(visitor)


def test_code_of_app_signs_in_after_the_password(user):
    visitor, address, authenticator, _ = user
    start(visitor, address)
    field = visitor.page.get_by_test_id("second-factor-code")
    assert (field.get_attribute("inputmode"), field.get_attribute("autocomplete")) == ("numeric", "one-time-code")
    expect(field).to_have_accessible_name("Code")
    enter_factor(visitor, authenticator.code())
    visitor.expect_signed_in()
    expect(visitor.page.locator("h1")).to_be_focused()
    expect(visitor.page.get_by_test_id("session")).to_contain_text("Password, Code")


@pytest.mark.only_in_test_all("Tests/Server/Page/identifier.test.mjs removes the spaces")
def test_pasted_code_may_have_spaces(user):
    visitor, address, authenticator, _ = user
    start(visitor, address)
    code = authenticator.code()
    visitor.page.get_by_test_id("second-factor-code").focus()
    visitor.page.keyboard.insert_text(f" {code[:3]} {code[3:]} ")
    visitor.page.keyboard.press("Enter")
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_code_of_app_signs_in_after_the_password")
def test_sent_code_is_followed_by_the_second_factor(user, messages):
    visitor, address, authenticator, _ = user
    choose(visitor, address)
    visitor.page.get_by_test_id("code-instead").click()
    messages.next(address)  # the notice of the authenticator
    enter_code(visitor, messages.code(address))
    expect_step(visitor)
    # The last used method is that of a finished sign-in.
    assert json.loads(visitor.page.evaluate("localStorage.getItem('doorward.last-used')"))["method"] == "password"
    enter_factor(visitor, authenticator.code())
    visitor.expect_signed_in()
    assert json.loads(visitor.page.evaluate("localStorage.getItem('doorward.last-used')"))["method"] == "code"


def test_forgotten_password_changes_only_with_the_second_factor(user, messages):
    visitor, address, authenticator, _ = user
    messages.next(address)  # the notice of the authenticator
    choose(visitor, address)
    visitor.page.get_by_test_id("forgot").click()
    visitor.page.get_by_test_id("code").fill(messages.code(address))
    visitor.page.get_by_test_id("new-password").fill(NEW_PASSWORD)
    visitor.page.get_by_test_id("reset-form-submit").click()
    expect_step(visitor)
    enter_factor(visitor, authenticator.code())
    visitor.expect_signed_in()
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    expect_form_problem(visitor, "Wrong email or password.")
    visitor.open()
    sign_in_with_password(visitor, address, NEW_PASSWORD)
    expect_step(visitor)


def test_wallet_is_followed_by_the_second_factor(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    authenticator, _ = enroll(visitor)
    sign_out(visitor)
    visitor.choose_ethereum()
    expect_step(visitor)
    visitor.page.go_back()
    expect(visitor.page.get_by_test_id("ethereum-wallet")).to_be_focused()
    visitor.page.go_forward()
    expect_step(visitor)
    visitor.page.get_by_test_id("start-again").click()
    visitor.choose_ethereum()
    enter_factor(visitor, authenticator.code())
    visitor.expect_signed_in()


def test_recovery_code_signs_in_once_and_says_how_many_are_left(user):
    visitor, address, authenticator, codes = user
    start(visitor, address)
    visitor.page.get_by_test_id("use-recovery_code").click()
    expect(visitor.page.get_by_role("heading", name="Enter a recovery code")).to_be_visible()
    expect(visitor.page.get_by_test_id("second-factor-code")).to_be_focused()
    enter_factor(visitor, "short")
    expect_form_problem(visitor, "10 letters and digits")
    enter_factor(visitor, f" {codes[0].lower().replace('-', ' ')}")
    used = visitor.page.get_by_test_id("recovery-code-used")
    expect(used).to_contain_text("You have 9 recovery codes left.")
    expect(used.get_by_role("heading")).to_be_focused()
    assert_accessible(visitor)
    used.get_by_test_id("continue-signed-in").click()
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("recovery-codes")).to_contain_text("You have 9 recovery codes left.")
    sign_out(visitor)
    start(visitor, address)
    use_recovery_code(visitor, codes[0])
    expect_form_problem(visitor, "is wrong, or was used already")
    expect(visitor.page.get_by_test_id("second-factor-code")).to_be_focused()
    visitor.page.get_by_test_id("use-totp").click()
    expect_step(visitor)
    enter_factor(visitor, authenticator.code())
    visitor.expect_signed_in()


def test_wrong_code_is_explained(user):
    visitor, address, authenticator, _ = user
    start(visitor, address)
    enter_factor(visitor, "12345")
    expect_form_problem(visitor, "The code has 6 digits.")
    enter_factor(visitor, authenticator.wrong_code())
    expect_form_problem(visitor, "The code is wrong, or was used already.")
    expect(visitor.page.get_by_test_id("second-factor-code")).to_be_focused()
    enter_factor(visitor, authenticator.code())
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("enters many wrong codes; Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_wrong_codes_lock_the_step_and_the_wait_is_said(user):
    visitor, address, authenticator, _ = user
    start(visitor, address)
    codes = set()
    # Five wrong codes end the sign-in. Each one after the fifth makes the pause longer.
    for _ in range(20):
        with visitor.page.expect_response("**/session/second-factor/verify") as answer:
            enter_factor(visitor, authenticator.wrong_code())
        codes.add(answer.value.json()["code"])
        problem = visitor.page.get_by_test_id("form-problem")
        expect(problem).to_be_visible()
        if answer.value.json()["code"] == "too_many_guesses":
            expect(problem).to_contain_text("Too many wrong codes. Try again in ")
        if answer.value.json()["code"] == "code_exhausted":
            expect(problem).to_contain_text("Too many wrong codes. Start again.")
            visitor.page.get_by_test_id("start-again").click()
            start(visitor, address)
        if codes == {"invalid_code", "code_exhausted", "too_many_guesses"}:
            return
    raise AssertionError(codes)


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_expired_sign_in_starts_again(visit, messages):
    visitor = visit()
    visitor.page.clock.install()
    visitor.open()
    address = sign_up(visitor, messages)
    authenticator, _ = enroll(visitor)
    sign_out(visitor)
    start(visitor, address)
    visitor.fast_forward("10:01")
    expect_form_problem(visitor, "This took too long.")
    visitor.page.get_by_test_id("start-again").click()
    expect(visitor.page.get_by_test_id("identifier-form-submit")).to_be_focused()
    start(visitor, address)
    enter_factor(visitor, authenticator.code())
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
@pytest.mark.parametrize("code", ["challenge_expired", "challenge_used", "invalid_challenge"])
def test_sign_in_that_cannot_be_finished_starts_again(user, code):
    visitor, address, _, _ = user
    start(visitor, address)
    visitor.page.route("**/session/second-factor/verify", lambda route: route.fulfill(
        status=401, content_type="application/problem+json", body=json.dumps({"code": code})))
    enter_factor(visitor, "123456")
    expect_form_problem(visitor, "Start again.")
    expect(visitor.page.get_by_role("heading", name="Sign in again")).to_be_focused()
    visitor.page.get_by_test_id("start-again").click()
    expect(visitor.page.get_by_test_id("identifier-field")).to_have_value(address)


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has the way back at this step")
def test_back_button_shows_the_first_step(user):
    visitor, address, authenticator, _ = user
    start(visitor, address)
    visitor.page.go_back()
    expect(visitor.page.get_by_test_id("password-step")).to_be_visible()
    expect(visitor.page.get_by_test_id("password-form-submit")).not_to_have_attribute("aria-disabled", "true")
    visitor.page.go_forward()
    enter_factor(visitor, authenticator.code())
    visitor.expect_signed_in()
    # The steps are not in the history of the account page.
    assert visitor.page.evaluate("history.state") is None


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_offline_user_is_told_and_keeps_the_code(user):
    visitor, address, authenticator, _ = user
    start(visitor, address)
    code = authenticator.code()
    visitor.context.set_offline(True)
    enter_factor(visitor, code)
    expect_form_problem(visitor, "You are offline.")
    expect(visitor.page.get_by_test_id("second-factor-code")).to_have_value(code)
    visitor.context.set_offline(False)
    visitor.page.get_by_test_id("second-factor-submit").click()
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_double_submit_sends_one_request")
def test_slow_answer_keeps_the_form_busy(user):
    visitor, address, authenticator, _ = user
    start(visitor, address)
    held = []
    visitor.page.route("**/session/second-factor/verify", lambda route: held.append(route))
    enter_factor(visitor, authenticator.code())
    submit = visitor.page.get_by_test_id("second-factor-submit")
    expect(submit).to_have_attribute("aria-disabled", "true")
    visitor.page.get_by_test_id("second-factor-code").press("Enter")
    submit.click(force=True)
    assert len(held) == 1
    held[0].continue_()
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/Page/second-factor.test.mjs has such a factor")
def test_factor_that_the_page_does_not_know_is_explained(visit):
    visitor = visit().open()
    visitor.page.route("**/session/password/sign-in", lambda route: route.fulfill(
        status=401, content_type="application/problem+json", body=json.dumps({
            "code": "second_factor_required",
            "second_factor": {"challenge_id": "c", "methods": ["carrier_pigeon"], "expires_at": "2030-01-01T00:00:00Z"}})))
    sign_in_with_password(visitor, new_address())
    expect_form_problem(visitor, "a second step that this page does not know")


@pytest.mark.only_in_test_all("a variant of test_app_requires_a_second_factor_that_is_added")
def test_app_gets_user_with_second_factor(user, app):
    visitor, address, authenticator, _ = user
    visitor.page.goto(app.address(scope="openid profile"))
    start(visitor, address)
    enter_factor(visitor, authenticator.code())
    visitor.expect_back_in_the_app()
    assert app.exchange(app.answer()["code"])["access_token"]


@pytest.mark.only_in_test_all("a variant of test_app_requires_a_second_factor_that_is_added")
def test_app_gets_user_with_recovery_code(user, app):
    visitor, address, _, codes = user
    visitor.page.goto(app.address(scope="openid profile"))
    start(visitor, address)
    use_recovery_code(visitor, codes[4])
    visitor.page.get_by_test_id("continue-signed-in").click()
    visitor.expect_back_in_the_app()
    assert app.answer()["code"]


@pytest.mark.only_in_test_all("a variant of test_app_requires_a_second_factor_that_is_added")
def test_device_gets_user_with_second_factor(user, server):
    visitor, address, authenticator, _ = user
    device = Device(server.account)
    visitor.page.goto(device.codes["verification_uri_complete"])
    visitor.page.get_by_test_id("take-code").click()
    start(visitor, address)
    enter_factor(visitor, authenticator.code())
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()


def test_old_sign_in_is_confirmed_with_both_factors(user):
    visitor, address, authenticator, codes = user
    start(visitor, address)
    enter_factor(visitor, authenticator.code())
    visitor.expect_signed_in()
    stale_once(visitor, "**/session/recovery-codes", "POST")
    visitor.page.get_by_test_id("new-codes").click()
    visitor.page.get_by_test_id("confirm").click()
    again = visitor.page.get_by_test_id("sign-again-dialog")
    again.get_by_test_id("confirm-password").click()
    again.get_by_test_id("password").fill(PASSWORD)
    again.get_by_test_id("password-form-submit").click()
    expect(again.get_by_test_id("second-factor-step")).to_be_visible()
    use_recovery_code(visitor, codes[0])
    again.get_by_test_id("continue-signed-in").click()
    expect(again).to_have_count(0)
    new = visitor.page.get_by_test_id("codes").get_by_role("listitem")
    expect(new).to_have_count(10)
    assert not set(new.all_inner_texts()) & set(codes)
