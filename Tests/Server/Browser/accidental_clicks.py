"""Accidental clicks on a button that gives access: at the moment it appears, or its window gets focus."""

from playwright.sync_api import expect

# Runs before the page's own scripts. It clicks after each change of the page.
_AT_ONCE = """
new MutationObserver(() => {
  const control = document.querySelector("[data-testid=continue]");
  if (!control || window.testClicked) return;
  window.testClicked = "click";
  control.click();
  if (control.classList.contains("busy")) window.testClicked = "taken";
}).observe(document, { childList: true, subtree: true });
"""

# An attacker covers the button with a window and removes the window between the two clicks of a double click.
_UNCOVERED = """(comes) => {
  const control = document.querySelector("[data-testid=continue]");
  comes === "focus" ? window.dispatchEvent(new Event("focus")) : document.dispatchEvent(new Event("visibilitychange"));
  control.click();
  return control.classList.contains("busy");
}"""


class AccidentalClicks:
    """Clicks the button as soon as it exists. Create this before the page is opened."""

    def __init__(self, visitor) -> None:
        self.page = visitor.page
        self.decided: list[str] = []
        self.page.add_init_script(_AT_ONCE)
        self.page.on("request", lambda request: self.decided.append(request.url) if request.url.endswith("/allow") else None)

    def assert_ignored(self) -> None:
        go = self.page.get_by_test_id("continue")
        expect(go).to_be_enabled()
        assert self.page.evaluate("window.testClicked") == "click"
        for event in ("focus", "visibilitychange"):
            assert self.page.evaluate(_UNCOVERED, event) is False
            expect(go).to_be_disabled()
            expect(go).to_be_enabled()
        assert self.decided == []
