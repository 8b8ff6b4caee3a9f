"""The look of the page: one accent color, letters that join, names of another direction, signs of problems, motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from identifiers import choose

# The page with another accent. Returns the parts that still have a color of the default accent.
OTHER_ACCENT = """() => {
  const root = document.documentElement;
  const names = ["--accent", "--accent-ink", "--accent-soft", "--glow"];
  const probe = document.body.appendChild(document.createElement("i"));
  const color = (name) => { probe.style.color = `var(${name})`; return getComputedStyle(probe).color; };
  names.forEach((name) => root.style.removeProperty(name));
  const before = names.filter((name) => name !== "--accent-ink").map(color);
  const others = ["#6b21a8", "#fffbff", "#f3e8ff", "#faf5ff"];
  names.forEach((name, index) => root.style.setProperty(name, others[index]));
  probe.remove();
  const properties = ["color", "background-color", "background-image", "outline-color", "border-top-color", "border-bottom-color"];
  return [...document.querySelectorAll("body, body *")].flatMap((node) => [null, "::before", "::after"].flatMap((part) => {
    const style = getComputedStyle(node, part);
    return properties.filter((name) => before.some((old) => style.getPropertyValue(name).includes(old)))
      .map((name) => `${name} of ${node.outerHTML.slice(0, 80)}`);
  }));
}"""


def style(locator, name: str, part: str | None = None) -> str:
    return locator.evaluate("(node, [name, part]) => getComputedStyle(node, part).getPropertyValue(name)", [name, part])


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_has_the_accent_of_the_application(visit, scheme):
    visitor = visit(color_scheme=scheme, reduced_motion="reduce")
    visitor.with_wallet(sign="hold")
    visitor.open()
    page, accent = visitor.page, "rgb(107, 33, 168)"
    assert page.evaluate(OTHER_ACCENT) == []
    main = page.get_by_test_id("identifier-form-submit")
    assert (style(main, "background-color"), style(main, "color")) == (accent, "rgb(255, 251, 255)")
    choose(visitor, "ada@example.com")
    assert style(page.get_by_test_id("use-another"), "color") == accent
    page.get_by_test_id("use-another").click()
    page.keyboard.press("Tab")
    assert style(page.locator(":focus-visible"), "outline-color") == accent
    visitor.choose_ethereum()
    expect(page.get_by_test_id("message")).to_contain_text("Nonce: ")
    assert page.evaluate(OTHER_ACCENT) == []
    assert style(page.locator(".steps [aria-current]"), "border-top-color") == accent
    page.evaluate("window.testWallets.fox.release()")
    visitor.expect_signed_in()
    expect(page.get_by_test_id("session")).to_have_count(1)
    assert page.evaluate(OTHER_ACCENT) == []
    assert style(page.get_by_test_id("current"), "color") == accent


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("tag", ["ar", "hi", "th", "ja"])
def test_letters_keep_the_distances_of_their_font(visit, tag):
    visitor = visit(locale=tag)
    visitor.page.goto(visitor.account + "/")
    expect(visitor.page.get_by_test_id("sign-in")).to_be_visible()
    choose(visitor, "ada@example.com")
    for place in ("h1", "h2", ".parties"):
        assert style(visitor.page.locator(place).first, "letter-spacing") == "normal"


def test_page_from_right_to_left_starts_at_the_right(visit):
    visitor = visit(locale="ar")
    visitor.with_wallet(sign="hold")
    visitor.page.goto(visitor.account + "/")
    choice = visitor.open_wallets().page.get_by_test_id("ethereum-wallet")
    assert style(choice, "rotate", "::after") == "-135deg"
    choice.click()
    # The message is in English, so its lines start at the left.
    message = visitor.page.get_by_test_id("message")
    expect(message).to_contain_text("Nonce: ")
    expect(message).to_have_css("direction", "ltr")
    visitor.page.evaluate("window.testWallets.fox.release()")
    visitor.expect_signed_in()
    visitor.page.get_by_test_id("identity").locator(".entry-text").evaluate(
        "node => node.append(Object.assign(document.createElement('p'), { dir: 'auto', textContent: 'A name in Latin letters' }))")
    name = visitor.page.get_by_test_id("identity").locator("[dir=auto]")
    assert style(name, "direction") == "ltr"
    assert style(name, "text-align") == "right"


def test_heading_of_a_step_leads(visit):
    visitor = visit().open()
    choose(visitor, "ada@example.com")
    title, step = visitor.page.locator("h1"), visitor.page.get_by_role("heading", name="Enter your password")
    sizes = [float(style(heading, "font-size").removesuffix("px")) for heading in (title, step)]
    assert sizes[0] < sizes[1]


def test_heading_of_a_step_has_room_below_the_rights_of_an_app(visit, app):
    visitor = visit()
    visitor.page.goto(app.address())
    choose(visitor, "ada@example.com")
    rights, step = visitor.page.get_by_test_id("scopes"), visitor.page.get_by_role("heading", name="Enter your password")
    expect(step).to_be_visible()
    assert step.bounding_box()["y"] - rights.bounding_box()["y"] - rights.bounding_box()["height"] >= 12


def test_problem_has_a_sign_besides_its_color(visit):
    visitor = visit().open()
    visitor.page.get_by_test_id("identifier-form-submit").click()
    problem = visitor.page.get_by_test_id("form-problem")
    assert style(problem, "content", "::before").startswith('"!"')
    # A screen reader does not read it.
    nodes = visitor.context.new_cdp_session(visitor.page).send("Accessibility.getFullAXTree")["nodes"]
    said = [node.get("name", {}).get("value") for node in nodes if node["role"]["value"] in ("StaticText", "InlineTextBox")]
    assert "Type this first." in said and "!" not in said


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_dialog_moves_only_for_users_who_like_motion(visit, motion):
    visitor = visit(reduced_motion=motion)
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.get_by_test_id("sign-out-everywhere").click()
    dialog = visitor.page.get_by_test_id("confirm-dialog")
    names = style(dialog, "animation-name"), style(dialog, "animation-name", "::backdrop")
    assert names == (("rise", "appear") if motion == "no-preference" else ("none", "none"))


def test_line_of_an_address_ends_before_its_domain(visit, app):
    visitor = visit(viewport={"width": 320, "height": 720})
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.get_by_test_id("name").fill("a.rather.long.name@example.com")
    visitor.page.get_by_test_id("profile-submit").click()
    expect(visitor.page.get_by_test_id("toast")).to_be_visible()
    visitor.page.goto(app.address())
    name = visitor.page.get_by_test_id("account-name")
    expect(name).to_have_text("a.rather.long.name@example.com")
    expect(name.locator("wbr")).to_have_count(1)
    # The button beside the address is below it on a small screen.
    bottom = name.bounding_box()["y"] + name.bounding_box()["height"]
    assert visitor.page.get_by_test_id("another-account").bounding_box()["y"] >= bottom - 8
