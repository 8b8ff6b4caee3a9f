"""EIP-6963: the wallets that the page lists."""

import pytest
from playwright.sync_api import expect

from visitor import ICON, uuid


def rows(visitor):
    return visitor.page.get_by_test_id("ethereum-wallet")


def test_wallets_are_listed_with_name_icon_and_domain(visit):
    visitor = visit()
    visitor.with_wallet("fox")
    visitor.with_wallet("owl", name="Test Owl", rdns="org.example.owl")
    visitor.open().open_wallets()
    expect(rows(visitor)).to_have_count(2)
    expect(rows(visitor).first).to_contain_text("Test Fox")
    expect(rows(visitor).first).to_contain_text("org.example.fox")
    expect(rows(visitor).first.locator("img")).to_have_attribute("src", ICON)
    visitor.sign_in_with_ethereum("Test Owl")


def test_late_wallet_is_added_at_end(visit):
    visitor = visit()
    visitor.with_wallet("fox")
    visitor.with_wallet("owl", name="Test Owl", late=True)
    visitor.open().open_wallets()
    expect(rows(visitor)).to_have_count(1)
    visitor.page.evaluate("window.testWallets.owl.announce()")
    expect(rows(visitor)).to_have_count(2)
    expect(rows(visitor).nth(1)).to_contain_text("Test Owl")


def test_page_without_wallet_shows_help_and_looks_again(visit):
    visitor = visit()
    visitor.with_wallet("owl", name="Test Owl", late=True)
    visitor.open().open_wallets()
    help = visitor.page.get_by_test_id("no-wallet")
    expect(help).to_contain_text("install a wallet")
    expect(help).to_contain_text("your wallet app's own browser")
    expect(visitor.page.get_by_test_id("wallets-step")).to_contain_text("If you have none, choose another way to sign in.")
    expect(visitor.page.get_by_test_id("near-wallet")).to_be_visible()
    visitor.page.evaluate("addEventListener('eip6963:requestProvider', () => window.testWallets.owl.announce())")
    visitor.page.get_by_test_id("look-again").click()
    visitor.sign_in_with_ethereum("Test Owl")


def test_global_wallet_is_used_without_announcements(visit):
    visitor = visit()
    visitor.with_wallet("old", legacy=True)
    visitor.open().open_wallets()
    expect(rows(visitor)).to_have_count(1)
    visitor.sign_in_with_ethereum("Browser wallet")


@pytest.mark.only_in_test_all("Tests/Server/Page/ethereum.test.mjs decides which announcements count")
def test_announced_wallet_replaces_global_wallet(visit):
    visitor = visit()
    visitor.with_wallet("old", legacy=True)
    visitor.with_wallet("fox")
    visitor.open().open_wallets()
    expect(rows(visitor)).to_have_count(1)
    expect(rows(visitor)).to_contain_text("Test Fox")


@pytest.mark.only_in_test_all("Tests/Server/Page/ethereum.test.mjs decides which announcements count")
def test_icon_that_is_not_an_image_is_replaced(visit):
    visitor = visit()
    for key, icon in enumerate(["javascript:alert(1)", "https://tracker.example/icon.png", "data:text/html,<script>alert(1)</script>", 7]):
        visitor.with_wallet(f"hostile{key}", name=f"Hostile {key}", icon=icon)
    visitor.open().open_wallets()
    expect(rows(visitor)).to_have_count(4)
    # The page's own picture is a shape, and no image.
    expect(rows(visitor).locator(".glyph")).to_have_count(4)
    expect(rows(visitor).locator("img")).to_have_count(0)


def test_svg_icon_runs_no_script(visit):
    visitor = visit()
    svg = ("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'>"
           "<script>window.top.testSvgRan = true; alert(1)</script><rect width='9' height='9'/></svg>")
    visitor.with_wallet("fox", icon=svg)
    visitor.open().open_wallets()
    icon = rows(visitor).locator("img")
    expect(icon).to_have_attribute("src", svg)
    assert icon.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    assert visitor.page.evaluate("window.testSvgRan") is None
    assert visitor.page.locator("svg").count() == 0


def test_markup_in_name_is_text(visit):
    visitor = visit()
    visitor.with_wallet("fox", name="<img src=x onerror=alert(1)><b>Fox</b>")
    visitor.open().open_wallets()
    expect(rows(visitor)).to_contain_text("<img src=x onerror=alert(1)>")
    assert rows(visitor).locator("b").count() == 0


def test_long_or_deceptive_name_is_cleaned(visit):
    visitor = visit()
    visitor.with_wallet("huge", name="F" * 100_000)
    visitor.with_wallet("mirror", name="\u202exoF tseT\u0000\n\t\u200b fox")
    visitor.with_wallet("empty", name="\u200b \u0000")
    visitor.open().open_wallets()
    expect(rows(visitor)).to_have_count(2)
    names = rows(visitor).locator(".choice-name").all_inner_texts()
    assert names == ["F" * 39 + "…", "xoF tseT fox"]
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.only_in_test_all("Tests/Server/Page/ethereum.test.mjs decides which announcements count")
def test_second_announcement_of_id_is_ignored(visit):
    visitor = visit()
    fox = visitor.with_wallet("fox")
    attacker = visitor.with_wallet("attacker", name="Attacker", uuid=fox["uuid"].upper(), rdns="org.example.attacker")
    assert attacker["accounts"] != fox["accounts"]
    visitor.open().open_wallets()
    visitor.page.evaluate("window.testWallets.attacker.announce()")
    expect(rows(visitor)).to_have_count(1)
    visitor.sign_in_with_ethereum()
    expect(visitor.page.get_by_test_id("identifier")).to_have_attribute("title", fox["accounts"][0])
    assert visitor.page.evaluate("window.testWallets.attacker.calls") == []


@pytest.mark.only_in_test_all("Tests/Server/Page/ethereum.test.mjs decides which announcements count")
def test_announcement_cannot_be_changed_later(visit):
    visitor = visit()
    visitor.with_wallet("fox", late=True)
    visitor.open().open_wallets()
    visitor.page.evaluate("""uuid => {
      const info = { uuid, name: "First", icon: "", rdns: "org.example.first" };
      const attacker = { request: async () => { window.testAttackerAsked = true; return []; } };
      const detail = { info, provider: window.testWallets.fox.provider };
      dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
      info.name = "Second"; detail.provider = attacker;
    }""", uuid())
    expect(rows(visitor)).to_contain_text("First")
    visitor.sign_in_with_ethereum("First")
    assert visitor.page.evaluate("window.testAttackerAsked") is None


@pytest.mark.only_in_test_all("Tests/Server/Page/ethereum.test.mjs decides which announcements count")
def test_invalid_announcements_are_ignored(visit):
    visitor = visit()
    visitor.with_wallet("fox")
    visitor.open().open_wallets()
    visitor.page.evaluate("""uuid => {
      const provider = () => ({ request: async () => [] });
      const good = () => ({ uuid, name: "Bad", icon: "", rdns: "org.example.bad" });
      const announce = (detail) => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
      for (const detail of [undefined, null, 7, {}, { info: good() }, { info: good(), provider: {} },
        { info: { ...good(), uuid: "not-a-uuid" }, provider: provider() },
        { info: { ...good(), rdns: "javascript:alert(1)" }, provider: provider() },
        { info: { ...good(), name: {} }, provider: provider() },
        { get info() { throw new Error("trap"); }, provider: provider() }]) announce(detail);
    }""", uuid())
    expect(rows(visitor)).to_have_count(1)


@pytest.mark.only_in_test_all("Tests/Server/Page/ethereum.test.mjs decides which announcements count")
def test_number_of_wallets_is_bounded(visit):
    visitor = visit()
    visitor.with_wallet("fox")
    visitor.open().open_wallets()
    visitor.page.evaluate("""() => {
      for (let index = 0; index < 2000; index += 1) dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: {
        info: { uuid: crypto.randomUUID(), name: `Flood ${index}`, icon: "", rdns: "org.example.flood" },
        provider: { request: async () => [] } } }));
    }""")
    assert rows(visitor).count() == 40
