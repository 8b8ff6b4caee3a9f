"""Each kind of authenticator through the life of a passkey: sign-up, addition, sign-in, autofill, second device, second factor,
removal, and the upgrade of a user with a password. If a kind cannot take a step, the test expects
the refusal."""

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from authenticator_app import enroll, use_recovery_code
from identifiers import expect_form_problem, sign_in_with_password, sign_out, sign_up
from messages import Messages
from test_passkey_card import remove, until
from test_passkey_upgrade import MANAGER
from virtual_authenticators import (
    Authenticator, add_passkey, entries, expect_agreement, passkey_site, pick_suggestion, sign_in_with_passkey,
    sign_up_with_passkey, with_suggestions)
from visitor import AUTOMATIC_PASSKEYS

# Asks for extensions beside those of the page, as a password manager or another page of the site does.
EXTENSIONS = """
window.testExtensions = [];
for (const [name, extensions] of Object.entries({ create: %s, get: %s })) {
  const own = navigator.credentials[name].bind(navigator.credentials);
  navigator.credentials[name] = async (options) => {
    const credential = await own({ ...options, publicKey: {
      ...options.publicKey, extensions: { ...options.publicKey.extensions, ...extensions } } });
    const { prf } = credential.getClientExtensionResults();
    window.testExtensions.push(name === "create" ? prf?.enabled : prf?.results?.first.byteLength);
    return credential;
  };
}
"""
# Writes a blob at the first sign-in and reads it at later ones. Only an assertion that names its passkey can write (WebAuthn
# L3 §10.1.5).
LARGE_BLOB = """
window.testExtensions = [];
let passkey, isWritten = false;
for (const name of ["create", "get"]) {
  const own = navigator.credentials[name].bind(navigator.credentials);
  navigator.credentials[name] = async (options) => {
    const writes = name === "get" && passkey !== undefined && !isWritten;
    const largeBlob = name === "create" ? { support: "required" }
      : writes ? { write: new TextEncoder().encode("a blob") } : { read: true };
    const credential = await own({ ...options, publicKey: {
      ...options.publicKey, ...(writes ? { allowCredentials: [{ type: "public-key", id: passkey }] } : {}),
      extensions: { ...options.publicKey.extensions, largeBlob } } });
    const outputs = credential.getClientExtensionResults().largeBlob;
    if (name === "create") passkey = credential.rawId;
    isWritten ||= outputs?.written === true;
    window.testExtensions.push(outputs?.supported ?? outputs?.written ?? new TextDecoder().decode(outputs?.blob));
    return credential;
  };
}
"""
NOT_MADE, NOT_USED = "No passkey was created.", "No passkey was used."
SALT = "{ prf: { eval: { first: new Uint8Array(32) } } }"


@dataclass(frozen=True)
class Kind:
    options: dict = field(default_factory=dict)
    # Whether it makes no passkey, and finds none without a user name. It gets the passkey of another authenticator, with these
    # changes, and proves it as a second factor.
    is_factor_only: bool = False
    changes: dict = field(default_factory=dict)
    backup: str = "Only on one device"
    # A script, and what it has seen of a registration and of two sign-ins.
    script: str = ""
    outputs: list = field(default_factory=list)


OF_FIRST_GENERATION = {"protocol": "u2f", "transport": "usb", "hasResidentKey": False, "hasUserVerification": False,
                       "isUserVerified": False}
KINDS = {
    "resident": Kind(),
    "security key": Kind({"transport": "usb"}),
    "U2F": Kind(OF_FIRST_GENERATION, is_factor_only=True, changes={
        "isResidentCredential": False, "userHandle": None, "backupEligibility": None, "backupState": None}),
    # Chromium wants a PIN for a passkey that needs no user name.
    "no user verification": Kind(
        {"transport": "usb", "hasUserVerification": False, "isUserVerified": False}, is_factor_only=True),
    "not backed up yet": Kind({"defaultBackupEligibility": True, "defaultBackupState": False}),
    "backed up": Kind({"defaultBackupEligibility": True, "defaultBackupState": True}, backup="Synced"),
    "large blob": Kind({"hasLargeBlob": True, "ctap2Version": "ctap2_1"}, outputs=[True, True, "a blob"],
                       script=LARGE_BLOB),
    "PRF": Kind({"hasPrf": True, "ctap2Version": "ctap2_1"}, outputs=[True, 32, 32],
                script=EXTENSIONS % (SALT, SALT)),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with passkey_site(tmp_path_factory.mktemp("kinds")) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


@pytest.fixture(params=KINDS, ids=lambda name: name)
def kind(request) -> Kind:
    return KINDS[request.param]


def new_visitor(visit, kind: Kind, *scripts: str):
    visitor = visit()
    for script in (kind.script, *scripts):
        visitor.context.add_init_script(script)
    with_suggestions(visitor)
    visitor.authenticator = Authenticator(visitor, **kind.options)
    return visitor.open()


def expect_refused_sign_in(visitor) -> None:
    """The button finds no passkey."""
    visitor.page.get_by_test_id("passkey").click()
    visitor.expect_problem(NOT_USED)
    visitor.page.get_by_test_id("retry").click()
    visitor.expect_problem(NOT_USED)
    visitor.page.get_by_test_id("other-ways").click()


@pytest.mark.sampled(at_most=2)
def test_a_passkey_alone_signs_up(visit, kind):
    visitor = new_visitor(visit, kind)
    if kind.is_factor_only:
        visitor.page.get_by_test_id("passkey-sign-up").click()
        visitor.page.get_by_test_id("passkey-sign-up-form-submit").click()
        expect_form_problem(visitor, NOT_MADE)
        assert visitor.authenticator.credentials == []
        return
    sign_up_with_passkey(visitor, "Ada")
    expect(visitor.page.get_by_test_id("passkey-backup")).to_have_text(kind.backup)
    for _ in range(2):
        sign_out(visitor)
        sign_in_with_passkey(visitor)
    assert visitor.page.evaluate("window.testExtensions ?? []") == kind.outputs
    expect_agreement(visitor, visitor.authenticator)


def with_passkey(visit, messages, kind: Kind):
    """A user with a password whose passkey the authenticator holds."""
    visitor = new_visitor(visit, kind)
    visitor.address = sign_up(visitor, messages)
    if not kind.is_factor_only:
        add_passkey(visitor, 1)
        return visitor
    visitor.add("passkey")
    expect(visitor.page.get_by_test_id("toast")).to_contain_text(NOT_MADE)
    expect(entries(visitor)).to_have_count(0)
    visitor.authenticator.unplug()
    maker = Authenticator(visitor, transport="usb")
    add_passkey(visitor, 1)
    visitor.authenticator = Authenticator(visitor, **kind.options).moved_from(maker, **kind.changes)
    return visitor


def carry(visitor, device, kind: Kind) -> None:
    """The user uses the passkey at the other device. A copy that both devices use would be refused, by its counter."""
    device.authenticator.unplug()
    device.authenticator = Authenticator(device, **kind.options).moved_from(visitor.authenticator, **kind.changes)
    visitor.authenticator = Authenticator(visitor, **kind.options)


def expect_sign_ins(visitor, kind: Kind, address: str) -> None:
    """The button and the field sign in, or are refused."""
    if kind.is_factor_only:
        expect_refused_sign_in(visitor)
    else:
        sign_in_with_passkey(visitor)
        expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text(address)
        sign_out(visitor)
    if kind.options.get("transport") == "usb":
        # The browser suggests passkeys of the device alone, and says so.
        assert visitor.page.evaluate("PublicKeyCredential.getClientCapabilities().then((can) => can.conditionalGet)") is False
        assert visitor.page.evaluate("window.testSuggestions") == []
        return
    pick_suggestion(visitor)
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text(address)
    sign_out(visitor)


def confirm_with_passkey(visitor, address: str) -> None:
    """Signs in with the password and the passkey, and signs out."""
    sign_in_with_password(visitor, address)
    expect(visitor.page.get_by_role("heading", name="Confirm with a passkey")).to_be_visible()
    visitor.page.get_by_test_id("second-factor-submit").click()
    visitor.expect_signed_in()
    sign_out(visitor)


def recover(visitor, codes: list[str]) -> None:
    """Proves the second factor with a recovery code."""
    use_recovery_code(visitor, codes.pop())
    visitor.page.get_by_test_id("continue-signed-in").click()
    visitor.expect_signed_in()


@pytest.mark.sampled(at_most=1)
def test_an_added_passkey_from_its_first_sign_in_to_its_removal(visit, messages, kind):
    visitor = with_passkey(visit, messages, kind)
    expect(visitor.page.get_by_test_id("passkey-backup")).to_have_text(kind.backup)
    sign_out(visitor)
    laptop = new_visitor(visit, kind)

    # Sign-in and autofill, here and on a second device.
    expect_sign_ins(visitor, kind, visitor.address)
    carry(visitor, laptop, kind)
    expect_sign_ins(laptop, kind, visitor.address)
    carry(laptop, visitor, kind)

    # Second factor, here and on the second device.
    sign_in_with_password(visitor, visitor.address)
    visitor.expect_signed_in()
    _, codes = enroll(visitor)
    sign_out(visitor)
    confirm_with_passkey(visitor, visitor.address)
    carry(visitor, laptop, kind)
    confirm_with_passkey(laptop, visitor.address)
    carry(laptop, visitor, kind)
    if not kind.is_factor_only:
        # The passkey has two factors of its own.
        sign_in_with_passkey(visitor)
        sign_out(visitor)

    # Removal, by a session that does not rest on the passkey.
    sign_in_with_password(visitor, visitor.address)
    expect(visitor.page.get_by_role("heading", name="Confirm with a passkey")).to_be_visible()
    recover(visitor, codes)
    remove(visitor)
    expect(entries(visitor)).to_have_count(0)
    if not kind.is_factor_only:
        until(visitor, lambda: visitor.authenticator.credentials == [])
    sign_out(visitor)
    sign_in_with_password(visitor, visitor.address)
    expect(visitor.page.get_by_test_id("use-recovery_code")).to_be_visible()
    expect(visitor.page.get_by_role("heading", name="Confirm with a passkey")).to_have_count(0)
    expect(visitor.page.get_by_test_id("use-passkey")).to_have_count(0)


@pytest.mark.sampled(at_most=1)
def test_a_sign_in_with_a_password_makes_a_passkey(visit, messages, kind):
    first = visit().open()
    address = sign_up(first, messages)
    visitor = new_visitor(visit, kind, AUTOMATIC_PASSKEYS % "true", MANAGER)
    sign_in_with_password(visitor, address)
    visitor.expect_signed_in()
    assert visitor.page.evaluate("window.testMade") == ["conditional"]
    count = 0 if kind.is_factor_only else 1
    expect(entries(visitor)).to_have_count(count)
    assert len(expect_agreement(visitor, visitor.authenticator)) == count
