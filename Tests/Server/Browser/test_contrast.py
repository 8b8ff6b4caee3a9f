"""Users who ask for more contrast or have colors of their own, and users who ask for less motion."""

import pytest
from playwright.sync_api import expect

from accessibility import audit, keep_screenshot
from appearances import FORCED_COLORS, MORE_CONTRAST
from listener import loopback_app
from sampling import sample

# The control that the keyboard has reached, its outline, and the number of controls in the view or in its dialog.
REACHED = """() => {
  const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const controls = [...place.querySelectorAll("button, a[href], input:not([type=file]), select, summary, [tabindex='0']")]
    .filter((node) => node.checkVisibility() && !node.disabled);
  const style = getComputedStyle(document.activeElement);
  return { index: controls.indexOf(document.activeElement), count: controls.length, line: style.outlineStyle,
    width: parseFloat(style.outlineWidth), color: style.outlineColor, behind: getComputedStyle(document.body).backgroundColor };
}"""


def assert_visible(visitor) -> None:
    """Checks the borders of the view's controls, and the outline of each of them when the keyboard reaches it."""
    page = visitor.page
    keep_screenshot(visitor)
    assert audit(page) == []
    reached, count = set(), page.evaluate(REACHED)["count"]
    # The keyboard also reaches the browser's own controls, after the last one and before the first one.
    for _ in range(count + 2):
        page.keyboard.press("Tab")
        at = page.evaluate(REACHED)
        if at["index"] < 0:
            continue
        reached.add(at["index"])
        assert (at["line"], at["width"] >= 2) == ("solid", True), at
        assert at["color"] not in (at["behind"], "rgba(0, 0, 0, 0)"), at
    assert reached == set(range(count))


@pytest.mark.parametrize("scheme", sample(["light", "dark"], at_most=1))
@pytest.mark.parametrize("appearance", [FORCED_COLORS, MORE_CONTRAST], ids=lambda appearance: appearance.name)
def test_borders_and_focus_are_visible(visit, server, appearance, scheme):
    visitor = visit()
    appearance.apply(visitor)
    visitor.page.emulate_media(color_scheme=scheme)
    visitor.with_wallet()
    visitor.open()
    assert_visible(visitor)
    visitor.sign_in_with_ethereum()
    expect(visitor.page.get_by_test_id("session")).to_have_count(1)
    assert_visible(visitor)
    visitor.page.get_by_test_id("link-identity").click()
    expect(visitor.page.get_by_test_id("link-dialog")).to_be_visible()
    assert_visible(visitor)
    with loopback_app(server.account) as app:
        visitor.page.goto(app.address(scope="openid profile account"))
        expect(visitor.page.get_by_test_id("confirm")).to_be_visible()
        assert_visible(visitor)


def test_borders_of_wallets_are_visible_with_more_contrast(visit):
    visitor = visit()
    MORE_CONTRAST.apply(visitor)
    frame = visitor.open().open_near()
    border, ink = frame.locator("[data-wallet=one-approval]").evaluate(
        "(node) => [getComputedStyle(node).borderTopColor, getComputedStyle(document.body).color]")
    assert border == ink
