"""The checks of the language files of DoorwardTexts.

python3 Tests/Support/Python/texts.py FILE.json…   checks files, each with the name of its language; without a file: all languages
"""

import json
import re
import sys
import unicodedata
from pathlib import Path

TEXTS = Path(__file__).resolve().parents[3] / "Sources/Texts/DoorwardTexts"
LANGUAGES = TEXTS / "Languages"
PARTS = ("shared", "apps", "page", "server", "mail")

# The categories that Unicode CLDR 45 gives whole numbers in each language, in its order.
PLURALS = {
    "en": "one other", "de": "one other", "fr": "one many other", "es": "one many other", "pt-BR": "one many other",
    "it": "one many other", "nl": "one other", "pl": "one few many other", "uk": "one few many other", "tr": "one other",
    "ja": "other", "ko": "other", "zh-Hans": "other", "zh-Hant": "other", "hi": "one other", "id": "other", "vi": "other",
    "th": "other", "ar": "zero one two few many other", "he": "one two other",
}
RIGHT_TO_LEFT = {"ar", "he"}

# The longest text of an SMS without its values, in UTF-16 units, so that a message fits into six segments with any values.
SMS_TEXT = 120

BLANK = re.compile(r"\{(\w+)\}")
PLACEHOLDER = re.compile(r"\{\{\s*([#/]?)\s*(\w+)(?::(\w+))?\s*\}\}")


def unrepeated(pairs: list) -> dict:
    """An object of JSON whose names are all different."""
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"the name {name} occurs twice")
    return dict(pairs)


def read(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=unrepeated)


def keys(language: dict, parts=PARTS[:4]) -> dict:
    """The texts of the parts by key: `section.name`. A text is a string, or an object of plural forms."""
    return {f"{section}.{name}": text for part in parts for section, texts in language[part].items() for name, text in texts.items()}


def width(text: str) -> int:
    """The width in columns: a letter of Chinese, Japanese or Korean is as wide as two others, a combining mark has none."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 0 if unicodedata.category(letter) in ("Mn", "Me", "Cf") else 1 for letter in text)


def shape(value, place: str = "") -> dict:
    """The members of a JSON value by path, without the forms of a plural."""
    if isinstance(value, dict) and not is_plural(value):
        found = {place: "object"}
        for name, inner in value.items():
            found |= shape(inner, f"{place}.{name}" if place else name)
        return found
    return {place: "list" if isinstance(value, list) else "text"}


def is_plural(value) -> bool:
    return isinstance(value, dict) and "other" in value and set(value) <= {"zero", "one", "two", "few", "many", "other"}


class Check:
    """The problems of one language file."""

    def __init__(self, tag: str, language: dict, english: dict, remarks: dict) -> None:
        self.tag, self.language, self.english, self.remarks = tag, language, english, remarks
        self.categories = PLURALS[tag].split()
        self.problems: list[str] = []

    def run(self) -> list[str]:
        expected, found = shape(self.english), shape(self.language)
        for path in expected.keys() - found.keys():
            self.add(path, "is missing")
        for path in found.keys() - expected.keys():
            self.add(path, "is not in English")
        for path in expected.keys() & found.keys():
            if expected[path] != found[path]:
                self.add(path, f"must be of the kind {expected[path]}")
        if self.problems:
            return sorted(self.problems)
        if self.language["language"] != self.tag:
            self.add("language", f"must be {self.tag}, as the name of the file")
        if self.language["direction"] != ("rtl" if self.tag in RIGHT_TO_LEFT else "ltr"):
            self.add("direction", "is wrong")
        for key, text in keys(self.english).items():
            self.text(key, text, keys(self.language)[key])
        self.mail("mail", self.english["mail"], self.language["mail"])
        return self.problems

    def add(self, key: str, problem: str) -> None:
        self.problems.append(f"{self.tag} {key}: {problem}")

    def text(self, key: str, english, own) -> None:
        if is_plural(english):
            if not is_plural(own) or list(own) != self.categories:
                return self.add(key, f"needs the forms {', '.join(self.categories)}, in this order")
            blanks = set(BLANK.findall(english["other"]))
            for category, form in own.items():
                # The number may be a word, or part of the word, where the form is for few numbers.
                optional = {"count"} if category in ("zero", "one", "two") else set()
                self.line(f"{key} ({category})", english["other"], form, blanks, optional)
                self.length(key, form)
        elif not isinstance(own, str):
            self.add(key, "must be a text, because English has no plural forms here")
        else:
            self.line(key, english, own, set(BLANK.findall(english)), set())
            self.length(key, own)

    def line(self, key: str, english: str, own: str, blanks: set, optional: set) -> None:
        found = set(BLANK.findall(own))
        for name in sorted(blanks - found - optional):
            self.add(key, f"lacks {{{name}}}")
        for name in sorted(found - blanks):
            self.add(key, f"{{{name}}} is not in English")
        if re.search(r"[{}]", BLANK.sub("", own)):
            self.add(key, "has braces that are no blank")
        self.plain(key, own)

    def plain(self, key: str, own: str) -> None:
        if own.strip() != own or not own:
            self.add(key, "is empty, or has space at an end")
        if any(unicodedata.category(letter) in ("Cc", "Co", "Cn", "Cs") or letter in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u00ad" for letter in own):
            self.add(key, "has control characters: the direction of values is set when they are shown")
        if unicodedata.normalize("NFC", own) != own:
            self.add(key, "is not in the normalization form NFC")
        if re.search(r"<\w|&\w+;", own):
            self.add(key, "has markup")

    def length(self, key: str, own: str) -> None:
        longest = self.remarks.get(key, {}).get("longest")
        if longest and width(own) > longest:
            self.add(key, f"is {width(own)} columns wide, but has room for {longest}")

    def mail(self, key: str, english, own) -> None:
        if isinstance(english, dict):
            for name in english:
                self.mail(f"{key}.{name}", english[name], own[name])
        elif isinstance(english, list):
            if not isinstance(own, list) or len(own) != len(english) or not all(isinstance(one, str) for one in own):
                return self.add(key, f"must be a list of {len(english)} texts")
            for position, (text, mine) in enumerate(zip(english, own)):
                self.mail(f"{key}[{position}]", text, mine)
        else:
            self.template(key, english, own)

    def template(self, key: str, english: str, own: str) -> None:
        self.plain(key, own)
        if key.endswith(".sms") and len(PLACEHOLDER.sub("", own).encode("utf-16-le")) // 2 > SMS_TEXT:
            self.add(key, f"has more than {SMS_TEXT} characters without the placeholders")
        if re.search(r"[{}]", PLACEHOLDER.sub("", own)):
            self.add(key, "has braces that are no placeholder")
        names = {name for mark, name, _ in PLACEHOLDER.findall(english) if not mark}
        found = {name for mark, name, _ in PLACEHOLDER.findall(own) if not mark}
        counts = {name for mark, name, category in PLACEHOLDER.findall(english) if mark and category}
        for name in sorted(names - found - counts):
            self.add(key, f"lacks {{{{{name}}}}}")
        for name in sorted(found - names):
            self.add(key, f"{{{{{name}}}}} is not in English")
        sections = {(name, category) for mark, name, category in PLACEHOLDER.findall(english) if mark == "#"}
        wanted = {(name, "") for name, category in sections if not category} | {(name, category) for name in counts for category in self.categories}
        opened = [(name, category) for mark, name, category in PLACEHOLDER.findall(own) if mark == "#"]
        closed = [(name, category) for mark, name, category in PLACEHOLDER.findall(own) if mark == "/"]
        if opened != closed:
            self.add(key, "has a section without its end, or one inside another")
        for name, category in sorted(wanted - set(opened)):
            self.add(key, f"lacks the section {{{{#{name}{':' + category if category else ''}}}}}")
        for name, category in sorted(set(opened) - wanted):
            self.add(key, f"the section {{{{#{name}{':' + category if category else ''}}}}} is not for this text or this language")


def problems(path: Path) -> list[str]:
    tag = path.stem
    if tag not in PLURALS:
        return [f"{path.name}: the name of the file must be one of {', '.join(PLURALS)}"]
    try:
        language = read(path)
    except ValueError as error:
        return [f"{path.name}: {error}"]
    return Check(tag, language, read(LANGUAGES / "en.json"), read(TEXTS / "remarks.json")).run()


if __name__ == "__main__":
    found = [problem for path in map(Path, sys.argv[1:] or sorted(LANGUAGES.glob("*.json"))) for problem in problems(path)]
    print("\n".join(found) or "The files are right.")
    sys.exit(1 if found else 0)
