"""Passwords on the hosted page: sign-up, sign-in, a forgotten password, and the password card of the account."""

import pytest
from playwright.sync_api import expect

from identifiers import (
    PASSWORD, choose, enter_code, expect_form_problem, open_sign_up, other_code, sign_in_with_password, sign_out, sign_up, start_sign_up)
from messages import Messages, new_address
from server import running_server
from test_account import stale_once

NEW_PASSWORD = "seven grey geese fly home"


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("password"), near_connect, rate_limits={"code_pause": 0}) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def test_sign_up_and_sign_in_with_password(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text(address)
    expect(visitor.page.get_by_test_id("password-entry")).to_contain_text(f"Used with {address}")
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("session")).to_contain_text("Password")


def test_wrong_password_and_unknown_user_give_the_same_answer(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    sign_out(visitor)
    for identifier in (address, new_address()):
        visitor.open()
        sign_in_with_password(visitor, identifier, "incorrect horse battery")
        expect_form_problem(visitor, "Wrong email or password.")
        expect(visitor.page.get_by_test_id("password")).to_be_focused()
        expect(visitor.page.get_by_test_id("password")).to_have_attribute("aria-invalid", "true")
    # The problem disappears when the user corrects the password.
    visitor.page.get_by_test_id("password").press_sequentially("x")
    expect(visitor.page.get_by_test_id("form-problem")).to_have_count(0)
    expect(visitor.page.get_by_test_id("password")).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Password checks the notice")
def test_sign_up_with_address_of_a_user_sends_a_notice(visit, messages):
    first, second = visit().open(), visit().open()
    address = sign_up(first, messages)
    start_sign_up(second, address)
    expect(second.page.get_by_test_id("code-step")).to_contain_text("If you already have an account, the message says so")
    assert "account" in messages.next(address)
    enter_code(second, "123456")
    expect_form_problem(second, "The code is wrong.")


def test_rules_for_new_password_are_explained(visit):
    visitor = visit().open()
    open_sign_up(visitor, "countess@example.com")
    field, advice = visitor.page.get_by_test_id("new-password"), visitor.page.get_by_test_id("password-advice")
    expect(field).to_have_accessible_description("At least 12 characters. Several unrelated words are easy to remember and hard to guess.")
    assert field.get_attribute("autocomplete") == "new-password"
    assert field.get_attribute("passwordrules") == "minlength: 12; maxlength: 256;"
    for password, expected in [("short", "7 more characters."), ("eleven char", "One more character."), ("aaaaaaaaaaaaaaaa", "it repeats itself"),
                           ("countess of lovelace", "it contains your address"), (PASSWORD, "Long enough")]:
        field.fill(password)
        expect(advice).to_contain_text(expected)
    for password, expected in [("passwordpassword1", "it repeats itself"), ("letmein password", "it contains a common password"), ("qwertyuiopasdfgh", "Easy to guess"), (PASSWORD, "hard to guess")]:
        field.fill(password)
        expect(advice).to_contain_text(expected)
    field.fill("short")
    visitor.page.get_by_test_id("sign-up-form-submit").click()
    expect_form_problem(visitor, "Use at least 12 characters.")
    expect(field).to_be_focused()


@pytest.mark.only_in_test_all("a variant of test_rules_for_new_password_are_explained")
def test_strength_is_estimated_for_the_address_that_is_typed(visit):
    visitor = visit().open()
    open_sign_up(visitor, "ada@example.com")
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.post_data_json) if request.url.endswith("/password/strength") else None)
    visitor.page.get_by_test_id("sign-up-address").fill("countess@example.com")
    visitor.page.get_by_test_id("new-password").press_sequentially(PASSWORD)
    expect(visitor.page.get_by_test_id("password-advice")).to_contain_text("hard to guess")
    assert asked[-1] == {"password": PASSWORD, "identifiers": ["countess@example.com"]}


def test_form_that_was_left_sends_no_password_for_an_estimate(visit):
    visitor = visit().open()
    visitor.page.clock.install()
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/password/strength") else None)
    start_sign_up(visitor, new_address())
    expect(visitor.page.get_by_test_id("code-step")).to_be_visible()
    visitor.page.clock.run_for(5_000)
    visitor.page.reload()
    expect(visitor.page.get_by_test_id("code-step")).to_be_visible()
    assert asked == []


def test_rules_apply_without_an_estimate(visit):
    visitor = visit().open()
    open_sign_up(visitor, "ada@example.com")
    visitor.page.route("**/password/strength", lambda route: route.abort())
    field, advice = visitor.page.get_by_test_id("new-password"), visitor.page.get_by_test_id("password-advice")
    with visitor.page.expect_event("requestfailed", lambda request: request.url.endswith("/password/strength")):
        field.fill("passwordpassword1")
    expect(advice).to_have_text("Long enough.")
    assert field.evaluate("input => input.closest('.field').querySelector('progress').position") < 1
    field.fill("short")
    expect(advice).to_have_text("7 more characters.")


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Password checks the refusal, and Tests/Server/Page/identifier.test.mjs its field")
def test_server_refuses_password_with_identifier(visit):
    visitor = visit().open()
    start_sign_up(visitor, "grace.hopper.navy@example.com", "grace.hopper.navy@example.com")
    expect_form_problem(visitor, "contains your own name, address or number")
    expect(visitor.page.get_by_test_id("new-password")).to_be_focused()


@pytest.mark.only_in_test_all("Tests/Server/Page/identifier.test.mjs has the field of this refusal")
def test_wrong_address_is_explained_at_its_field(visit):
    visitor = visit().open()
    start_sign_up(visitor, "ada@", PASSWORD)
    expect_form_problem(visitor, "not a complete email address")
    expect(visitor.page.get_by_test_id("sign-up-address")).to_be_focused()


def test_password_can_be_shown(visit):
    visitor = visit().open()
    choose(visitor, "ada@example.com")
    field = visitor.page.get_by_test_id("password")
    expect(field).to_have_attribute("type", "password")
    expect(field).to_have_attribute("autocomplete", "current-password")
    visitor.page.get_by_role("button", name="Show the password").click()
    expect(field).to_have_attribute("type", "text")
    visitor.page.get_by_role("button", name="Hide the password").click()
    expect(field).to_have_attribute("type", "password")
    # Password managers learn the identifier from the same form.
    assert visitor.page.locator("form input[autocomplete=username]").last.input_value() == "ada@example.com"


def test_forgotten_password_is_replaced(visit, messages):
    visitor, other = visit().open(), visit().open()
    address = sign_up(visitor, messages)
    sign_in_with_password(other, address)
    other.expect_signed_in()
    sign_out(visitor)
    choose(visitor, address)
    visitor.page.get_by_test_id("forgot").click()
    code = messages.code(address)
    expect(visitor.page.get_by_test_id("reset-step")).to_contain_text(f"If {address} belongs to an account")
    visitor.page.get_by_test_id("code").fill(other_code(code))
    visitor.page.get_by_test_id("new-password").fill(NEW_PASSWORD)
    visitor.page.get_by_test_id("reset-form-submit").click()
    expect_form_problem(visitor, "The code is wrong.")
    expect(visitor.page.get_by_test_id("code")).to_be_focused()
    visitor.page.get_by_test_id("code").fill(code)
    visitor.page.get_by_test_id("reset-form-submit").click()
    visitor.expect_signed_in()
    # Every other session has ended.
    other.page.reload()
    other.expect_signed_out()
    sign_in_with_password(other, address)
    expect_form_problem(other, "Wrong email or password.")
    other.open()
    sign_in_with_password(other, address, NEW_PASSWORD)
    other.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Password checks that both answers are the same")
def test_unknown_user_sees_the_same_reset(visit):
    visitor = visit().open()
    choose(visitor, new_address("unknown"))
    visitor.page.get_by_test_id("forgot").click()
    expect(visitor.page.get_by_test_id("reset-step")).to_contain_text("belongs to an account, a code was sent")


def test_password_is_changed_on_the_account_page(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    visitor.page.get_by_test_id("change-password").click()
    dialog = visitor.page.get_by_test_id("password-dialog")
    dialog.get_by_test_id("password").fill("incorrect horse battery")
    dialog.get_by_test_id("new-password").fill(NEW_PASSWORD)
    dialog.get_by_test_id("password-change-submit").click()
    expect_form_problem(visitor, "The current password is wrong.")
    expect(dialog.get_by_test_id("password")).to_be_focused()
    dialog.get_by_test_id("password").fill(PASSWORD)
    dialog.get_by_test_id("password-change-submit").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Password saved.")
    expect(dialog).to_have_count(0)
    sign_out(visitor)
    sign_in_with_password(visitor, address, NEW_PASSWORD)
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("test_email_address_is_changed and test_password_is_changed_on_the_account_page take these steps")
def test_wallet_user_needs_an_address_before_a_password(visit, messages):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.get_by_test_id("link-identity").click()
    expect(visitor.page.get_by_test_id("add-password")).to_have_count(0)
    address = new_address()
    visitor.add("email")
    visitor.page.get_by_test_id("new-address").fill(address)
    visitor.page.get_by_test_id("address-form-submit").click()
    enter_code(visitor, messages.code(address))
    expect(visitor.page.get_by_test_id("identities")).to_contain_text(address)
    visitor.add("password")
    visitor.page.get_by_test_id("new-password").fill(PASSWORD)
    visitor.page.get_by_test_id("password-change-submit").click()
    expect(visitor.page.get_by_test_id("password-entry")).to_contain_text(address)
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    visitor.expect_signed_in()


def test_old_sign_in_is_confirmed_with_the_password(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    stale_once(visitor, "**/session/code/send", "POST")
    visitor.page.get_by_test_id("change-email").click()
    new = new_address("new")
    visitor.page.get_by_test_id("new-address").fill(new)
    visitor.page.get_by_test_id("address-form-submit").click()
    again = visitor.page.get_by_test_id("sign-again-dialog")
    expect(again.get_by_test_id("confirm-code")).to_contain_text(address)
    again.get_by_test_id("confirm-password").click()
    again.get_by_test_id("password").fill(PASSWORD)
    again.get_by_test_id("password-form-submit").click()
    expect(visitor.page.get_by_test_id("code-step")).to_be_visible()
    enter_code(visitor, messages.code(new))
    expect(visitor.page.get_by_test_id("identities")).to_contain_text(new)


def test_double_submit_sends_one_request(visit):
    visitor = visit().open()
    choose(visitor, "ada@example.com")
    visitor.page.get_by_test_id("password").fill("incorrect horse battery")
    held = []
    visitor.page.route("**/session/password/sign-in", lambda route: held.append(route))
    submit = visitor.page.get_by_test_id("password-form-submit")
    submit.click()
    expect(submit).to_have_attribute("aria-disabled", "true")
    visitor.page.get_by_test_id("password").press("Enter")
    submit.click(force=True)
    expect(submit).to_have_attribute("aria-disabled", "true")
    assert len(held) == 1
    held[0].continue_()
    expect_form_problem(visitor, "Wrong email or password.")
    expect(submit).not_to_have_attribute("aria-disabled", "true")


def test_offline_user_is_told(visit):
    visitor = visit().open()
    choose(visitor, "ada@example.com")
    visitor.context.set_offline(True)
    visitor.page.get_by_test_id("password").fill(PASSWORD)
    visitor.page.get_by_test_id("password-form-submit").click()
    expect_form_problem(visitor, "You are offline.")
    visitor.context.set_offline(False)
    visitor.page.get_by_test_id("password-form-submit").click()
    expect_form_problem(visitor, "Wrong email or password.")


@pytest.mark.only_in_test_all("Tests/Server/Page/identifier.test.mjs says the wait")
def test_guesses_are_limited_and_the_wait_is_said(visit):
    visitor = visit().open()
    choose(visitor, "ada@example.com")
    visitor.page.route("**/session/password/sign-in", lambda route: route.fulfill(
        status=429, headers={"Retry-After": "120"}, content_type="application/problem+json", body='{"code":"too_many_guesses"}'))
    visitor.page.get_by_test_id("password").fill(PASSWORD)
    visitor.page.get_by_test_id("password-form-submit").click()
    expect_form_problem(visitor, "Try again in 2 minutes.")


@pytest.mark.only_in_test_all("a variant of test_app_gets_the_user_after_the_codes_are_saved")
def test_app_gets_user_who_signs_up(visit, app, messages):
    visitor = visit()
    visitor.page.goto(app.address())
    address = new_address()
    start_sign_up(visitor, address)
    enter_code(visitor, messages.code(address))
    visitor.expect_back_in_the_app()
    assert app.exchange(app.answer()["code"])["access_token"]


@pytest.mark.only_in_test_all("starts a server; test_closed_site_says_that_it_accepts_no_new_accounts has such a site")
def test_closed_sign_up_is_not_offered(visit, tmp_path, near_connect):
    settings = {"applications": [{"id": "default", "name": "Harbor Notes", "sign_up": "closed", "password": {"identifiers": ["email"]},
                                  "terms": {"terms_url": "https://example.com/terms"}}]}
    with running_server(tmp_path, near_connect, **settings) as closed:
        visitor = visit(account=closed.account).open()
        expect(visitor.page.get_by_test_id("identifier-field")).to_have_accessible_name("Email or phone")
        expect(visitor.page.get_by_test_id("sign-up")).to_have_count(0)
        choose(visitor, "ada@example.com")
        expect(visitor.page.get_by_test_id("password-step")).to_be_visible()
        expect(visitor.page.get_by_test_id("sign-up")).to_have_count(0)
        expect(visitor.page.get_by_test_id("terms")).to_be_visible()


def test_user_name_alone_signs_up_without_a_code(visit, tmp_path, near_connect):
    settings = {"applications": [{"id": "default", "name": "Harbor Notes", "methods": ["password"], "password": {"identifiers": ["username"]}}]}
    with running_server(tmp_path, near_connect, **settings) as server:
        visitor = visit(account=server.account).open()
        visitor.page.get_by_test_id("sign-up").click()
        visitor.page.get_by_test_id("sign-up-username").fill("a")
        visitor.page.get_by_test_id("new-password").fill(PASSWORD)
        visitor.page.get_by_test_id("sign-up-form-submit").click()
        expect_form_problem(visitor, "The user name is too short.")
        expect(visitor.page.get_by_test_id("sign-up-username")).to_be_focused()
        visitor.page.get_by_test_id("sign-up-username").fill("lovelace")
        visitor.page.get_by_test_id("sign-up-form-submit").click()
        visitor.expect_signed_in()
        expect(visitor.page.get_by_test_id("identities")).to_contain_text("User name")
        sign_out(visitor)
        choose(visitor, "Lovelace")
        # No channel could send a code for a new password.
        expect(visitor.page.get_by_test_id("forgot")).to_have_count(0)
        visitor.page.get_by_test_id("password").fill(PASSWORD)
        visitor.page.get_by_test_id("password-form-submit").click()
        visitor.expect_signed_in()
