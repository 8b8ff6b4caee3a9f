"""Reads the documents, so that tests can compare them with the program."""

import re
from functools import cache
from pathlib import Path

from document import ROOT

DOCUMENTS = sorted([
    *(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "Examples").glob("*.md"),
    *(ROOT / "Examples").glob("*/README.md")])


def table_rows(path: Path, heading: str) -> list[list[str]]:
    """The rows of every table whose first column has this heading; cells without spaces at their ends."""
    rows: list[list[str]] = []
    reading = False
    for line in path.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            reading = False
        elif reading and not set(cells[0]) <= set("-: "):
            rows.append(cells)
        elif cells[0] == heading:
            reading = True
    return rows


def code_blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text(), re.M | re.S)


def swift_files(folder: Path) -> list[Path]:
    """The Swift files below a folder, without the steps of tutorials, which the package does not compile."""
    return sorted(path for path in folder.rglob("*.swift") if not any(part.endswith(".docc") for part in path.parts))


@cache
def swift_sources() -> dict[Path, str]:
    """Every Swift source of the program, without comments."""
    return {
        path: re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
        for path in swift_files(ROOT / "Sources")
    }
