"""How a page looks to different users: dark, on a small screen, enlarged, with less motion, with colors of the system."""

from dataclasses import dataclass

from playwright.sync_api import Page

from accessibility import audit, keep_screenshot, unnamed, violations
from sampling import sample

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

# The buttons that get another size while they show their progress.
GROWS = """() => [...document.querySelectorAll(".button")].filter((node) => node.checkVisibility() && !node.matches(".busy")).filter((node) => {
  const before = [node.offsetWidth, node.offsetHeight];
  node.classList.add("busy");
  const after = [node.offsetWidth, node.offsetHeight];
  node.classList.remove("busy");
  return String(before) !== String(after);
}).map((node) => `grows: ${node.outerHTML.slice(0, 200)}`)"""

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

    def apply(self, visitor) -> None:
        visitor.page.emulate_media(
            color_scheme=self.color_scheme, forced_colors=self.forced_colors, contrast=self.contrast, reduced_motion="reduce")
        visitor.page.set_viewport_size({"width": self.width, "height": self.height})


LIGHT = Appearance("light")
SMALL = Appearance("small", width=320)
DARK = Appearance("dark", color_scheme="dark")
SMALL_DARK = Appearance("small-dark", width=320, color_scheme="dark")
# A browser that enlarges a page to 200 % gives it half of the window (1280 by 800 pixels).
ENLARGED = Appearance("enlarged", width=640, height=400)
FORCED_COLORS = Appearance("forced-colors", forced_colors="active")
MORE_CONTRAST = Appearance("more-contrast", contrast="more")
ALL = (LIGHT, DARK, SMALL, SMALL_DARK, ENLARGED, FORCED_COLORS, MORE_CONTRAST)


def growing(page: Page) -> list[str]:
    """The buttons that grow. With less motion, a button shows no progress."""
    page.emulate_media(reduced_motion="no-preference")
    found = page.evaluate(GROWS)
    page.emulate_media(reduced_motion="reduce")
    return found


def room(page: Page) -> list[str]:
    """The texts that are cut, the parts that scroll sideways, and the buttons that grow. The page is one with less motion."""
    return page.evaluate(CUT) + page.evaluate(SCROLLS) + growing(page)


def complaints(visitor, first: Appearance, others=(), *, is_audited: bool = True) -> list[str]:
    """The problems of the present view: all rules in the first appearance, those of colors and sizes in the others. Each
    text has room on a small screen and enlarged. If the view is not audited, only its room and its motion are checked."""
    found: list[str] = []

    def look(appearance: Appearance, *checks) -> None:
        appearance.apply(visitor)
        keep_screenshot(visitor)
        found.extend(f"{appearance.name}: {problem}" for check in checks for problem in check(visitor.page))

    def moving(page: Page) -> list[str]:
        return page.evaluate(MOTION)

    def nameless(page: Page) -> list[str]:
        return unnamed(visitor) if page.locator("button, a[href], input").count() else []

    look(first, room, moving, *((violations, audit, nameless) if is_audited else ()))
    for appearance in others:
        look(appearance, lambda page: violations(page, [*COLORS, *SIZES]), audit, room)
    for appearance in {SMALL, ENLARGED} - {first, *others}:
        look(appearance, room)
    LIGHT.apply(visitor)
    return found


def assert_accessible(visitor) -> None:
    """Checks the present view: in all appearances in `make test-all`, and in the one that the sample chooses in `make test`."""
    first, *others = sample(ALL, at_most=1, name=lambda appearance: appearance.name)
    found = complaints(visitor, first, others)
    assert found == [], "\n".join(found)
