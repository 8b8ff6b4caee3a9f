"""An authenticator app: it reads the QR code of the page and computes codes (RFC 6238)."""

import base64
import hashlib
import hmac
import struct
import subprocess
import time
from urllib.parse import parse_qs, unquote, urlsplit

from playwright.sync_api import Locator, expect

from identifiers import fill_code

PERIOD = 30


def decoded(picture: bytes) -> str:
    """The text of the only QR code in a PNG, read by zbar."""
    done = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "-"], input=picture, capture_output=True, timeout=30)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().rstrip("\n")


class Authenticator:
    def __init__(self, uri: str) -> None:
        """`uri`: as in the QR code, with the parameters that every app supports."""
        parts = urlsplit(uri)
        parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
        assert (parts.scheme, parts.netloc) == ("otpauth", "totp")
        assert {name: parameters.get(name) for name in ("algorithm", "digits", "period")} == {
            "algorithm": "SHA1", "digits": "6", "period": str(PERIOD)}
        self.label = unquote(parts.path.lstrip("/"))
        self.secret = parameters["secret"]
        self._last = 0

    def _code(self, step: int) -> str:
        key = base64.b32decode(self.secret + "=" * (-len(self.secret) % 8))
        digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
        at = digest[-1] & 15
        return f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"

    def code(self) -> str:
        """A code that was not used yet. The server accepts the step before the present one, and the one after it, so that
        a test can use at least two codes without waiting."""
        now = time.time()
        present = int(now) // PERIOD
        # At the end of a step, the step before it may be too old when the server reads the code.
        earliest = present - 1 if now % PERIOD < PERIOD / 2 else present
        self._last = max(self._last + 1, earliest)
        assert self._last <= int(time.time()) // PERIOD + 1, "the test uses more codes than the time has"
        return self._code(self._last)

    def wrong_code(self) -> str:
        """A code that the server accepts at no step near the present one."""
        present = int(time.time()) // PERIOD
        right = {self._code(step) for step in range(present - 3, present + 4)}
        return next(code for code in ("000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777") if code not in right)


def start_enrollment(visitor) -> Locator:
    visitor.page.get_by_test_id("add-authenticator").click()
    dialog = visitor.page.get_by_test_id("enrollment-dialog")
    dialog.wait_for()
    return dialog


def confirm_enrollment(dialog: Locator, code: str) -> None:
    fill_code(dialog.get_by_test_id("second-factor-code"), dialog.get_by_test_id("enrollment-submit"), code)


def enroll(visitor) -> tuple[Authenticator, list[str]]:
    """Adds the first authenticator of a signed-in user. Returns it with the recovery codes."""
    dialog = start_enrollment(visitor)
    authenticator = Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href"))
    confirm_enrollment(dialog, authenticator.code())
    shown = visitor.page.get_by_test_id("codes").get_by_role("listitem")
    expect(shown).to_have_count(10)
    codes = shown.all_inner_texts()
    visitor.page.get_by_test_id("codes-saved").click()
    expect(visitor.page.get_by_test_id("second-factor")).to_have_count(1)
    return authenticator, codes


def enter_factor(visitor, code: str) -> None:
    fill_code(visitor.page.get_by_test_id("second-factor-code"), visitor.page.get_by_test_id("second-factor-submit"), code)


def use_recovery_code(visitor, code: str) -> None:
    visitor.page.get_by_test_id("use-recovery_code").click()
    enter_factor(visitor, code)
