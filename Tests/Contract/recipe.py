"""The steps of docs/deployment.md, in their order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Step:
    """A file to write (`path`) or a command to run."""

    chapter: str
    text: str
    path: str | None = None


STEP = re.compile(
    r"^#+ (?P<chapter>[^\n]+)$|(?:Write this to `(?P<path>/[^`]+)`:\n\n)```\w*\n(?P<file>.*?)^```$|^```sh\n(?P<commands>.*?)^```$",
    re.M | re.S)


def steps(document: Path) -> list[Step]:
    found: list[Step] = []
    chapter = ""
    for match in STEP.finditer(document.read_text()):
        if match["chapter"]:
            chapter = match["chapter"]
        elif match["path"]:
            found.append(Step(chapter, match["file"], match["path"]))
        else:
            found += [Step(chapter, line) for line in match["commands"].splitlines()]
    return found


def chapters(document: Path) -> dict[str, list[Step]]:
    found: dict[str, list[Step]] = {}
    for step in steps(document):
        found.setdefault(re.sub(r"^\d+\. ", "", step.chapter), []).append(step)
    return found
