"""Clicks that nobody meant: they come as the button does, or as its window comes to the front."""

from playwright.sync_api import expect

# Runs before the page's own scripts, and after each change that they make.
_AT_ONCE = """
new MutationObserver(() => {
  const control = document.querySelector("[data-testid=continue]");
  if (!control || window.testClicked) return;
  window.testClicked = "click";
  control.click();
  if (control.classList.contains("busy")) window.testClicked = "taken";
}).observe(document, { childList: true, subtree: true });
"""

# What somebody does who has covered the button: takes the cover away between the two clicks of a double one.
_UNCOVERED = """(comes) => {
  const control = document.querySelector("[data-testid=continue]");
  comes === "focus" ? window.dispatchEvent(new Event("focus")) : document.dispatchEvent(new Event("visibilitychange"));
  control.click();
  return control.classList.contains("busy");
}"""


class Haste:
    """Clicks the button that lets an app or a device in as soon as it is there; make it before the page is opened."""

    def __init__(self, visitor) -> None:
        self.page = visitor.page
        self.decided: list[str] = []
        self.page.add_init_script(_AT_ONCE)
        self.page.on("request", lambda request: self.decided.append(request.url) if request.url.endswith("/allow") else None)

    def assert_in_vain(self) -> None:
        go = self.page.get_by_test_id("continue")
        expect(go).to_be_enabled()
        assert self.page.evaluate("window.testClicked") == "click"
        for comes in ("focus", "visibilitychange"):
            assert self.page.evaluate(_UNCOVERED, comes) is False
            expect(go).to_be_disabled()
            expect(go).to_be_enabled()
        assert self.decided == []
