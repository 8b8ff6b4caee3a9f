"""The language of the page: its first view on a small screen, and the messages that it causes."""

import pytest
from playwright.sync_api import expect

from appearances import room
from identifiers import start_sign_up
from languages import SHOWN
from messages import Messages, new_address
from server import running_server
from texts import LANGUAGES, RIGHT_TO_LEFT, keys, read

SMALL = {"viewport": {"width": 320, "height": 720}, "reduced_motion": "reduce"}


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    limits = {"code_pause": 0, "sign_in_per_minute": 1000, "code_per_hour_and_network": 1000}
    with running_server(tmp_path_factory.mktemp("languages"), near_connect, rate_limits=limits) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def texts(tag: str) -> dict:
    return keys(read(LANGUAGES / f"{tag}.json"))


def opened(visit, tag: str, path: str = "/"):
    visitor = visit(locale=tag, **SMALL)
    visitor.page.goto(visitor.account + path)
    expect(visitor.page.locator("main")).not_to_have_attribute("aria-busy", "true")
    return visitor


@pytest.mark.parametrize("tag", SHOWN)
def test_start_is_in_the_language_and_has_room(visit, tag):
    visitor = opened(visit, tag)
    root = visitor.page.locator("html")
    expect(root).to_have_attribute("lang", tag)
    expect(root).to_have_attribute("dir", "rtl" if tag in RIGHT_TO_LEFT else "ltr")
    # A page that runs from right to left isolates the name.
    name = "\u2068Doorward\u2069" if tag in RIGHT_TO_LEFT else "Doorward"
    expect(visitor.page.locator("h1")).to_have_text(texts(tag)["signIn.titleFor"].replace("{name}", name))
    assert room(visitor.page) == []


def test_message_has_the_language_of_the_page(visit, messages):
    visitor = opened(visit, "fr", "/?ui_locales=de")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    address = new_address()
    start_sign_up(visitor, address)
    expect(visitor.page.get_by_test_id("code-step")).to_be_visible()
    subject = read(LANGUAGES / "de.json")["mail"]["messages"]["sign_up_code"]["subject"]
    sent = messages.next(address)
    assert sent.startswith(subject.replace("{{application}}", "Doorward").replace("{{code}}", sent[-6:]))


def test_language_is_chosen_on_the_sign_in_page(visit):
    visitor = opened(visit, "en-US")
    page, root, switch = visitor.page, visitor.page.locator("html"), visitor.page.get_by_test_id("language-switch")
    assert switch.locator("option").evaluate_all("all => all.map((one) => one.value).sort()") == sorted(path.stem for path in LANGUAGES.glob("*.json"))
    page.get_by_test_id("identifier-field").fill("ada@example.com")
    switch.focus()
    for tag, direction in (("de", "ltr"), ("ar", "rtl"), ("de", "ltr")):
        switch.select_option(tag)
        expect(root).to_have_attribute("lang", tag)
        expect(root).to_have_attribute("dir", direction)
        expect(page.locator("h1")).to_contain_text(texts(tag)["signIn.titleFor"].split("{name}")[0].strip() or "Doorward")
        expect(page.locator("footer")).to_contain_text(keys(read(LANGUAGES / f"{tag}.json"))["html.footer"])
        expect(switch).to_have_attribute("aria-label", texts(tag)["profile.language"])
        expect(switch).to_be_focused()
        expect(page.get_by_test_id("identifier-field")).to_have_value("ada@example.com")
        assert room(page) == []
    # The choice is that of this browser, and outranks the wish of an app.
    page.goto(visitor.account + "/?ui_locales=fr")
    expect(root).to_have_attribute("lang", "de")
    # A step would start again, so it has no choice.
    page.get_by_test_id("identifier-field").fill("ada@example.com")
    page.get_by_test_id("identifier-form-submit").click()
    expect(page.get_by_test_id("password")).to_be_visible()
    expect(page.get_by_test_id("language-switch")).to_be_hidden()


def test_page_stays_in_its_language_without_the_texts_of_another(visit):
    visitor = opened(visit, "en-US")
    visitor.page.route("**/assets/texts-de.*.js", lambda route: route.abort())
    visitor.page.get_by_test_id("language-switch").select_option("de")
    expect(visitor.page.get_by_test_id("language-switch")).to_have_value("en")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en")
