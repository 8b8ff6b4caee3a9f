"""A user with a browser: fresh storage, wallets that make real signatures, and a record of errors of the page."""

import itertools
import json
import re
from pathlib import Path

from playwright.sync_api import Browser, FrameLocator, Locator, Page, Request, expect

from keys import EthereumKeys, NearKey

HERE = Path(__file__).parent
expect.set_options(timeout=20_000)  # generous, for a busy machine
_numbers = itertools.count(1)

# A small real picture: most wallets announce a PNG or an SVG.
ICON = ("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E"
        "%3Crect width='40' height='40' rx='10' fill='%23e8833a'/%3E"
        "%3Cpath d='M11 26 20 11l9 15z' fill='%23fff'/%3E%3C/svg%3E")

_WATCH = """
document.addEventListener("securitypolicyviolation", (event) => {
  window.testViolation(`${event.effectiveDirective} stopped ${event.blockedURI} in ${event.documentURI}`);
});
"""

# Whether the browser says that it can make a passkey automatically. This one has no password manager. It does not refuse to make
# one, but leaves the request open, so that each sign-in with a password would wait for the longest time that the page allows.
AUTOMATIC_PASSKEYS = """
const ownCapabilities = globalThis.PublicKeyCredential?.getClientCapabilities.bind(PublicKeyCredential);
if (ownCapabilities) {
  PublicKeyCredential.getClientCapabilities = async () => ({ ...await ownCapabilities(), conditionalCreate: %s });
}
"""


def uuid() -> str:
    return f"00000000-0000-4000-8000-{next(_numbers):012x}"


class Visitor:
    def __init__(self, browser: Browser, account: str, **context: object) -> None:
        self.account = account
        self.ethereum = EthereumKeys()
        self.near = NearKey()
        self.approvals: list[tuple[str, str]] = []
        self.violations: list[str] = []
        self.complaints: list[str] = []
        self.dialogs: list[str] = []
        # A click waits until its control stands still, which takes half of a test's time if the views move.
        self.context = browser.new_context(**{"locale": "en-US", "reduced_motion": "reduce", **context})
        self.context.set_default_timeout(20_000)
        self.context.expose_binding("testViolation", lambda _, text: self.violations.append(text))
        self.context.expose_binding("testEthereumSign", lambda _, message, address: self.ethereum.personal_sign(message, address))
        self.context.expose_binding("testNearApproval", lambda _, wallet, what: self.approvals.append((wallet, what)))
        self.context.expose_binding("testNearAccount", lambda _: self.near_account())
        self.context.expose_binding("testNearSign", lambda _, request: self.near_sign(request))
        self.context.add_init_script(_WATCH)
        self.context.add_init_script(AUTOMATIC_PASSKEYS % "false")
        self._waiting: set[Request] = set()
        self.context.on("request", lambda request: self._waiting.add(request))
        self.context.on("requestfinished", lambda request: self._waiting.discard(request))
        self.context.on("requestfailed", lambda request: self._waiting.discard(request))
        self.page: Page = self.new_page()

    def near_account(self) -> dict[str, str]:
        return {"accountId": self.near.account, "publicKey": self.near.public_key}

    def near_sign(self, request: dict) -> dict[str, str]:
        return self.near_account() | {"signature": self.near.sign(**request)}

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))
        # Playwright takes over file choosers when the first listener is added, and does not wait until it has done so.
        page.on("filechooser", lambda chooser: None)
        return page

    def with_wallet(self, key: str = "fox", **settings: object) -> dict:
        """Adds an Ethereum wallet to this browser. Call this before the page is opened."""
        wallet = {
            "key": key, "uuid": uuid(), "name": "Test Fox", "icon": ICON, "rdns": "org.example.fox",
            "accounts": [self.ethereum.new()],
        } | settings
        script = (HERE / "ethereum-wallet.js").read_text().replace("__WALLETS__", json.dumps([wallet]))
        # Each wallet has its own script, which adds to the earlier ones.
        script = script.replace("window.testWallets = {};", "window.testWallets ??= {};")
        self.context.add_init_script(script)
        return wallet

    # The waits of many tests: `wait_for` looks again after 20 ms, `expect` after 100 ms.

    def go_home(self) -> None:
        """Loads the account page without the step that the tab has kept."""
        if self.page.url.startswith(self.account):
            self.page.evaluate("sessionStorage.clear()")
        self.page.goto(self.account + "/")

    def open(self) -> "Visitor":
        self.go_home()
        self.page.locator("h1", has_not_text="One moment").wait_for()
        return self

    def fast_forward(self, time: str) -> None:
        """Lets time pass on a page whose clock is installed.

        Each answer of the server sets the page's clock right, so those that are under way arrive before. The page reads
        an answer a moment after it has arrived, and may ask again.
        """
        quiet = 0
        while quiet < 5:
            self.page.wait_for_timeout(20)
            quiet = 0 if self._waiting else quiet + 1
        self.context.clock.fast_forward(time)

    # Actions of the user

    def open_wallets(self) -> "Visitor":
        """Opens the list of wallets, if the page has one row for it."""
        row = self.page.get_by_test_id("wallets")
        row.or_(self.page.get_by_test_id("near-wallet")).or_(self.page.get_by_test_id("ethereum-wallets")).first.wait_for()
        if row.is_visible():
            row.click()
        return self

    def choose_ethereum(self, name: str = "Test Fox") -> None:
        self.open_wallets()
        self.page.get_by_test_id("ethereum-wallet").filter(has_text=name).click()

    def sign_in_with_ethereum(self, name: str = "Test Fox") -> None:
        self.choose_ethereum(name)
        self.expect_signed_in()

    def add(self, way: str) -> None:
        """Chooses a way to sign in that the account does not have yet, such as "email"."""
        if self.page.get_by_test_id("link-dialog").count() == 0:
            self.page.get_by_test_id("link-identity").click()
        self.page.get_by_test_id("link-dialog").get_by_test_id(f"add-{way}").click()

    def switch_user_in_other_tab(self, name: str) -> None:
        """Signs out in another tab, and signs in there with another wallet."""
        other = self.new_page()
        other.goto(self.account)
        other.get_by_test_id("sign-out").click()
        # The last sign-in of this browser was with a wallet, so the page lists the wallets.
        other.get_by_test_id("ethereum-wallet").filter(has_text=name).click()
        expect(other.get_by_test_id("account")).to_be_visible()

    def _expect(self, place: Locator) -> None:
        """Waits for the place after a sign-in. A new user of a code gives no name."""
        skip = self.page.get_by_test_id("skip-name")
        # A step that has succeeded stays for a moment.
        expect(self.page.locator(".busy, .done")).to_have_count(0)
        place.or_(skip).first.wait_for()
        if skip.is_visible():
            skip.click()
            place.wait_for()

    def expect_signed_in(self) -> None:
        self._expect(self.page.get_by_test_id("account"))

    def expect_signed_out(self) -> None:
        self.page.get_by_test_id("sign-in").wait_for()

    def expect_back_in_the_app(self, named: bool = False) -> None:
        """Waits for the app. `named`: the step for the name is over, although the page may still show it."""
        app = self.page.get_by_role("heading", name="Back in the app", exact=True)
        if named:
            app.wait_for()
        else:
            self._expect(app)
        # The heading can be seen before the navigation has ended. It would interrupt the next one.
        self.page.wait_for_url(re.compile(r"^http://127\.0\.0\.1:\d+/"))

    def open_near(self) -> FrameLocator:
        self.open_wallets()
        self.page.get_by_test_id("near-wallet").click()
        return self.page.frame_locator("[data-testid=wallet-frame]")

    def choose_near(self, wallet: str) -> FrameLocator:
        frame = self.open_near()
        frame.locator(f"[data-wallet={wallet}]").click()
        return frame

    def expect_problem(self, text: str) -> None:
        expect(self.page.get_by_test_id("problem")).to_contain_text(text)

    # Checks of every visit

    def assert_clean(self) -> None:
        """Checks that the page broke no content security policy, threw nothing, logged no warning and opened no dialog.
        The browser logs every error status of the server; these logs are expected."""
        complaints = [text for text in self.complaints if not text.startswith("Failed to load resource")]
        assert self.violations == [], self.violations
        assert complaints == [], complaints
        assert self.dialogs == []
