"""Letting a device in: its code, a sign-in, a yes or no, and the device gets its session."""

import threading

import pytest
from playwright.sync_api import expect

from device import Device
from haste import Haste
from relyingparties import ClientSecret
from server import running_server
from test_accessibility import assert_accessible


@pytest.fixture
def device(server):
    return Device(server.account)


def type_code(visitor, code: str) -> None:
    visitor.page.get_by_test_id("code").fill(code)
    visitor.page.get_by_test_id("take-code").click()


def test_a_code_typed_and_a_sign_in_let_a_device_in(visit, device):
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
    expect(visitor.page.get_by_test_id("network")).to_have_text("127.0.0.1 (your network)")
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.locator("h1")).to_have_text("You can go back to your device")
    waiting.join(60)
    assert answers[0]["user"]["identities"][0]["identifier"] == wallet["accounts"][0]


def test_a_link_with_the_code_asks_twice_and_does_nothing_by_itself(visit, device):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(device.codes["verification_uri_complete"])
    expect(visitor.page.locator("h1")).to_have_text("Does your device show this code?")
    expect(visitor.page.get_by_test_id("code")).to_have_value(device.codes["user_code"])
    assert device.poll()[1]["error"] == "authorization_pending"
    # The keyboard alone: heading, field, then the button.
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
    expect(visitor.page.get_by_test_id("not-me")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("h1")).to_have_text("The device was not signed in")
    assert device.poll()[1]["error"] == "access_denied"


@pytest.mark.parametrize("signed_in", [True, False], ids=["signed in", "signed out"])
def test_an_unknown_code_is_reported_before_the_user_signs_anything(visit, device, signed_in):
    visitor = visit()
    visitor.with_wallet()
    visitor.open()
    if signed_in:
        visitor.sign_in_with_ethereum()
    visitor.page.goto(device.codes["verification_uri"])
    for code, said in [("ABCD-EFGH", "eight letters without vowels"), ("BBBB-BBBB", "No device waits with this code")]:
        type_code(visitor, code)
        expect(visitor.page.get_by_test_id("code-problem")).to_contain_text(said)
        field = visitor.page.get_by_test_id("code")
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(visitor.page.get_by_test_id("code-problem").inner_text())
    type_code(visitor, device.codes["user_code"])
    expect(visitor.page.get_by_test_id("confirm-device" if signed_in else "sign-in")).to_be_visible()
    assert signed_in or visitor.page.evaluate("window.testWallets.fox.calls") == []


def test_who_is_signed_out_meanwhile_signs_in_and_goes_on(visit, device):
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
    expect(visitor.page.get_by_test_id("over")).to_be_visible()
    assert device.poll()[0] == 200


def test_a_click_that_nobody_meant_lets_no_device_in(visit, device):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    haste = Haste(visitor)
    visitor.page.goto(device.codes["verification_uri_complete"])
    visitor.page.get_by_test_id("take-code").click()
    haste.assert_in_vain()
    assert device.poll()[1]["error"] == "authorization_pending"
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("over")).to_be_visible()


def test_somebody_else_who_signs_in_meanwhile_is_asked_too(visit, device):
    visitor = visit()
    visitor.with_wallet()
    owl = visitor.with_wallet("owl", name="Test Owl", rdns="org.example.owl")
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(device.codes["verification_uri_complete"])
    visitor.page.get_by_test_id("take-code").click()
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    visitor.becomes_elsewhere("Test Owl")
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("person")).to_contain_text(owl["accounts"][0][:8])
    expect(visitor.page.get_by_test_id("note")).to_contain_text("There has been another sign-in here since")
    assert device.poll()[1]["error"] == "authorization_pending"
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("over")).to_be_visible()


def test_what_is_not_known_of_a_backends_device_is_not_told(visit, tmp_path, near_connect):
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
        expect(visitor.page.get_by_test_id("relay")).to_have_text("the server of Example Box")
        expect(visitor.page.get_by_test_id("warning")).to_contain_text("It is not known where the device is")
        shown = visitor.page.get_by_test_id("confirm-device")
        expect(shown).not_to_contain_text("another network")
        expect(shown).not_to_contain_text("127.0.0.1")
        expect(shown).not_to_contain_text("backend/1.0")
        assert_accessible(visitor)
        visitor.page.get_by_test_id("continue").click()
        expect(visitor.page.get_by_test_id("over")).to_be_visible()
        assert device.poll()[0] == 200


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1100])
def test_every_view_is_accessible(visit, device, scheme, width):
    visitor = visit(color_scheme=scheme, viewport={"width": width, "height": 720}, reduced_motion="reduce")
    visitor.with_wallet()
    visitor.page.goto(device.codes["verification_uri"])
    type_code(visitor, "nothing")
    expect(visitor.page.get_by_test_id("code-problem")).to_be_visible()
    assert_accessible(visitor)
    type_code(visitor, device.codes["user_code"])
    visitor.choose_ethereum()
    expect(visitor.page.get_by_test_id("confirm-device")).to_be_visible()
    assert_accessible(visitor)
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("over")).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
