"""Why a passkey was not used: each reason has its text, and the user can continue."""

import functools
import json

import pytest
from playwright.sync_api import expect

from identifiers import expect_form_problem, sign_in_with_password, sign_out, sign_up
from messages import Messages
from test_passkey_card import remove, until
from virtual_authenticators import (
    Authenticator, add_passkey, passkey_site, sign_in_with_passkey, sign_up_with_passkey, with_authenticator,
    with_suggestions)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("failures")) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def fulfill(answer: dict, route) -> None:
    route.fulfill(**answer)


def with_error(visit, function: str, name: str):
    """A visitor whose browser fails with an error."""
    visitor = visit()
    with_suggestions(visitor)
    visitor.context.add_init_script(f"""
        const real = navigator.credentials.{function}.bind(navigator.credentials);
        navigator.credentials.{function} = (options) => (options.mediation === "conditional" ? real(options)
          : Promise.reject(new DOMException("words of the browser", "{name}")));""")
    visitor.authenticator = Authenticator(visitor)
    return visitor.open()


def choose_passkey(visitor) -> None:
    visitor.page.get_by_test_id("passkey").click()


def start_sign_up(visitor) -> None:
    visitor.page.get_by_test_id("passkey-sign-up").click()
    visitor.page.get_by_test_id("passkey-sign-up-form-submit").click()


def test_no_passkey_here(visit):
    visitor = with_authenticator(visit)
    choose_passkey(visitor)
    visitor.expect_problem("No passkey was used. You closed the window, or")
    visitor.expect_problem("scan the QR code")
    visitor.page.get_by_test_id("retry").click()
    visitor.expect_problem("No passkey was used. You closed the window, or no passkey for this site was found.")
    # Nothing is wrong, so the page does not look as if it were.
    expect(visitor.page.get_by_test_id("progress")).to_have_class("progress stopped declined")
    visitor.page.get_by_test_id("other-ways").click()
    expect(visitor.page.get_by_test_id("passkey")).to_be_focused()


@pytest.mark.only_in_test_all("a variant of test_no_passkey_here")
def test_wrong_fingerprint(visit):
    visitor = with_authenticator(visit)
    sign_up_with_passkey(visitor, "Ada")
    sign_out(visitor)
    visitor.authenticator.refuse_user()
    choose_passkey(visitor)
    visitor.expect_problem("No passkey was used.")


def test_cancel_on_the_page_closes_the_request_of_the_browser(visit):
    visitor = with_authenticator(visit, transport="usb")
    sign_up_with_passkey(visitor, "Ada")
    sign_out(visitor)
    visitor.authenticator.set_present(False)
    for _ in range(2):
        choose_passkey(visitor)
        # The browser asks this device first, which has no passkey. The page cannot close that request.
        visitor.expect_problem("No passkey was used.")
        visitor.page.get_by_test_id("retry").click()
        expect(visitor.page.get_by_test_id("progress-status")).to_contain_text("Follow your browser.")
        visitor.page.get_by_test_id("cancel").click()
        expect(visitor.page.get_by_test_id("passkey")).to_be_focused()


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize(("name", "words"), [
    ("NotAllowedError", "No passkey was used."), ("SecurityError", "Your browser does not allow passkeys on this page."),
    ("UnknownError", "Your browser could not use the passkey."), ("TimeoutError", "This took too long."),
])
def test_words_for_a_failed_sign_in(visit, name, words):
    visitor = with_error(visit, "get", name)
    choose_passkey(visitor)
    visitor.expect_problem(words)
    expect(visitor.page.get_by_test_id("problem")).not_to_contain_text("words of the browser")


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize(("name", "words"), [
    ("NotAllowedError", "No passkey was created."), ("InvalidStateError", "already has a passkey for your account."),
    ("SecurityError", "Your browser does not allow passkeys on this page."),
    ("ConstraintError", "cannot hold a passkey for this site."), ("NotSupportedError", "cannot hold a passkey for this site."),
])
def test_words_for_a_failed_sign_up(visit, name, words):
    visitor = with_error(visit, "create", name)
    start_sign_up(visitor)
    expect_form_problem(visitor, words)


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("transport", ["internal", "usb"])
def test_authenticator_that_does_not_verify_the_user_cannot_sign_up_alone(visit, transport):
    """A sign-in without a user name could not find its passkey."""
    visitor = with_authenticator(visit, transport=transport, hasUserVerification=False, isUserVerified=False)
    start_sign_up(visitor)
    expect_form_problem(visitor, "No passkey was created.")
    expect_form_problem(visitor, "a security key needs a PIN")
    assert visitor.authenticator.credentials == []


@pytest.mark.only_in_test_all("Tests/Server/Page/passkeys.test.mjs tells this from a refusal")
def test_request_that_lasts_as_long_as_its_limit_has_timed_out(visit):
    visitor = visit()
    with_suggestions(visitor)
    visitor.context.add_init_script("""
        const real = navigator.credentials.get;
        navigator.credentials.get = (options) => (options.mediation === "conditional" ? real(options)
          : new Promise((resolve, reject) => { window.testFail = () => reject(new DOMException("", "NotAllowedError")); }));""")
    visitor.page.clock.install()
    visitor.open()
    choose_passkey(visitor)
    visitor.page.wait_for_function("() => Boolean(window.testFail)")
    visitor.page.clock.fast_forward(11 * 60_000)
    visitor.page.evaluate("window.testFail()")
    visitor.expect_problem("This took too long. Try again.")


def test_browser_without_passkeys(visit):
    visitor = visit()
    visitor.context.add_init_script("delete window.PublicKeyCredential")
    visitor.open()
    choose_passkey(visitor)
    visitor.expect_problem("This browser does not support passkeys.")
    visitor.page.get_by_test_id("other-ways").click()
    start_sign_up(visitor)
    expect_form_problem(visitor, "This browser does not support passkeys.")


def test_browser_forgets_a_passkey_that_the_server_does_not_know(visit, messages):
    visitor = with_authenticator(visit)
    address = sign_up(visitor, messages)
    add_passkey(visitor, 1)
    sign_out(visitor)
    other = visit()
    Authenticator(other)
    other.open()
    sign_in_with_password(other, address)
    other.expect_signed_in()
    remove(other)
    expect(other.page.get_by_test_id("passkey-entry")).to_have_count(0)
    assert len(visitor.authenticator.credentials) == 1
    choose_passkey(visitor)
    visitor.expect_problem("No account has this passkey anymore.")
    until(visitor, lambda: visitor.authenticator.credentials == [])


def test_browser_keeps_a_passkey_that_the_server_could_not_check(visit):
    """A lost connection, or a refusal for another reason, says nothing about the passkey."""
    visitor = with_authenticator(visit)
    sign_up_with_passkey(visitor, "Ada")
    sign_out(visitor)
    for status, code in [(503, "store_unavailable"), (401, "wrong_signature"), (404, "unknown_passkey")]:
        answer = {"status": status, "content_type": "application/problem+json", "body": json.dumps({"code": code})}
        visitor.page.route("**/session/passkeys/authentication", functools.partial(fulfill, answer), times=1)
        choose_passkey(visitor)
        expect(visitor.page.get_by_test_id("problem")).not_to_be_empty()
        # A browser limits how often one page asks for a passkey of the device.
        visitor.open()
    visitor.page.route("**/session/passkeys/authentication", lambda route: route.abort(), times=1)
    choose_passkey(visitor)
    visitor.expect_problem("The server did not answer.")
    assert len(visitor.authenticator.credentials) == 1
    visitor.page.get_by_test_id("other-ways").click()
    sign_in_with_passkey(visitor)


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_name_that_the_server_refuses_is_marked(visit):
    visitor = with_authenticator(visit)
    visitor.page.route("**/session/passkeys/registration/options", lambda route: route.fulfill(
        status=422, content_type="application/problem+json", body='{"code": "invalid_name"}'), times=1)
    start_sign_up(visitor)
    expect_form_problem(visitor, "This name cannot be saved.")
    expect(visitor.page.get_by_test_id("passkey-user")).to_have_attribute("aria-invalid", "true")
    visitor.page.get_by_test_id("passkey-sign-up-form-submit").click()
    visitor.expect_signed_in()
