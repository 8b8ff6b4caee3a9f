"""Applications that require a second factor: a code by email or SMS, or an authenticator that is added at the sign-in."""

import json

import pytest
from playwright.sync_api import expect

from authenticator_app import Authenticator, enter_factor
from identifiers import PASSWORD, choose, enter_code, expect_form_problem, other_code, sign_in_with_password, sign_out
from listener import loopback_app
from messages import Messages, new_address
from running import doorward
from server import running_server

# The commands of the operator need to know that messages are printed.
SETTINGS = {
    "delivery": {"console": True},
    "rate_limits": {"code_pause": 0, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000}}
PHONE = "+4915123456789"


def application(**policy: object) -> list[dict]:
    return [{"id": "default", "name": "Harbor Notes", "second_factor": {"required": True, **policy}}]


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    applications = application(codes=["email", "sms"])
    with running_server(tmp_path_factory.mktemp("required"), near_connect, applications=applications, **SETTINGS) as running:
        yield running


@pytest.fixture(scope="module")
def strict(tmp_path_factory, near_connect):
    """A server that accepts only authenticators."""
    with running_server(tmp_path_factory.mktemp("strict"), near_connect, applications=application(), **SETTINGS) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def expect_enrollment(visitor) -> Authenticator:
    """The authenticator that reads the key on the page."""
    expect(visitor.page.get_by_role("heading", name="Set up two-step verification")).to_be_visible()
    expect(visitor.page.get_by_test_id("second-factor-code")).to_be_focused()
    expect(visitor.page.get_by_test_id("new-authenticator")).to_contain_text("Harbor Notes asks for a second step")
    return Authenticator(visitor.page.get_by_test_id("otpauth").get_attribute("href"))


def save_codes(visitor) -> list[str]:
    """Reads the recovery codes that the page shows after the enrollment, and continues."""
    expect(visitor.page.get_by_role("heading", name="Save your recovery codes")).to_be_focused()
    codes = visitor.page.get_by_test_id("codes").get_by_role("listitem").all_inner_texts()
    assert len(codes) == 10
    visitor.page.get_by_test_id("codes-saved").click()
    return codes


def start_sign_up(visitor, messages: Messages) -> str:
    """Signs up with a new address, up to the second step."""
    address = new_address()
    choose(visitor, address)
    visitor.page.get_by_test_id("code-instead").click()
    enter_code(visitor, messages.code(address))
    return address


def look_away(visitor) -> None:
    """Lets the page look at its session, as after the user has come back from another tab."""
    with visitor.page.expect_response("**/session/state"):
        visitor.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


# An authenticator that is added at the sign-in

def test_new_codes_stay_while_the_user_saves_them_in_another_tab(visit, strict):
    messages = Messages(strict.log)
    visitor = visit(account=strict.account).open()
    start_sign_up(visitor, messages)
    enter_factor(visitor, expect_enrollment(visitor).code())
    expect(visitor.page.get_by_test_id("codes")).to_be_visible()
    look_away(visitor)
    save_codes(visitor)
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("starts a server; a variant of test_new_user_adds_an_authenticator_before_the_account_exists")
def test_user_name_alone_signs_up_with_an_authenticator(visit, tmp_path_factory, near_connect):
    applications = application()
    applications[0] |= {"methods": ["password"], "password": {"identifiers": ["username"]}}
    with running_server(tmp_path_factory.mktemp("names"), near_connect, applications=applications, **SETTINGS) as running:
        visitor = visit(account=running.account).open()
        visitor.page.get_by_test_id("identifier").get_by_test_id("sign-up").click()
        visitor.page.get_by_test_id("sign-up-username").fill("countess")
        visitor.page.get_by_test_id("new-password").fill(PASSWORD)
        visitor.page.get_by_test_id("sign-up-form-submit").click()
        enter_factor(visitor, expect_enrollment(visitor).code())
        save_codes(visitor)
        visitor.expect_signed_in()


def test_new_user_adds_an_authenticator_before_the_account_exists(visit, strict):
    messages = Messages(strict.log)
    visitor = visit(account=strict.account).open()
    address = start_sign_up(visitor, messages)
    authenticator = expect_enrollment(visitor)
    assert authenticator.label.endswith(address)
    enter_factor(visitor, authenticator.wrong_code())
    expect_form_problem(visitor, "The code is wrong. Wait for the next one.")
    enter_factor(visitor, authenticator.code())
    codes = save_codes(visitor)
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("second-factor")).to_have_count(1)
    expect(visitor.page.get_by_test_id("recovery-codes")).to_contain_text("You have 10 recovery codes left.")
    # The next sign-in proves it.
    sign_out(visitor)
    choose(visitor, address)
    enter_code(visitor, messages.code(address))
    expect(visitor.page.get_by_role("heading", name="Enter the code of your app")).to_be_visible()
    visitor.page.get_by_test_id("use-recovery_code").click()
    enter_factor(visitor, codes[0])
    expect(visitor.page.get_by_test_id("recovery-code-used")).to_be_visible()


@pytest.mark.only_in_test_all("a variant of test_app_gets_the_user_after_the_codes_are_saved")
def test_wallet_user_adds_an_authenticator(visit, strict):
    visitor = visit(account=strict.account)
    visitor.with_wallet()
    visitor.open().choose_ethereum()
    authenticator = expect_enrollment(visitor)
    enter_factor(visitor, authenticator.code())
    save_codes(visitor)
    visitor.expect_signed_in()


def test_user_may_start_again_instead_of_the_enrollment(visit, strict):
    visitor = visit(account=strict.account)
    visitor.with_wallet()
    visitor.open().choose_ethereum()
    expect_enrollment(visitor)
    visitor.page.get_by_test_id("start-again").click()
    expect(visitor.page.get_by_test_id("wallets")).to_be_focused()
    visitor.page.reload()
    visitor.expect_signed_out()


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_expired_enrollment_starts_again(visit, strict):
    visitor = visit(account=strict.account)
    visitor.page.clock.install()
    visitor.with_wallet()
    visitor.open().choose_ethereum()
    expect_enrollment(visitor)
    visitor.fast_forward("10:01")
    expect_form_problem(visitor, "This took too long.")
    visitor.page.get_by_test_id("start-again").click()
    visitor.choose_ethereum()
    authenticator = expect_enrollment(visitor)
    enter_factor(visitor, authenticator.code())
    visitor.page.clock.run_for(1_000)
    save_codes(visitor)
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_failed_start_of_the_enrollment_can_be_retried(visit, strict):
    visitor = visit(account=strict.account)
    visitor.with_wallet()
    visitor.open()
    visitor.page.route("**/session/second-factor/enroll", lambda route: route.abort(), times=1)
    visitor.choose_ethereum()
    expect_form_problem(visitor, "The server did not answer.")
    visitor.page.get_by_test_id("enroll-again").click()
    enter_factor(visitor, expect_enrollment(visitor).code())
    save_codes(visitor)
    visitor.expect_signed_in()


def test_app_gets_the_user_after_the_codes_are_saved(visit, strict):
    with loopback_app(strict.account) as app:
        visitor = visit(account=strict.account)
        visitor.with_wallet()
        visitor.page.goto(app.address(scope="openid profile"))
        visitor.choose_ethereum()
        enter_factor(visitor, expect_enrollment(visitor).code())
        assert app.answers.empty()
        save_codes(visitor)
        visitor.expect_back_in_the_app()
        assert app.exchange(app.answer()["code"])["access_token"]


# A code as second factor

def make_user(server, *addresses: str) -> None:
    """Makes a user with PASSWORD, as an operator does."""
    made = doorward("admin", "user", "create", *addresses, "--password-stdin", "--data", str(server.directory / "data"),
                    directory=server.directory, stdin=PASSWORD + "\n")
    assert made.returncode == 0, made.stderr


@pytest.fixture
def user(visit, server):
    """A signed-out user with an email address, a password and no authenticator."""
    visitor = visit().open()
    visitor.address = new_address()
    make_user(server, "--email", visitor.address)
    return visitor


def expect_sent(visitor, place: str) -> None:
    expect(visitor.page.get_by_role("heading", name="Check your email" if "@" in place else "Check your phone")).to_be_visible()
    expect(visitor.page.get_by_test_id("code")).to_be_focused()
    expect(visitor.page.get_by_test_id("code-step")).to_contain_text(f"Enter the code that was sent to {place}.")


def test_code_by_email_is_sent_at_once_and_signs_in(user, messages):
    sign_in_with_password(user, user.address)
    expect_sent(user, "a•••@example.com")
    field = user.page.get_by_test_id("code")
    assert (field.get_attribute("inputmode"), field.get_attribute("autocomplete")) == ("numeric", "one-time-code")
    # The user has no other address.
    expect(user.page.get_by_test_id("send-sms")).to_have_count(0)
    code = messages.code(user.address)
    enter_code(user, "12345")
    expect_form_problem(user, "The code has 6 digits.")
    enter_code(user, other_code(code))
    expect_form_problem(user, "The code is wrong.")
    expect(field).to_be_focused()
    enter_code(user, code)
    user.expect_signed_in()
    expect(user.page.locator("h1")).to_be_focused()
    assert user.page.evaluate("history.state") is None


def test_user_chooses_the_channel(visit, server, messages):
    visitor, address = visit().open(), new_address()
    make_user(server, "--email", address, "--phone-number", PHONE)
    sign_in_with_password(visitor, address)
    expect_sent(visitor, "a•••@example.com")
    first = messages.code(address)
    visitor.page.get_by_role("button", name="Send it by SMS instead").click()
    expect_sent(visitor, "•••89")
    second = messages.code(PHONE)
    visitor.page.get_by_role("button", name="Send it by email instead").click()
    expect_sent(visitor, "a•••@example.com")
    # The last code replaces the ones before.
    for old in {first, second} - {third := messages.code(address)}:
        enter_code(visitor, old)
        expect_form_problem(visitor, "The code is wrong.")
    enter_code(visitor, third)
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("starts a server; a variant of test_resend_waits_and_tells_how_long")
def test_each_channel_has_its_own_pause(visit, tmp_path, near_connect):
    settings = {"applications": application(codes=["email", "sms"]), "delivery": SETTINGS["delivery"]}
    with running_server(tmp_path, near_connect, **settings) as server:
        visitor, address, messages = visit(account=server.account).open(), new_address(), Messages(server.log)
        make_user(server, "--email", address, "--phone-number", PHONE)
        sign_in_with_password(visitor, address)
        expect_sent(visitor, "a•••@example.com")
        expect(visitor.page.get_by_test_id("resend")).to_have_attribute("aria-disabled", "true")
        visitor.page.get_by_test_id("send-sms").click()
        expect_sent(visitor, "•••89")
        # The message by email was sent less than a minute ago.
        visitor.page.get_by_test_id("send-email").click()
        expect(visitor.page.get_by_test_id("toast")).to_contain_text("Try again in ")
        enter_code(visitor, messages.code(PHONE))
        visitor.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_channel_that_fails_keeps_the_code_that_was_sent(visit, server, messages):
    visitor, address = visit().open(), new_address()
    make_user(server, "--email", address, "--phone-number", "+4915123456780")
    sign_in_with_password(visitor, address)
    code = messages.code(address)
    visitor.page.get_by_test_id("code").fill(code[:5])
    visitor.page.route("**/session/code/send", lambda route: route.abort(), times=1)
    visitor.page.get_by_test_id("send-sms").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("The server did not answer.")
    enter_code(visitor, code)
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("starts a server; a variant of test_expired_ticket_ends_consent_without_retry")
def test_expired_request_of_an_app_ends_the_second_step(visit, tmp_path, near_connect):
    with running_server(tmp_path, near_connect, applications=application(codes=["email"]), **SETTINGS) as server, \
            loopback_app(server.account) as app:
        visitor, address = visit(account=server.account), new_address()
        make_user(server, "--email", address)
        visitor.page.goto(app.address(scope="openid profile"))
        sign_in_with_password(visitor, address)
        expect_sent(visitor, "a•••@example.com")
        visitor.page.route("**/session/second-factor/verify", lambda route: route.fulfill(
            status=400, content_type="application/problem+json", body=json.dumps({"code": "invalid_ticket"})))
        enter_code(visitor, "123456")
        expect(visitor.page.get_by_test_id("stopped")).to_contain_text("This took too long")


@pytest.mark.only_in_test_all("a variant of test_expired_code_is_replaced in languages")
def test_new_code_replaces_the_expired_one(visit, server, messages):
    visitor, address = visit(), new_address()
    make_user(server, "--email", address)
    visitor.page.clock.install()
    visitor.open()
    sign_in_with_password(visitor, address)
    expect_sent(visitor, "a•••@example.com")
    messages.code(address)
    visitor.fast_forward("05:01")
    expect(visitor.page.get_by_test_id("validity")).to_have_text("The code has expired. Send a new one.")
    with visitor.page.expect_response("**/session/code/send"):
        visitor.page.get_by_test_id("resend").click()
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_expired_sign_in_starts_again(visit, server, messages):
    visitor, address = visit(), new_address()
    make_user(server, "--email", address)
    visitor.page.clock.install()
    visitor.open()
    sign_in_with_password(visitor, address)
    expect_sent(visitor, "a•••@example.com")
    visitor.fast_forward("10:01")
    expect_form_problem(visitor, "This took too long. Start again.")
    visitor.page.get_by_test_id("start-again").click()
    messages.code(address)
    sign_in_with_password(visitor, address)
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_resend_waits_and_tells_how_long")
def test_next_code_can_be_sent_after_a_pause_that_is_said(user, messages):
    later = "2030-01-01T00:00:00Z"

    def paused(route):
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"resend_at": later})

    user.page.route("**/session/code/send", paused)
    sign_in_with_password(user, user.address)
    expect_sent(user, "a•••@example.com")
    expect(user.page.get_by_test_id("resend")).to_contain_text("Send a new code in ")
    expect(user.page.get_by_test_id("resend")).to_have_attribute("aria-disabled", "true")
    enter_code(user, messages.code(user.address))
    user.expect_signed_in()


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("status, code, expected", [
    (429, "rate_limited", "Try again in 2 minutes."), (403, "channel_not_offered", "This site sends no codes to this kind of address."),
])
def test_code_that_cannot_be_sent_is_explained_and_can_be_sent_again(user, messages, status, code, expected):
    user.page.route("**/session/code/send", lambda route: route.fulfill(
        status=status, headers={"Retry-After": "120"} if status == 429 else {}, content_type="application/problem+json",
        body=json.dumps({"code": code, "detail": "Words of the server."})), times=1)
    sign_in_with_password(user, user.address)
    expect_form_problem(user, expected)
    expect(user.page.get_by_test_id("second-factor-step")).not_to_contain_text("Words of the server.")
    user.page.get_by_test_id("send-again").click()
    enter_code(user, messages.code(user.address))
    user.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_offline_user_is_told_and_keeps_the_code(user, messages):
    sign_in_with_password(user, user.address)
    code = messages.code(user.address)
    expect_sent(user, "a•••@example.com")
    user.context.set_offline(True)
    enter_code(user, code)
    expect_form_problem(user, "You are offline.")
    expect(user.page.get_by_test_id("code")).to_have_value(code)
    user.context.set_offline(False)
    user.page.get_by_test_id("code-form-submit").click()
    user.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_wrong_codes_end_the_sign_in(user):
    sign_in_with_password(user, user.address)
    expect_sent(user, "a•••@example.com")
    user.page.route("**/session/second-factor/verify", lambda route: route.fulfill(
        status=401, content_type="application/problem+json", body=json.dumps({"code": "code_exhausted"})))
    enter_code(user, "123456")
    expect_form_problem(user, "Too many wrong codes. Start again.")
    expect(user.page.get_by_role("heading", name="Sign in again")).to_be_focused()
    user.page.get_by_test_id("start-again").click()
    expect(user.page.get_by_test_id("identifier-field")).to_have_value(user.address)


@pytest.mark.only_in_test_all("starts a server; test_app_requires_a_code_by_email_or_sms is such an app")
def test_app_that_requires_a_second_factor_gets_it_by_a_code(visit, tmp_path, near_connect):
    applications = [
        {"id": "default", "name": "Harbor Notes", "second_factor": {"codes": ["email"]}},
        {"id": "vault", "name": "Vault", "redirect_uris": ["http://127.0.0.1/callback"], "scopes": ["openid", "profile"],
         "second_factor": {"required": True, "codes": ["email"]}}]
    with running_server(tmp_path, near_connect, applications=applications, **SETTINGS) as server, \
            loopback_app(server.account) as app:
        visitor, address, messages = visit(account=server.account), new_address(), Messages(server.log)
        make_user(server, "--email", address)
        visitor.page.goto(app.address(client_id="vault", scope="openid profile"))
        sign_in_with_password(visitor, address)
        expect_sent(visitor, "a•••@example.com")
        enter_code(visitor, messages.code(address))
        visitor.expect_back_in_the_app()
        assert app.exchange(app.answer()["code"], client="vault")["access_token"]
        # The page itself requires no second factor.
        other = visit(account=server.account).open()
        sign_in_with_password(other, address)
        other.expect_signed_in()
