"""The checks of accessibility of one view: axe-core, the rules of audit.js, and the names that the browser tells screen readers."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Frame, Page

AUDIT = (Path(__file__).parent / "audit.js").read_text()
INTERACTIVE = {"button", "link", "textbox", "checkbox", "combobox", "dialog", "Iframe", "region"}


def unnamed(visitor):
    """The roles of the controls that have no name in the browser's accessibility tree."""
    session = visitor.context.new_cdp_session(visitor.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    exposed = [node for node in nodes if not node.get("ignored") and node["role"]["value"] in INTERACTIVE]
    assert exposed
    return [node["role"]["value"] for node in exposed if not node.get("name", {}).get("value", "").strip()]


def violations(page: Page | Frame, rules: list[str] | None = None) -> list:
    """The rules of axe-core that a page breaks, with the elements. `rules`: those that are checked, if not all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe)
    # The frames of a page are other documents, checked on their own. They refuse the messages of axe-core.
    options = {"resultTypes": ["violations"], "iframes": False} | ({"runOnly": rules} if rules else {})
    found = page.evaluate("async (options) => (await axe.run(options)).violations", options)
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


def keep_screenshot(visitor) -> None:
    """Keeps a screenshot for a person to look at, if a folder is named. The test and the number of its view name the file."""
    if folder := os.environ.get("DOORWARD_SCREENSHOTS"):
        test = re.sub(r"[^\w-]+", "-", os.environ["PYTEST_CURRENT_TEST"].rpartition("/")[2].partition(" ")[0])
        _views[test] += 1
        # The backdrop of a dialog covers the window only.
        is_whole = not visitor.page.locator("dialog[open]").count()
        visitor.page.screenshot(path=f"{folder}/{test}-{_views[test]:02}.png", full_page=is_whole)


_views: Counter[str] = Counter()
_axe = Axe().axe_script


def audit(page: Page | Frame) -> list[str]:
    """The complaints of audit.js."""
    return page.evaluate(f"({AUDIT})()")
