"""The look of an application: on its own pages and nowhere else, in light and dark, readable with every color."""

import base64

import pytest
from playwright.sync_api import expect

from accessibility import violations
from appearances import DARK, LIGHT, Appearance, complaints
from server import running_server
from test_look import style

# Colors that cannot be used as they are: yellow beside white, and nearly black beside the dark page.
COLORS = {"kite": "#ffff00", "crow": "#0a0a12"}
OWN = {"light": "#1d5c4b", "dark": "#92d6bd"}
LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 2 30 16 16 30 2 16z" fill="#8a6d00"/></svg>'
APPLICATIONS = [
    {"id": "default", "name": "Harbor Notes"},
    *({"id": name, "name": name.title(), "redirect_uris": ["http://127.0.0.1/callback"], "appearance": {
        "color": color, "logo": f"data:image/svg+xml;base64,{base64.b64encode(LOGO).decode()}",
        "title": {"default": "Fly with us", "de": "Flieg mit uns"}, "text": {"default": "The wind is good.", "de": "Der Wind ist gut."},
    }} for name, color in COLORS.items()),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("appearance"), near_connect, applications=APPLICATIONS) as running:
        yield running


def open_page_of(visitor, app, client: str) -> None:
    visitor.page.goto(app.address(client_id=client, scope="openid profile"))
    expect(visitor.page.get_by_test_id("sign-in")).to_be_visible()


def accent(place) -> str:
    return style(place.locator("html"), "--accent").strip()


def expect_own_look(visitor, scheme: str) -> None:
    """The page has the logo and the color of Doorward."""
    assert "/appearance/" not in visitor.page.content()
    assert accent(visitor.page) == OWN[scheme]


def assert_readable(visitor, appearance: Appearance) -> None:
    assert complaints(visitor, appearance) == []
    appearance.apply(visitor)


@pytest.mark.sampled(at_most=2)
@pytest.mark.parametrize("client", COLORS)
@pytest.mark.parametrize("appearance", [LIGHT, DARK], ids=lambda appearance: appearance.name)
def test_pages_of_an_application_have_its_look_and_the_account_page_does_not(visit, app, appearance, client):
    scheme = appearance.color_scheme
    visitor = visit(color_scheme=scheme, reduced_motion="reduce")
    visitor.with_wallet()
    visitor.open()
    page = visitor.page
    expect_own_look(visitor, scheme)
    expect(page.locator("h1")).to_have_text("Sign in to Harbor Notes")

    open_page_of(visitor, app, client)
    expect(page.locator("h1")).to_have_text("Fly with us")
    expect(page.get_by_test_id("welcome")).to_have_text("The wind is good.")
    logo = page.get_by_test_id("sign-in").locator("img.logo")
    assert f"/appearance/{client}/logo?v=" in logo.get_attribute("src")
    assert logo.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    assert accent(page) not in OWN.values()
    assert_readable(visitor, appearance)

    visitor.choose_ethereum()
    expect(page.get_by_test_id("confirm").or_(page.get_by_text("Back in the app"))).to_be_visible()
    visitor.open().expect_signed_in()
    expect_own_look(visitor, scheme)
    open_consent(visitor, app, client)
    assert f"/appearance/{client}/logo?v=" in page.get_by_test_id("confirm").locator("img.logo").get_attribute("src")
    assert_readable(visitor, appearance)


def open_consent(visitor, app, client: str) -> None:
    visitor.page.goto(app.address(client_id=client, scope="openid profile", prompt="consent"))
    expect(visitor.page.get_by_test_id("confirm")).to_be_visible()


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_of_the_wallets_has_the_color_of_the_application(visit, app, scheme):
    visitor = visit(color_scheme=scheme, reduced_motion="reduce")
    open_page_of(visitor, app, "kite")
    frame = visitor.open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    assert accent(frame) == accent(visitor.page) != OWN[scheme]
    child = next(one for one in visitor.page.frames if "/near" in one.url)
    assert [rule for rule, _ in violations(child)] == ["page-has-heading-one"]


def test_heading_of_an_application_is_in_the_language_of_the_page(visit, app):
    visitor = visit(locale="de")
    open_page_of(visitor, app, "kite")
    expect(visitor.page.locator("h1")).to_have_text("Flieg mit uns")
    expect(visitor.page.get_by_test_id("welcome")).to_have_text("Der Wind ist gut.")
    other = visit(locale="fr")
    open_page_of(other, app, "kite")
    expect(other.page.locator("h1")).to_have_text("Fly with us")
