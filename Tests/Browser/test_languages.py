"""The page in every language: its direction, the room of its texts on a small screen, and whole journeys in five languages."""

import pytest
from playwright.sync_api import expect

from authenticator_app import Authenticator, confirm_enrollment, start_enrollment
from identifiers import choose, enter_code, other_code, sign_out, start_sign_up
from messages import Messages, new_address
from server import running_server
from test_accessibility import assert_accessible
from texts import LANGUAGES, RIGHT_TO_LEFT, keys, read

TAGS = sorted(path.stem for path in LANGUAGES.glob("*.json"))
SMALL = {"viewport": {"width": 320, "height": 720}, "reduced_motion": "reduce"}
# Long texts, right to left, complex letters, no spaces between words, and long words. test_every_view.py opens every view in
# other languages.
JOURNEYS = ["fr", "he", "hi", "ja", "pl"]

# The controls whose text is cut, or that are wider than the window.
CUT = """() => [...document.querySelectorAll("button, a, label, input, select, h1, h2, h3, .badge, .choice-detail")]
  .filter((node) => node.checkVisibility() && !node.closest(".visually-hidden"))
  .filter((node) => {
    const { left, right } = node.getBoundingClientRect();
    const isCut = node.matches("button, a, .badge, .choice-detail") && node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline";
    return isCut || left < -1 || right > innerWidth + 1;
  }).map((node) => node.outerHTML.slice(0, 200))"""


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


def assert_room(visitor) -> None:
    """Checks the view, and that each text has room."""
    assert_accessible(visitor)
    assert visitor.page.evaluate(CUT) == []


@pytest.mark.parametrize("tag", TAGS)
def test_start_is_in_the_language_and_has_room(visit, tag):
    visitor = opened(visit, tag)
    root = visitor.page.locator("html")
    expect(root).to_have_attribute("lang", tag)
    expect(root).to_have_attribute("dir", "rtl" if tag in RIGHT_TO_LEFT else "ltr")
    # A page that runs from right to left isolates the name.
    name = "\u2068Doorward\u2069" if tag in RIGHT_TO_LEFT else "Doorward"
    expect(visitor.page.locator("h1")).to_have_text(texts(tag)["signIn.titleFor"].replace("{name}", name))
    assert_room(visitor)


@pytest.mark.parametrize("tag", JOURNEYS)
def test_journey_has_room(visit, messages, tag):
    visitor, own = opened(visit, tag), texts(tag)
    page, address = visitor.page, new_address("a.rather.long.name.for.a.small.screen")
    page.get_by_test_id("identifier-form-submit").click()
    expect(page.get_by_test_id("form-problem")).to_contain_text(own["identifier.missing"])
    assert_room(visitor)
    page.get_by_test_id("identifier").get_by_test_id("sign-up").click()
    page.get_by_test_id("new-password").fill("x")
    assert_room(visitor)
    page.get_by_test_id("sign-up-address").fill(address)
    page.get_by_test_id("new-password").fill("correct horse battery")
    page.get_by_test_id("sign-up-form-submit").click()
    expect(page.get_by_test_id("code-step")).to_be_visible()
    assert_room(visitor)
    code = messages.code(address)
    enter_code(visitor, other_code(code))
    expect(page.get_by_test_id("form-problem")).to_contain_text(own["identifier.error.invalid_code"])
    assert_room(visitor)
    enter_code(visitor, code)
    visitor.expect_signed_in()
    expect(page.get_by_test_id("session")).to_have_count(1)
    assert_room(visitor)
    dialog = start_enrollment(visitor)
    assert_room(visitor)
    dialog.get_by_text(own["secondFactor.cannotScan"]).click()
    confirm_enrollment(dialog, Authenticator(dialog.get_by_test_id("otpauth").get_attribute("href")).code())
    expect(page.get_by_test_id("codes-saved")).to_be_enabled()
    assert_room(visitor)
    page.get_by_test_id("codes-saved").click()
    expect(page.get_by_test_id("second-factor")).to_have_count(1)
    page.get_by_test_id("delete-account").click()
    assert_room(visitor)
    page.get_by_test_id("confirm-cancel").click()
    page.get_by_test_id("change-password").click()
    assert_room(visitor)
    page.get_by_test_id("dialog-close").click()
    sign_out(visitor)
    choose(visitor, address)
    page.get_by_test_id("password").fill("correct horse battery")
    page.get_by_test_id("password-form-submit").click()
    expect(page.get_by_test_id("second-factor-step")).to_be_visible()
    assert_room(visitor)


@pytest.mark.parametrize("tag", JOURNEYS)
@pytest.mark.parametrize("path", ["/device", "/end-session", "/secure", "/continue", "/authorize?client_id=unknown", "/missing"])
def test_other_pages_have_room(visit, tag, path):
    visitor = visit(locale=tag, **SMALL)
    visitor.page.set_extra_http_headers({"Accept": "text/html"})
    visitor.page.goto(visitor.account + path)
    expect(visitor.page.locator("html")).to_have_attribute("lang", tag)
    expect(visitor.page.locator("main")).not_to_have_attribute("aria-busy", "true")
    assert visitor.page.evaluate(CUT) == []
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_message_has_the_language_of_the_page(visit, messages):
    visitor = opened(visit, "fr", "/?ui_locales=de")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    address = new_address()
    start_sign_up(visitor, address)
    expect(visitor.page.get_by_test_id("code-step")).to_be_visible()
    subject = read(LANGUAGES / "de.json")["mail"]["messages"]["sign_up_code"]["subject"]
    assert messages.next(address).startswith(subject.replace("{{application}}", "Doorward"))
