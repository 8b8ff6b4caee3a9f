"""Whether the page shows the texts of its language: none of another language, no name of a text, no blank that is not filled."""

import re
from functools import cache

from texts import LANGUAGES, is_plural, keys, read

# The texts of controls and headings, and all other texts, without the marks that isolate a value.
SHOWN = """() => {
  const clean = (text) => text.replace(/[\\u2066-\\u2069]/g, "").replace(/\\s+/g, " ").trim();
  const isShown = (node) => node.checkVisibility() && !node.closest("script, style, noscript, svg");
  const whole = [...document.querySelectorAll("h1, h2, h3, button, a, label, summary, .badge, dt, .section-title")].filter(isShown)
    .filter((node) => !node.children.length).map((node) => clean(node.textContent)).filter((text) => text !== "");
  const others = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (isShown(walker.currentNode.parentElement)) others.push(clean(walker.currentNode.data));
  for (const node of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    if (isShown(node)) for (const name of ["aria-label", "placeholder", "title", "alt"]) others.push(clean(node.getAttribute(name) ?? ""));
  }
  return { whole, others: others.filter((text) => text !== "") };
}"""

BLANK = re.compile(r"\{\w+\}")


@cache
def texts(tag: str) -> dict:
    return keys(read(LANGUAGES / f"{tag}.json"), ("shared", "page", "server"))


def filled(text: str, *, whole: bool = True) -> re.Pattern:
    """Matches a text with any values in its blanks."""
    pattern = ".+".join(map(re.escape, BLANK.split(text)))
    return re.compile(f"^{pattern}$" if whole else pattern)


@cache
def patterns(tag: str) -> re.Pattern:
    """Matches every text of a language, with any values in its blanks."""
    forms = [form for text in texts(tag).values() for form in (text.values() if is_plural(text) else [text])]
    # A text that is only blanks, such as two sentences, would match everything.
    said = {re.sub(r"\s+", " ", form).strip() for form in forms if re.search(r"\w", BLANK.sub("", form))}
    return re.compile("|".join(filled(form, whole=False).pattern for form in sorted(said)))


@cache
def is_text(tag: str, text: str) -> bool:
    """Whether it is a whole text of the language. The views share most of their texts, and each search takes long."""
    return patterns(tag).fullmatch(text) is not None


def foreign(page, tag: str, values: set[str]) -> list[str]:
    """The texts of the present view that are not in the language. `values`: names and addresses that have no language."""
    shown, found = page.evaluate(SHOWN), []
    for text in shown["whole"]:
        if text not in values and re.search(r"[^\W\d_]", text) and not is_text(tag, text):
            found.append(f"not a text of {tag}: {text}")
    for text in shown["whole"] + shown["others"]:
        if BLANK.search(text):
            found.append(f"not filled: {text}")
        if any(word in texts("en") for word in re.findall(r"\w+(?:\.\w+)+", text)):
            found.append(f"the name of a text: {text}")
        if tag != "en" and text not in values and is_text("en", text) and not is_text(tag, text):
            found.append(f"English: {text}")
    return found
