"""The requests and bytes of a page load. Assets are not loaded again."""

import pytest
from playwright.sync_api import expect

# The account page reads four lists: sessions, second factors, apps and the activity.
REQUESTS, BYTES = 10, 96_000


class Traffic:
    """The requests of a page from now on, and their bytes with headers."""

    def __init__(self, visitor) -> None:
        self.addresses: dict[str, str] = {}
        self.cached: set[str] = set()
        self.bytes = 0
        session = visitor.context.new_cdp_session(visitor.page)
        session.on("Network.requestWillBeSent", lambda event: self.addresses.update({event["requestId"]: event["request"]["url"]}))
        session.on("Network.requestServedFromCache", lambda event: self.cached.add(event["requestId"]))
        session.on("Network.responseReceived", lambda event: self.cached.add(event["requestId"]) if event["response"].get("fromDiskCache") else None)
        session.on("Network.loadingFinished", self.finished)
        session.send("Network.enable")

    def finished(self, event) -> None:
        self.bytes += event["encodedDataLength"]

    @property
    def sent(self) -> list[str]:
        """The requests over the network. `data:` and `blob:` addresses need none."""
        return [url for name, url in self.addresses.items() if name not in self.cached and not url.startswith(("data:", "blob:"))]


def shown(visitor) -> None:
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("session")).to_have_count(1)
    visitor.page.wait_for_load_state("networkidle")


def test_account_page_loads_in_few_requests_and_bytes(visit, server):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    # The browser keeps its cookies and loses its cache.
    visitor.context.new_cdp_session(visitor.page).send("Network.clearBrowserCache")
    visitor.page.goto("about:blank")
    first = Traffic(visitor)
    visitor.page.goto(server.account + "/")
    shown(visitor)
    assert 3 < len(first.sent) <= REQUESTS, first.sent
    assert 10_000 < first.bytes <= BYTES

    visitor.page.goto("about:blank")
    again = Traffic(visitor)
    visitor.page.goto(server.account + "/")
    shown(visitor)
    assert [url for url in again.sent if "/assets/" in url] == []
    assert again.bytes < first.bytes / 4


@pytest.mark.parametrize("path", ["/device", "/end-session"])
def test_other_pages_load_in_few_requests_and_bytes(visit, server, path):
    visitor = visit()
    traffic = Traffic(visitor)
    visitor.page.goto(server.account + path)
    expect(visitor.page.locator("h1")).not_to_have_text("One moment")
    visitor.page.wait_for_load_state("networkidle")
    assert len(traffic.sent) <= REQUESTS, traffic.sent
    assert traffic.bytes <= BYTES


def test_wallet_frame_loads_its_script_one_language_and_one_style_sheet(visit, server):
    visitor = visit()
    scripts = []
    visitor.page.on("request", lambda request: scripts.append(request.url) if request.url.startswith(f"{server.wallet}/assets/") else None)
    frame = visitor.open().open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    assert len(scripts) == 3, scripts  # the script, the texts of one language and the style sheet
