"""Passkeys that users add during a sign-in, because the application requires a second factor."""

import base64
import json

import pytest
from playwright.sync_api import expect

from identifiers import enter_code, expect_form_problem, sign_in_with_password, sign_out, start_sign_up
from messages import Messages, new_address
from test_passkey_card import until
from virtual_authenticators import Authenticator, expect_agreement, passkey_site


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("enrollment"), second_factor={"required": True}) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def start(visitor, messages) -> str:
    """Signs up with a new address and a password, up to the new passkey."""
    address = new_address()
    start_sign_up(visitor, address)
    enter_code(visitor, messages.code(address))
    visitor.page.get_by_test_id("use-passkey").click()
    expect(visitor.page.get_by_role("heading", name="Set up two-step verification")).to_be_focused()
    expect(visitor.page.get_by_test_id("new-passkey")).to_contain_text("Harbor Notes asks for a second step")
    return address


def create(visitor) -> None:
    visitor.page.get_by_test_id("second-factor-submit").click()


def save_codes(visitor) -> None:
    """Confirms that the recovery codes of the new passkey are saved."""
    expect(visitor.page.get_by_role("heading", name="Save your recovery codes")).to_be_visible()
    visitor.page.get_by_test_id("codes-saved").click()


def test_new_user_adds_a_passkey_and_proves_it_from_then_on(visitor, messages):
    address = start(visitor, messages)
    create(visitor)
    save_codes(visitor)
    visitor.expect_signed_in()
    assert len(visitor.authenticator.credentials) == 1
    expect(visitor.page.get_by_test_id("passkey-entry")).to_have_count(1)
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    expect(visitor.page.get_by_role("heading", name="Confirm with a passkey")).to_be_focused()
    create(visitor)
    visitor.expect_signed_in()


def test_failed_passkey_can_be_tried_again_or_replaced_by_an_app(visit, messages):
    visitor = visit()
    broken = Authenticator(visitor, hasResidentKey=False)
    visitor.open()
    start(visitor, messages)
    create(visitor)
    expect_form_problem(visitor, "No passkey was created.")
    visitor.page.get_by_test_id("use-totp").click()
    expect(visitor.page.get_by_test_id("new-authenticator")).to_be_visible()
    visitor.page.get_by_test_id("use-passkey").click()
    broken.unplug()
    Authenticator(visitor)
    create(visitor)
    save_codes(visitor)
    visitor.expect_signed_in()


def forget_another(visitor) -> None:
    """Tells the browser that another passkey is unknown, and waits until it is gone. The browser takes messages in their order,
    so it has taken those of the page by then."""
    known = visitor.authenticator.ids
    visitor.authenticator.take(visitor.authenticator, credentialId=base64.b64encode(b"another passkey!").decode(),
                               userHandle=base64.b64encode(b"another user").decode())
    (another,) = visitor.authenticator.ids - known
    visitor.page.evaluate("id => PublicKeyCredential.signalUnknownCredential({ rpId: location.hostname, credentialId: id })", another)
    until(visitor, lambda: another not in visitor.authenticator.ids)


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize(("status", "code", "is_kept"), [
    (401, "user_not_verified", False), (401, "challenge_expired", False),
    # The server may have the passkey.
    (409, "passkey_registered", True), (401, "challenge_used", True), (503, "store_unavailable", True)])
def test_passkey_of_a_refused_enrollment_is_forgotten_if_the_refusal_is_certain(visitor, messages, status, code, is_kept):
    start(visitor, messages)
    visitor.page.route("**/session/second-factor/verify", lambda route: route.fulfill(
        status=status, content_type="application/problem+json", body=json.dumps({"code": code})), times=1)
    create(visitor)
    expect_form_problem(visitor, ".")
    if is_kept:
        forget_another(visitor)
    until(visitor, lambda: len(visitor.authenticator.credentials) == int(is_kept))


@pytest.mark.only_in_test_all("a variant of test_failed_passkey_can_be_tried_again_or_replaced_by_an_app")
def test_new_user_tries_again_after_a_refused_enrollment(visitor, messages):
    start(visitor, messages)
    visitor.page.route("**/session/second-factor/verify", lambda route: route.fulfill(
        status=401, content_type="application/problem+json", body='{"code": "user_not_verified"}'), times=1)
    create(visitor)
    expect_form_problem(visitor, ".")
    until(visitor, lambda: visitor.authenticator.credentials == [])
    create(visitor)
    save_codes(visitor)
    visitor.expect_signed_in()
    expect_agreement(visitor, visitor.authenticator)
