"""An account that will be deleted: the page states the day, and a sign-in by any method can keep the account."""

import json

import pytest
from playwright.sync_api import expect

from authenticator_app import enroll, enter_factor, use_recovery_code
from identifiers import (
    choose, enter_code, expect_form_problem, sign_in_with_password, sign_out, sign_up)
from messages import Messages
from server import running_server

NEW_PASSWORD = "seven grey geese fly home"


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    limits = {"code_pause": 0, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000}
    with running_server(tmp_path_factory.mktemp("keeping"), near_connect, rate_limits=limits) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def delete(visitor) -> None:
    visitor.page.get_by_test_id("delete-account").click()
    visitor.page.get_by_test_id("confirm").click()
    expect(visitor.page.get_by_test_id("account-deleted")).to_be_visible()
    visitor.page.get_by_test_id("back-to-sign-in").click()
    visitor.expect_signed_out()


def expect_question(visitor) -> None:
    expect(visitor.page.get_by_role("heading", name="Keep your account?")).to_be_focused()
    expect(visitor.page.get_by_test_id("keep-account-step").locator("time")).to_be_visible()


def keep(visitor) -> None:
    expect_question(visitor)
    visitor.page.get_by_test_id("keep-account").click()
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Your account is kept.")
    # The account is as it was before.
    visitor.page.reload()
    visitor.expect_signed_in()


@pytest.fixture
def user(visit, messages):
    """A user with a password whose account will be deleted."""
    visitor = visit().open()
    visitor.address = sign_up(visitor, messages)
    delete(visitor)
    messages.next(visitor.address)  # the notice of the deletion
    return visitor


def test_page_states_the_day_of_the_deletion_and_how_to_undo_it(visit, messages):
    visitor = visit().open()
    sign_up(visitor, messages)
    visitor.page.get_by_test_id("delete-account").click()
    dialog = visitor.page.get_by_test_id("confirm-dialog")
    day = visitor.page.evaluate(
        "() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(Date.now() + 30 * 86_400_000)")
    expect(dialog).to_contain_text(f"will be deleted on {day} and cannot be restored after that. Until then, you can sign in and keep it.")
    visitor.page.get_by_test_id("confirm").click()
    deleted = visitor.page.get_by_test_id("account-deleted")
    expect(deleted.locator("h1")).to_have_text("Your account will be deleted")
    expect(deleted.locator("h1")).to_be_focused()
    expect(deleted).to_contain_text(f"Your account will be deleted on {day}, with everything in it.")
    expect(deleted).to_contain_text("Sign in before that day, and choose to keep your account.")


def test_password_keeps_the_account(user):
    sign_in_with_password(user, user.address)
    keep(user)


@pytest.mark.only_in_test_all("a variant of test_password_keeps_the_account")
def test_code_keeps_the_account(user, messages):
    choose(user, user.address)
    user.page.get_by_test_id("code-instead").click()
    enter_code(user, messages.code(user.address))
    keep(user)


@pytest.mark.only_in_test_all("a variant of test_password_keeps_the_account")
def test_new_password_keeps_the_account(user, messages):
    choose(user, user.address)
    user.page.get_by_test_id("forgot").click()
    user.page.get_by_test_id("code").fill(messages.code(user.address))
    user.page.get_by_test_id("new-password").fill(NEW_PASSWORD)
    user.page.get_by_test_id("reset-form-submit").click()
    keep(user)
    sign_out(user)
    sign_in_with_password(user, user.address, NEW_PASSWORD)
    user.expect_signed_in()


def test_ethereum_wallet_signs_once_and_keeps_the_account(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    delete(visitor)
    with visitor.page.expect_response("**/session/ethereum/message"):
        visitor.choose_ethereum()
    challenges = []
    visitor.page.on("request", lambda request: challenges.append(request.url) if request.url.endswith("/message") else None)
    keep(visitor)
    assert challenges == []


@pytest.mark.only_in_test_all("a variant of test_ethereum_wallet_signs_once_and_keeps_the_account")
def test_near_wallet_keeps_the_account(visit):
    visitor = visit().open()
    visitor.choose_near("one-approval")
    visitor.expect_signed_in()
    delete(visitor)
    visitor.choose_near("one-approval")
    keep(visitor)
    assert len(visitor.approvals) == 2


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
@pytest.mark.parametrize("factor", ["authenticator", "recovery code"])
def test_second_factor_is_proven_before_the_question(visit, messages, factor):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    authenticator, codes = enroll(visitor)
    delete(visitor)
    sign_in_with_password(visitor, address)
    expect(visitor.page.get_by_test_id("second-factor-step")).to_be_visible()
    if factor == "authenticator":
        enter_factor(visitor, authenticator.code())
        return keep(visitor)
    use_recovery_code(visitor, codes[0])
    expect_question(visitor)
    visitor.page.get_by_test_id("keep-account").click()
    expect(visitor.page.get_by_test_id("recovery-code-used")).to_contain_text("You have 9 recovery codes left.")
    visitor.page.get_by_test_id("continue-signed-in").click()
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_password_keeps_the_account")
def test_app_gets_the_user_who_keeps_the_account(user, app):
    user.page.goto(app.address(scope="openid profile"))
    sign_in_with_password(user, user.address)
    expect_question(user)
    user.page.get_by_test_id("keep-account").click()
    user.expect_back_in_the_app()
    assert app.exchange(app.answer()["code"])["access_token"]


def test_user_who_does_not_keep_the_account_stays_signed_out(user):
    sign_in_with_password(user, user.address)
    expect_question(user)
    user.page.get_by_test_id("leave-account").click()
    expect(user.page.get_by_test_id("identifier-field")).to_have_value(user.address)
    user.page.reload()
    user.expect_signed_out()
    sign_in_with_password(user, user.address)
    keep(user)


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has the way back at this step")
def test_back_button_leaves_the_question(user):
    sign_in_with_password(user, user.address)
    expect_question(user)
    user.page.go_back()
    expect(user.page.get_by_test_id("password-step")).to_be_visible()
    expect(user.page.get_by_test_id("password-form-submit")).not_to_have_attribute("aria-disabled", "true")
    user.page.go_forward()
    keep(user)
    assert user.page.evaluate("history.state") is None


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Users checks the answer")
def test_wrong_password_does_not_tell_that_the_account_will_be_deleted(user):
    sign_in_with_password(user, user.address, "incorrect horse battery")
    expect_form_problem(user, "Wrong email or password.")


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_offline_user_can_keep_the_account_afterwards(user):
    sign_in_with_password(user, user.address)
    expect_question(user)
    user.context.set_offline(True)
    user.page.get_by_test_id("keep-account").click()
    expect_form_problem(user, "You are offline.")
    user.context.set_offline(False)
    keep_button = user.page.get_by_test_id("keep-account")
    keep_button.click()
    user.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_proof_that_has_expired_meanwhile_is_given_again(user, messages):
    choose(user, user.address)
    user.page.get_by_test_id("code-instead").click()
    enter_code(user, messages.code(user.address))
    expect_question(user)
    user.page.route("**/session/code/sign-in", lambda route: route.fulfill(
        status=401, content_type="application/problem+json", body=json.dumps({"code": "challenge_expired"})))
    user.page.get_by_test_id("keep-account").click()
    expect_form_problem(user, "This took too long. Sign in again to keep your account.")
    expect(user.page.get_by_test_id("keep-account")).to_have_count(0)
    user.page.unroute("**/session/code/sign-in")
    user.page.get_by_test_id("start-again").click()
    sign_in_with_password(user, user.address)
    keep(user)
