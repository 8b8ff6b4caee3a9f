"""Signing in a device: its code, a sign-in, the decision, and the session of the device."""

import re
import threading

import pytest
from playwright.sync_api import expect

from accidental_clicks import AccidentalClicks
from appearances import assert_accessible
from client_secrets import ClientSecret
from device import Device
from server import running_server


@pytest.fixture
def device(server):
    return Device(server.account)


def type_code(visitor, code: str) -> None:
    visitor.page.get_by_test_id("code").fill(code)
    visitor.page.get_by_test_id("take-code").click()


def test_typed_code_and_sign_in_sign_in_device(visit, device):
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(device.wait()))
    waiting.start()
    visitor = visit()
    wallet = visitor.with_wallet()
    visitor.page.goto(device.codes["verification_uri"])
    expect(visitor.page.get_by_test_id("code")).to_be_focused()
    type_code(visitor, device.codes["user_code"].replace("-", " ").lower())
    expect(visitor.page.locator("h1")).to_have_text("Sign in to Doorward")
    expect(visitor.page.get_by_test_id("user-code")).to_have_text(device.codes["user_code"])
    visitor.choose_ethereum()
    expect(visitor.page.locator("h1")).to_have_text(f"Sign in the device that shows {device.codes['user_code']}?")
    expect(visitor.page.get_by_test_id("device")).to_have_text("ExampleTV/1.0")
    expect(visitor.page.get_by_test_id("network")).to_have_text(re.compile(r"^127\.0\.0\.1 \(your network\), \S"))
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.locator("h1")).to_have_text("You can go back to your device")
    waiting.join(60)
    assert answers[0]["user"]["identities"][0]["identifier"] == wallet["accounts"][0]


def test_link_with_code_signs_in_no_device_without_confirmation(visit, device):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(device.codes["verification_uri_complete"])
    expect(visitor.page.locator("h1")).to_have_text("Does your device show this code?")
    expect(visitor.page.get_by_test_id("code")).to_have_value(device.codes["user_code"])
    assert device.poll()[1]["error"] == "authorization_pending"
    # With the keyboard: heading, field, button.
    expect(visitor.page.locator("h1")).to_be_focused()
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_test_id("code")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_test_id("another-account")).to_be_focused()
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_test_id("continue")).to_be_focused()
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_test_id("deny")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("h1")).to_have_text("The device was not signed in")
    assert device.poll()[1]["error"] == "access_denied"


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("signed_in", [True, False], ids=["signed in", "signed out"])
def test_unknown_code_is_reported_before_sign_in(visit, device, signed_in):
    visitor = visit()
    visitor.with_wallet()
    visitor.open()
    if signed_in:
        visitor.sign_in_with_ethereum()
    visitor.page.goto(device.codes["verification_uri"])
    for code, expected in [("ABCD-EFGH", "eight letters without vowels"), ("BBBB-BBBB", "No device waits with this code")]:
        type_code(visitor, code)
        expect(visitor.page.get_by_test_id("code-problem")).to_contain_text(expected)
        field = visitor.page.get_by_test_id("code")
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(visitor.page.get_by_test_id("code-problem").inner_text())
    type_code(visitor, device.codes["user_code"])
    expect(visitor.page.get_by_test_id("confirm-device" if signed_in else "sign-in")).to_be_visible()
    assert signed_in or visitor.page.evaluate("window.testWallets.fox.calls") == []


@pytest.mark.only_in_test_all("a variant of test_other_user_who_signed_in_meanwhile_is_asked")
def test_user_signed_out_meanwhile_signs_in_and_continues(visit, device):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(device.codes["verification_uri_complete"])
    visitor.page.get_by_test_id("take-code").click()
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    other = visitor.new_page()
    other.goto(visitor.account)
    other.get_by_test_id("sign-out").click()
    expect(other.get_by_test_id("sign-in")).to_be_visible()
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("note")).to_contain_text("You are signed out here")
    visitor.choose_ethereum()
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("decided")).to_be_visible()
    assert device.poll()[0] == 200


def test_accidental_click_signs_in_no_device(visit, device):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    clicks = AccidentalClicks(visitor)
    visitor.page.goto(device.codes["verification_uri_complete"])
    visitor.page.get_by_test_id("take-code").click()
    clicks.assert_ignored()
    assert device.poll()[1]["error"] == "authorization_pending"
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("decided")).to_be_visible()


def test_other_user_who_signed_in_meanwhile_is_asked(visit, device):
    visitor = visit()
    visitor.with_wallet()
    owl = visitor.with_wallet("owl", name="Test Owl", rdns="org.example.owl")
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(device.codes["verification_uri_complete"])
    visitor.page.get_by_test_id("take-code").click()
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    visitor.switch_user_in_other_tab("Test Owl")
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("account-name")).to_contain_text(owl["accounts"][0][:8])
    expect(visitor.page.get_by_test_id("note")).to_contain_text("Another account has signed in here since")
    assert device.poll()[1]["error"] == "authorization_pending"
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("decided")).to_be_visible()


def test_device_of_backend_shows_only_known_facts(visit, tmp_path, near_connect):
    secret = ClientSecret.new()
    box = {"id": "box", "name": "Example Box", "device_authorization": True, "client_secret_hash": secret.hash}
    with running_server(tmp_path / "boxes", near_connect, applications=[{"id": "default"}, box]) as server:
        client = {"client_id": "box", "client_secret": secret.text}
        device = Device(server.account, "openid", "backend/1.0", client)
        visitor = visit(account=server.account)
        visitor.with_wallet()
        visitor.open().sign_in_with_ethereum()
        visitor.page.goto(device.codes["verification_uri_complete"])
        visitor.page.get_by_test_id("take-code").click()
        expect(visitor.page.get_by_test_id("relay")).to_have_text(re.compile(r"^the server of Example Box, \S"))
        expect(visitor.page.get_by_test_id("warning")).to_contain_text("The location of the device is unknown")
        shown = visitor.page.get_by_test_id("confirm-device")
        expect(shown).not_to_contain_text("another network")
        expect(shown).not_to_contain_text("127.0.0.1")
        expect(shown).not_to_contain_text("backend/1.0")
        assert_accessible(visitor)
        visitor.page.get_by_test_id("continue").click()
        expect(visitor.page.get_by_test_id("decided")).to_be_visible()
        assert device.poll()[0] == 200
