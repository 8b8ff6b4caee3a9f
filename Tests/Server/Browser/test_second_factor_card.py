"""Two-step verification on the account page: an authenticator app is added and removed, and recovery codes are shown."""

import json

import pytest
from playwright.sync_api import expect

from authenticator_app import (
    Authenticator, confirm_enrollment, decoded, enroll, enter_factor, start_enrollment, use_recovery_code)
from identifiers import PASSWORD, expect_form_problem, sign_in_with_password, sign_out, sign_up
from messages import Messages
from server import running_server
from test_account import stale_once


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    limits = {"code_pause": 0, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000}
    applications = [{"id": "default", "name": "Harbor Notes"}]
    with running_server(tmp_path_factory.mktemp("card"), near_connect, rate_limits=limits, applications=applications) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def card(visitor):
    return visitor.page.get_by_test_id("second-factor-card")


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_qr_code_is_read_by_a_decoder(visit, messages, scheme):
    visitor = visit(color_scheme=scheme).open()
    address = sign_up(visitor, messages)
    expect(card(visitor)).to_contain_text("a stolen password is not enough")
    dialog = start_enrollment(visitor)
    uri = decoded(dialog.screenshot())
    assert dialog.get_by_test_id("otpauth").get_attribute("href") == uri
    authenticator = Authenticator(uri)
    assert authenticator.label == f"Harbor Notes:{address}"
    dialog.get_by_text("Type a key instead").click()
    expect(dialog.get_by_test_id("secret")).to_be_visible()
    assert dialog.get_by_test_id("secret").inner_text().replace(" ", "") == authenticator.secret
    confirm_enrollment(dialog, authenticator.code())
    expect(visitor.page.get_by_test_id("codes").get_by_role("listitem")).to_have_count(10)


@pytest.mark.only_in_test_all("a variant of test_qr_code_is_read_by_a_decoder")
def test_key_is_copied_without_spaces(visit, messages):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"]).open()
    sign_up(visitor, messages)
    dialog = start_enrollment(visitor)
    secret = Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href")).secret
    dialog.get_by_text("Type a key instead").click()
    dialog.get_by_role("button", name="Copy the key").click()
    expect(dialog.get_by_test_id("copy-secret")).to_have_text("Copied")
    assert visitor.page.evaluate("navigator.clipboard.readText()") == secret


@pytest.mark.only_in_test_all("a variant of test_wrong_code_is_explained")
def test_first_code_must_be_right(visit, messages):
    visitor = visit().open()
    sign_up(visitor, messages)
    dialog = start_enrollment(visitor)
    authenticator = Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href"))
    confirm_enrollment(dialog, "12")
    expect_form_problem(visitor, "The code has 6 digits.")
    confirm_enrollment(dialog, authenticator.wrong_code())
    expect_form_problem(visitor, "check the clock of your phone")
    expect(dialog.get_by_test_id("second-factor-code")).to_be_focused()
    dialog.get_by_test_id("dialog-close").click()
    expect(visitor.page.get_by_test_id("second-factor")).to_have_count(0)
    expect(visitor.page.get_by_test_id("add-authenticator")).to_be_focused()
    # Without a confirmed app, the password is enough.
    enroll(visitor)
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Two-step verification is on.")


def test_recovery_codes_are_shown_until_the_user_has_saved_them(visit, messages):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"], accept_downloads=True)
    visitor.context.add_init_script("window.print = () => { window.testPrints = (window.testPrints ?? 0) + 1; };")
    visitor.open()
    address = sign_up(visitor, messages)
    dialog = start_enrollment(visitor)
    confirm_enrollment(dialog, Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href")).code())
    shown = visitor.page.get_by_test_id("recovery-codes-dialog")
    expect(shown.get_by_role("listitem")).to_have_count(10)
    codes = shown.get_by_role("listitem").all_inner_texts()
    assert len(set(codes)) == 10
    # The dialog stays open.
    shown.get_by_test_id("dialog-close").click()
    expect_form_problem(visitor, "The codes are not shown again.")
    visitor.page.keyboard.press("Escape")
    expect(shown).to_be_visible()
    shown.get_by_test_id("copy-codes").click()
    expect(shown.get_by_test_id("copy-codes")).to_have_text("Copied")
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    with visitor.page.expect_download() as download:
        shown.get_by_test_id("download-codes").click()
    assert download.value.suggested_filename == "harbor-notes-recovery-codes.txt"
    text = download.value.path().read_text()
    assert text == copied
    assert all(code in text.splitlines() for code in codes)
    assert "Harbor Notes" in text and address in text
    shown.get_by_test_id("print-codes").click()
    assert visitor.page.evaluate("window.testPrints") == 1
    visitor.page.emulate_media(media="print")
    expect(shown.get_by_role("listitem").first).to_be_visible()
    expect(shown.get_by_text("Recovery codes for Harbor Notes")).to_be_visible()
    expect(shown.get_by_test_id("print-codes")).to_be_hidden()
    expect(visitor.page.get_by_test_id("account")).to_be_hidden()
    visitor.page.emulate_media(media="screen")
    shown.get_by_test_id("codes-saved").click()
    expect(shown).to_have_count(0)
    expect(visitor.page.get_by_test_id("add-authenticator")).to_be_focused()
    expect(visitor.page.get_by_test_id("recovery-codes")).to_contain_text("You have 10 recovery codes left.")
    assert not any(code in visitor.page.content() for code in codes)


def test_removed_app_is_no_longer_asked_for(visit, messages):
    visitor, other = visit().open(), visit().open()
    address = sign_up(visitor, messages)
    authenticator, _ = enroll(visitor)
    sign_in_with_password(other, address)
    enter_factor(other, authenticator.code())
    other.expect_signed_in()
    visitor.page.get_by_test_id("remove-factor").click()
    expect(visitor.page.get_by_test_id("confirm-dialog")).to_contain_text("Two-step verification will be turned off")
    visitor.page.get_by_test_id("confirm-cancel").click()
    expect(visitor.page.get_by_test_id("remove-factor")).to_be_focused()
    visitor.page.get_by_test_id("remove-factor").click()
    visitor.page.get_by_test_id("confirm").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Second step removed.")
    expect(visitor.page.get_by_test_id("second-factor")).to_have_count(0)
    expect(card(visitor)).to_contain_text("a stolen password is not enough")
    expect(visitor.page.get_by_role("heading", name="Two-step verification")).to_be_focused()
    other.page.reload()
    other.expect_signed_out()
    sign_in_with_password(other, address)
    other.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_removed_app_is_no_longer_asked_for")
def test_second_app_has_no_new_recovery_codes(visit, messages):
    visitor = visit().open()
    sign_up(visitor, messages)
    enroll(visitor)
    dialog = start_enrollment(visitor)
    confirm_enrollment(dialog, Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href")).code())
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Authenticator app added.")
    expect(visitor.page.get_by_test_id("second-factor")).to_have_count(2)
    visitor.page.get_by_test_id("remove-factor").first.click()
    expect(visitor.page.get_by_test_id("confirm-dialog")).to_contain_text("Its codes will stop working.")
    visitor.page.get_by_test_id("confirm").click()
    expect(visitor.page.get_by_test_id("second-factor")).to_have_count(1)


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/SecondFactor/AuthenticatorTests.swift makes new codes")
def test_new_recovery_codes_replace_the_old_ones(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    _, old = enroll(visitor)
    visitor.page.get_by_role("button", name="Make new recovery codes").click()
    expect(visitor.page.get_by_test_id("confirm-dialog")).to_contain_text("will stop working at once")
    visitor.page.get_by_test_id("confirm").click()
    shown = visitor.page.get_by_test_id("codes").get_by_role("listitem")
    expect(shown).to_have_count(10)
    new = shown.all_inner_texts()
    assert not set(new) & set(old)
    visitor.page.get_by_test_id("codes-saved").click()
    sign_out(visitor)
    sign_in_with_password(visitor, address)
    use_recovery_code(visitor, old[0])
    expect_form_problem(visitor, "is wrong, or was used already")
    enter_factor(visitor, new[0])
    expect(visitor.page.get_by_test_id("recovery-code-used")).to_contain_text("9 recovery codes")


@pytest.mark.only_in_test_all("Tests/Server/Page/second-factor.test.mjs says how many are left")
def test_few_recovery_codes_are_a_reason_to_make_new_ones(visit, messages):
    visitor = visit().open()
    sign_up(visitor, messages)
    enroll(visitor)
    listed = {"items": [{"id": "i", "type": "totp", "created_at": "2026-01-01T00:00:00Z"}], "recovery_codes_left": 1}
    visitor.page.route("**/session/second-factors", lambda route: route.fulfill(json=listed))
    visitor.page.reload()
    expect(visitor.page.get_by_test_id("recovery-codes")).to_contain_text("You have one recovery code left. Make new ones")


@pytest.mark.only_in_test_all("a variant of test_confirmation_says_that_the_second_step_is_missing")
def test_old_sign_in_is_confirmed_before_the_code_is_shown(visit, messages):
    visitor = visit().open()
    sign_up(visitor, messages)
    stale_once(visitor, "**/session/second-factors/totp", "POST")
    visitor.page.get_by_test_id("add-authenticator").click()
    again = visitor.page.get_by_test_id("sign-again-dialog")
    again.get_by_test_id("confirm-password").click()
    again.get_by_test_id("password").fill(PASSWORD)
    again.get_by_test_id("password-form-submit").click()
    expect(visitor.page.get_by_test_id("enrollment-dialog")).to_be_visible()
    expect(again).to_have_count(0)


def test_confirmation_says_that_the_second_step_is_missing(visit, messages):
    other = visit().open()
    address = sign_up(other, messages)
    visitor = visit().open()
    sign_in_with_password(visitor, address)
    visitor.expect_signed_in()
    # The sign-in is recent, and older than the authenticator.
    _, codes = enroll(other)
    visitor.page.get_by_test_id("add-authenticator").click()
    again = visitor.page.get_by_test_id("sign-again-dialog")
    expect(again).to_contain_text("Your last sign-in did not use your second step.")
    expect(again).not_to_contain_text("more than a few minutes ago")
    again.get_by_test_id("confirm-password").click()
    again.get_by_test_id("password").fill(PASSWORD)
    again.get_by_test_id("password-form-submit").click()
    use_recovery_code(visitor, codes[0])
    again.get_by_test_id("continue-signed-in").click()
    expect(visitor.page.get_by_test_id("enrollment-dialog")).to_be_visible()


@pytest.mark.only_in_test_all("a variant of test_unlinking_after_old_sign_in_asks_to_sign_in_again")
def test_closed_confirmation_changes_nothing_and_says_so(visit, messages):
    visitor = visit().open()
    sign_up(visitor, messages)
    stale_once(visitor, "**/session/second-factors/totp", "POST")
    visitor.page.get_by_test_id("add-authenticator").click()
    visitor.page.get_by_test_id("sign-again-dialog").get_by_test_id("dialog-close").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Nothing was changed.")
    expect(visitor.page.get_by_test_id("add-authenticator")).to_be_focused()


@pytest.mark.only_in_test_all("a variant of test_first_code_after_an_old_sign_in_starts_again")
def test_expired_enrollment_starts_again_with_a_new_key(visit, messages):
    visitor = visit()
    visitor.page.clock.install()
    visitor.open()
    sign_up(visitor, messages)
    dialog = start_enrollment(visitor)
    first = dialog.get_by_test_id("otpauth").get_attribute("href")
    visitor.fast_forward("10:01")
    expect(dialog.get_by_test_id("enrollment-over")).to_contain_text("start again with a new code")
    expect(dialog.get_by_test_id("start-again")).to_be_focused()
    dialog.get_by_test_id("start-again").click()
    expect(dialog.get_by_test_id("otpauth")).to_be_visible()
    second = dialog.get_by_test_id("otpauth").get_attribute("href")
    assert second != first
    confirm_enrollment(dialog, Authenticator(second).code())
    expect(visitor.page.get_by_test_id("codes")).to_be_visible()


def test_first_code_after_an_old_sign_in_starts_again(visit, messages):
    visitor = visit().open()
    sign_up(visitor, messages)
    dialog = start_enrollment(visitor)
    stale_once(visitor, "**/session/second-factors/totp/confirm", "POST")
    confirm_enrollment(dialog, "123456")
    expect(dialog.get_by_test_id("start-again")).to_be_focused()


@pytest.mark.only_in_test_all("a variant of test_offline_user_is_told in test_password.py")
def test_offline_user_is_told(visit, messages):
    visitor = visit().open()
    sign_up(visitor, messages)
    expect(card(visitor)).to_contain_text("a stolen password is not enough")
    visitor.context.set_offline(True)
    visitor.page.get_by_test_id("add-authenticator").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("You are offline.")
    expect(visitor.page.get_by_test_id("add-authenticator")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.only_in_test_all("a variant of test_the_list_of_apps_can_be_loaded_again")
def test_list_that_cannot_be_loaded_is_loaded_again(visit, messages):
    visitor = visit().open()
    sign_up(visitor, messages)
    failures = [1]
    visitor.page.route("**/session/second-factors", lambda route: (
        route.fulfill(status=503, content_type="application/problem+json", body=json.dumps({"code": "store_unavailable"}))
        if failures and failures.pop() else route.continue_()))
    visitor.page.reload()
    visitor.page.get_by_test_id("second-factors-retry").click()
    expect(card(visitor)).to_contain_text("a stolen password is not enough")
