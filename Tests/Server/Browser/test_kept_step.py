"""The step that a tab keeps belongs to its user: it ends with the session, and no other user of the tab finds it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from authenticator_app import enroll, enter_factor, start_enrollment
from device import Device
from identifiers import choose, enter_code, sign_out
from messages import Messages, new_address
from test_code_first import expect_focus, reload, sign_up
from virtual_authenticators import passkey_site


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("kept"), methods=("password", "code"), sign_in_first="code") as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def kept(visitor) -> str:
    """Everything that the tab keeps."""
    return visitor.page.evaluate("JSON.stringify({ ...sessionStorage })")


def switch_user(visitor, messages: Messages) -> str:
    """Signs out in another tab, and signs up another user there."""
    first, visitor.page = visitor.page, visitor.new_page()
    visitor.page.goto(visitor.account)
    out = visitor.page.get_by_test_id("sign-out")
    out.or_(visitor.page.get_by_test_id("sign-in")).first.wait_for()
    if out.is_visible():
        sign_out(visitor)
    address = sign_up(visitor, messages)
    visitor.page.close()
    visitor.page = first
    return address


def look(visitor) -> None:
    visitor.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def expect_nothing_of(visitor, address: str) -> None:
    expect(visitor.page.locator("dialog")).to_have_count(0)
    assert kept(visitor) == "{}"
    assert address not in visitor.page.content()


@pytest.mark.parametrize("returns", [look, reload])
def test_another_user_finds_no_step_of_the_account(visit, messages, returns):
    visitor, new = visit().open(), new_address("new")
    sign_up(visitor, messages)
    visitor.page.get_by_test_id("change-email").click()
    visitor.page.get_by_test_id("new-address").fill(new)
    visitor.page.get_by_test_id("address-form-submit").click()
    expect_focus(visitor, "code")
    assert new in kept(visitor)
    other = switch_user(visitor, messages)
    returns(visitor)
    expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text(other)
    expect_nothing_of(visitor, new)


def test_secret_of_an_authenticator_ends_with_the_session(visit, server, messages):
    visitor = visit().open()
    for leave in ("another tab", "end-session"):
        address = sign_up(visitor, messages)
        secret = start_enrollment(visitor).get_by_test_id("otpauth").get_attribute("href").split("secret=")[1].split("&")[0]
        assert secret in kept(visitor)
        if leave == "another tab":
            first, visitor.page = visitor.page, visitor.new_page()
            visitor.open()
            sign_out(visitor)
            visitor.page.close()
            visitor.page = first
            look(visitor)
        else:
            visitor.page.goto(server.account + "/end-session")
            visitor.page.get_by_test_id("sign-out").click()
            expect(visitor.page.locator("h1")).to_have_text("You are signed out")
        expect_nothing_of(visitor, address)
        assert secret not in kept(visitor)
        visitor.open()


@pytest.mark.parametrize("step", ["code", "second factor"])
def test_another_user_finds_no_step_of_a_sign_in(visit, messages, step):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    if step == "second factor":
        enroll(visitor)
    sign_out(visitor)
    choose(visitor, address)
    code = messages.code(address)
    expect_focus(visitor, "code")
    if step == "second factor":
        enter_code(visitor, code)
        expect_focus(visitor, "second-factor-code")
    other = switch_user(visitor, messages)
    reload(visitor)
    expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text(other)
    expect_nothing_of(visitor, address)
    sign_out(visitor)
    expect(visitor.page.get_by_test_id("identifier-field")).to_have_value("")
    expect_nothing_of(visitor, address)


def test_code_of_a_device_ends_with_the_session(visit, server, messages):
    device, visitor = Device(server.account), visit().open()
    sign_up(visitor, messages)
    visitor.page.goto(device.codes["verification_uri"])
    visitor.page.get_by_test_id("code").fill(device.codes["user_code"])
    visitor.page.get_by_test_id("take-code").click()
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    assert device.codes["user_code"] in kept(visitor)
    visitor.page.goto(server.account + "/")
    sign_out(visitor)
    assert kept(visitor) == "{}"
    visitor.page.goto(device.codes["verification_uri"])
    expect(visitor.page.get_by_test_id("code")).to_have_value("")


def test_another_user_finds_no_code_of_a_device(visit, server, messages):
    device, visitor = Device(server.account), visit().open()
    sign_up(visitor, messages)
    visitor.page.goto(device.codes["verification_uri"])
    visitor.page.get_by_test_id("code").fill(device.codes["user_code"])
    visitor.page.get_by_test_id("take-code").click()
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    # The same user finds the device again.
    reload(visitor)
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    switch_user(visitor, messages)
    reload(visitor)
    expect(visitor.page.get_by_test_id("code")).to_have_value("")
    assert device.codes["user_code"] not in kept(visitor)


def test_second_factor_of_two_tabs_signs_in_once(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    authenticator, _ = enroll(visitor)
    sign_out(visitor)
    choose(visitor, address)
    enter_code(visitor, messages.code(address))
    expect_focus(visitor, "second-factor-code")
    # A copy of the tab has its storage.
    stored, first, visitor.page = kept(visitor), visitor.page, visitor.new_page()
    visitor.open()
    visitor.page.evaluate("stored => Object.assign(sessionStorage, JSON.parse(stored))", stored)
    reload(visitor)
    expect_focus(visitor, "second-factor-code")
    copy, visitor.page = visitor.page, first
    code = authenticator.code()
    enter_factor(visitor, code)
    visitor.expect_signed_in()
    visitor.page = copy
    enter_factor(visitor, code)
    expect(copy.get_by_test_id("form-problem")).to_be_visible()
    expect(copy.get_by_test_id("start-again")).to_be_visible()
    assert kept(visitor) == "{}"
    # The first tab has a session, which this one finds.
    reload(visitor)
    visitor.expect_signed_in()
