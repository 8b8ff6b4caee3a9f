"""How a page looks to different users: dark, on a small screen, enlarged, with less motion, with colors of the system."""

from dataclasses import dataclass

from playwright.sync_api import Page

from test_accessibility import AUDIT, keep_screenshot, unnamed, violations

# The rules of axe-core that depend on colors, and on sizes. The other rules read only the document, which stays the same.
COLORS = ("color-contrast", "link-in-text-block")
SIZES = ("target-size", "scrollable-region-focusable")

# The controls whose text is cut, or that are wider than the window.
CUT = """() => [...document.querySelectorAll("button, a, label, input, select, summary, h1, h2, h3, .badge, .notice, .party")]
  .filter((node) => node.checkVisibility() && !node.closest(".visually-hidden"))
  .filter((node) => {
    const { left, right } = node.getBoundingClientRect();
    const mayScroll = node.matches("input, select") || getComputedStyle(node).display === "inline";
    return (!mayScroll && node.scrollWidth > node.clientWidth + 1) || left < -1 || right > innerWidth + 1;
  }).map((node) => `cut: ${node.outerHTML.slice(0, 200)}`)"""

# A dialog scrolls by itself, and only down.
SCROLLS = """() => [document.documentElement, ...document.querySelectorAll("dialog[open], .dialog-body, .card")]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => `scrolls: ${node.tagName} ${node.className}`)"""


# The animations and transitions that run although the user asks for less motion.
MOTION = "() => document.getAnimations().map((one) => `moves: ${one.animationName ?? one.transitionProperty}`)"


@dataclass(frozen=True)
class Appearance:
    name: str
    width: int = 1100
    height: int = 720
    color_scheme: str = "light"
    forced_colors: str = "none"
    contrast: str = "no-preference"
    rules: tuple[str, ...] = SIZES

    def apply(self, visitor) -> None:
        visitor.page.emulate_media(
            color_scheme=self.color_scheme, forced_colors=self.forced_colors, contrast=self.contrast, reduced_motion="reduce")
        visitor.page.set_viewport_size({"width": self.width, "height": self.height})


LIGHT = Appearance("light")
SMALL = Appearance("small", width=320)
DARK = Appearance("dark", color_scheme="dark", rules=(*COLORS, *SIZES))
SMALL_DARK = Appearance("small-dark", width=320, color_scheme="dark")
# A browser that enlarges a page to 200 % gives it half of the window (1280 by 800 pixels).
ENLARGED = Appearance("enlarged", width=640, height=400)
FORCED_COLORS = Appearance("forced-colors", forced_colors="active")
MORE_CONTRAST = Appearance("more-contrast", contrast="more", rules=(*COLORS, *SIZES))
OTHERS = (DARK, SMALL_DARK, ENLARGED, FORCED_COLORS, MORE_CONTRAST)


def room(page: Page) -> list[str]:
    """The texts that are cut, and the parts that scroll sideways."""
    return page.evaluate(CUT) + page.evaluate(SCROLLS)


def complaints(visitor, appearances=()) -> list:
    """The problems of the present view: all rules in light colors, room on a small screen, and visual rules otherwise."""
    LIGHT.apply(visitor)
    keep_screenshot(visitor)
    found = [violations(visitor.page), visitor.page.evaluate(f"({AUDIT})()"), room(visitor.page)]
    if visitor.page.locator("button, a[href], input").count():
        found.append(unnamed(visitor))
    for appearance in appearances:
        appearance.apply(visitor)
        keep_screenshot(visitor)
        found += [violations(visitor.page, list(appearance.rules)), room(visitor.page)]
        if appearance.width == SMALL.width:
            found.append(visitor.page.evaluate(f"({AUDIT})()"))
    if not any(appearance.width == SMALL.width for appearance in appearances):
        SMALL.apply(visitor)
        keep_screenshot(visitor)
        found.append(room(visitor.page))
    LIGHT.apply(visitor)
    return [one for some in found for one in some]
