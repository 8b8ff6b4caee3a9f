"""Reads the documents that list the places of a sign-in method or of a profile field, and looks into these places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from document import ROOT

_CODE = re.compile(r"`([^`]+)`")
_CODE_OF_DOCUMENT = re.compile(r"^```.*?^```$|`[^`\n]+`", re.M | re.S)
_PLACEHOLDER = re.compile(r"<\w+>")


@dataclass(frozen=True)
class Place:
    """A row of a table of places."""

    part: str
    path: str
    texts: tuple[str, ...]
    kind: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.path}: {', '.join(self.texts)}" if self.texts else self.path


class Guide:
    """A document with tables of places, of kinds and of names that differ."""

    def __init__(self, path: Path) -> None:
        self.places: list[Place] = []
        # The things that are not of a kind, the names that differ, and the number of files of each part.
        self.not_of_kind: dict[str, set[str]] = {}
        self.names: dict[str, dict[str, str]] = {}
        self.counts: dict[str, int] = {}
        part = ""
        for line in path.read_text().splitlines():
            if line.startswith("## "):
                part = line.removeprefix("## ")
            if not line.startswith("| ") or line.startswith("| ---"):
                continue
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            codes = [tuple(_CODE.findall(cell)) for cell in cells]
            if part == "Names" and len(cells) == 3 and codes[0] and codes[1]:
                self.names.setdefault(codes[0][0], {})[codes[1][0]] = codes[2][0]
            elif part == "Kinds" and len(cells) == 3 and codes[0]:
                self.not_of_kind[codes[0][0]] = set(codes[2])
            elif part == "Files" and len(cells) > 1 and cells[1].isdigit():
                self.counts[cells[0]] = int(cells[1])
            elif len(cells) == 5 and codes[0]:
                self.places.append(Place(part, codes[0][0], codes[1], cells[3], codes[4]))

    def places_of(self, thing: str) -> list[Place]:
        return [place for place in self.places if thing not in self.not_of_kind[place.kind]]

    def missing(self, thing: str, names: dict[str, str], root: Path = ROOT) -> list[str]:
        """The places of a thing that do not have it."""
        names = names | self.names.get(thing, {})
        return [filled(str(place), names) for place in self.places_of(thing) if not has(place, names, root)]

    def files(self, part: str | None = None) -> int:
        """The number of files that a new thing of every kind touches, in one part or in all."""
        paths = {place.path: place.part for place in reversed(self.places)}
        return sum(len(expanded(path, ROOT)) for path, first in paths.items() if part in (None, first))


def forms(name: str) -> dict[str, str]:
    """The forms of a name, such as `carrier-pigeon`, `firstName` or `first_name`."""
    words = re.findall(r"[A-Z]?[a-z0-9]+", name)
    upper = "".join(word.capitalize() for word in words)
    return {
        "small": upper[0].lower() + upper[1:], "capital": upper, "snake": "_".join(word.lower() for word in words)}


def filled(text: str, names: dict[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda found: names[found[0]], text)


def expanded(path: str, root: Path) -> list[str]:
    """One path for each file or folder that `*` means; the path itself if it has no `*`."""
    parts = path.split("/")
    for index, part in enumerate(parts):
        if "*" in part:
            found = sorted(root.glob("/".join(parts[:index + 1])))
            return ["/".join([str(file.relative_to(root)), *parts[index + 1:]]) for file in found]
    return [path]


def has(place: Place, names: dict[str, str], root: Path) -> bool:
    """Whether each file that the path means has the texts; or one of the files, if the path has `…`."""
    found = [sorted(root.glob(path.replace("…", "*"))) for path in expanded(filled(place.path, names), root)]
    patterns = [pattern_of(filled(text, names)) for text in place.texts]
    return bool(found) and all(
        any(all(pattern.search(text_of(file)) for pattern in patterns) for file in files) for files in found)


def pattern_of(text: str) -> re.Pattern:
    """Finds a text as whole words. A text that ends with `…` may continue."""
    words = text.removesuffix("…")
    start = r"(?<!\w)" if re.match(r"\w", words) else ""
    end = r"(?!\w)" if words == text and re.search(r"\w$", words) else ""
    return re.compile(start + re.escape(words) + end)


@cache
def text_of(file: Path) -> str:
    """The text of a file; of a document only its code, because a name can also be a word."""
    text = file.read_text()
    return "\n".join(_CODE_OF_DOCUMENT.findall(text)) if file.suffix == ".md" else text
