"""Accessibility of the profile, of a kept account and of required second factors: axe-core, the keyboard."""

import pytest
from playwright.sync_api import expect

from appearances import assert_accessible
from authenticator_app import Authenticator, enter_factor
from identifiers import enter_code, expect_form_problem, sign_in_with_password, sign_up
from messages import Messages, new_address
from pictures import png, upload
from server import running_server
from test_required_second_factor import SETTINGS, application, make_user


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    applications = [{"id": "default", "name": "Harbor Notes", "password": {"identifiers": ["email", "username"]}}]
    with running_server(tmp_path_factory.mktemp("account"), near_connect, applications=applications, **SETTINGS) as running:
        yield running


@pytest.fixture(scope="module")
def requiring(tmp_path_factory, near_connect):
    """A server that requires a second factor and accepts new users by invitation only."""
    applications = application(codes=["email", "sms"])
    applications[0]["sign_up"] = "invited"
    with running_server(tmp_path_factory.mktemp("requiring"), near_connect, applications=applications, **SETTINGS) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


# test_every_view.py checks the other views of these journeys.
def test_steps_of_the_profile_are_accessible(visit, messages):
    visitor = visit().open()
    page = visitor.page
    address = sign_up(visitor, messages, new_address("a.rather.long.name.for.a.small.screen"))
    page.get_by_test_id("photo-file").set_input_files(upload("me.png", png()))
    expect(page.get_by_test_id("photo-preview")).to_be_visible()
    held = []
    page.route("**/session/user/photo", lambda route: held.append(route), times=1)
    page.get_by_test_id("save-photo").click()
    expect(page.get_by_test_id("photo-status")).not_to_be_empty()
    assert_accessible(visitor)
    held[0].continue_()
    expect(page.get_by_test_id("remove-photo")).to_be_visible()
    assert_accessible(visitor)
    page.get_by_test_id("link-identity").click()
    assert_accessible(visitor)
    visitor.add("username")
    page.get_by_test_id("new-username").fill("admin")
    page.get_by_test_id("username-form-submit").click()
    expect_form_problem(visitor, "reserved")
    assert_accessible(visitor)
    page.get_by_test_id("new-username").fill(address.split("@")[0].replace(".", "-")[-20:].strip("-"))
    page.get_by_test_id("username-form-submit").click()
    page.get_by_test_id("remove-username").click()
    assert_accessible(visitor)
    page.get_by_test_id("confirm-cancel").click()
    page.get_by_test_id("delete-account").click()
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("account-deleted")).to_be_visible()
    assert_accessible(visitor)
    page.get_by_test_id("back-to-sign-in").click()
    sign_in_with_password(visitor, address)
    expect(page.get_by_test_id("keep-account-step")).to_be_visible()
    assert_accessible(visitor)


def test_steps_of_a_required_factor_are_accessible(visit, requiring):
    visitor = visit(account=requiring.account)
    visitor.with_wallet()
    visitor.open()
    page, address = visitor.page, new_address()
    expect(page.get_by_test_id("new-accounts")).to_be_visible()
    assert_accessible(visitor)
    make_user(requiring, "--email", address)
    page.route("**/session/code/send", lambda route: route.abort(), times=1)
    sign_in_with_password(visitor, address)
    expect_form_problem(visitor, "The server did not answer.")
    assert_accessible(visitor)
    page.get_by_test_id("send-again").click()
    enter_code(visitor, "12345")
    expect_form_problem(visitor, "The code has 6 digits.")
    assert_accessible(visitor)


def test_steps_of_an_enrollment_are_accessible(visit, tmp_path, near_connect):
    with running_server(tmp_path, near_connect, applications=application(), **SETTINGS) as server:
        visitor = visit(account=server.account)
        visitor.with_wallet()
        visitor.open().choose_ethereum()
        page = visitor.page
        authenticator = Authenticator(page.get_by_test_id("otpauth").get_attribute("href"))
        page.get_by_text("Type a key instead").click()
        enter_factor(visitor, authenticator.wrong_code())
        expect_form_problem(visitor, "is wrong")
        assert_accessible(visitor)
        enter_factor(visitor, authenticator.code())
        expect(page.get_by_test_id("codes-saved")).to_be_enabled()
        assert_accessible(visitor)


def test_keyboard_sets_photo_and_user_name_and_keeps_the_account(visit, messages):
    visitor = visit().open()
    page, keyboard = visitor.page, visitor.page.keyboard
    address = sign_up(visitor, messages)
    expect(page.locator("h1")).to_be_focused()
    page.get_by_test_id("choose-photo").focus()
    expect(page.get_by_test_id("choose-photo")).to_be_focused()
    with page.expect_file_chooser() as chooser:
        keyboard.press("Enter")
    chooser.value.set_files(upload("me.png", png()))
    dialog = page.get_by_test_id("photo-dialog")
    expect(dialog.get_by_role("heading")).to_be_focused()
    for control in ("dialog-close", "another-photo", "save-photo"):
        keyboard.press("Tab")
        expect(dialog.get_by_test_id(control)).to_be_focused()
    keyboard.press("Enter")
    expect(page.get_by_test_id("remove-photo")).to_be_visible()
    # The page was drawn again. The keyboard continues at the profile.
    expect(page.get_by_role("heading", name="Profile")).to_be_focused()
    for control in ("choose-photo", "remove-photo", "name", "first-name", "last-name", "profile-submit", "locale", "link-identity"):
        keyboard.press("Tab")
        expect(page.get_by_test_id(control)).to_be_focused()
    keyboard.press("Enter")
    page.get_by_test_id("add-username").focus()
    keyboard.press("Enter")
    expect(page.get_by_test_id("new-username")).to_be_focused()
    keyboard.type(f"key-{address.split('@')[0]}")
    keyboard.press("Enter")
    expect(page.get_by_test_id("username")).to_contain_text("key-")
    page.get_by_test_id("delete-account").focus()
    keyboard.press("Enter")
    expect(page.get_by_test_id("confirm-cancel")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your account will be deleted")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    visitor.expect_signed_out()
    sign_in_with_password(visitor, address)
    expect(page.get_by_role("heading", name="Keep your account?")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    visitor.expect_signed_in()
