"""The results of the steps. They are stored after each step, so that the next run continues."""
from __future__ import annotations

import dataclasses
import json
import pathlib

PASSED, FAILED, LATE, INTERRUPTED, SKIPPED, IMPOSSIBLE = "passed", "failed", "timed out", "interrupted", "skipped", "not run"


@dataclasses.dataclass
class Record:
    """The result of a step."""

    name: str
    title: str
    result: str
    seconds: float = 0
    # Why it did not pass, or what a person has reported.
    sentence: str = ""
    command: str = ""
    # The first error, with the lines around it.
    excerpt: str = ""
    is_kept: bool = False


class Records:
    """The results of a run, in the order of the steps."""

    def __init__(self, file: pathlib.Path | None, fingerprint: str, begun: str) -> None:
        self.file, self.fingerprint, self.begun = file, fingerprint, begun
        self.all: dict[str, Record] = {}

    def add(self, record: Record) -> None:
        self.all[record.name] = record
        self.store()

    def store(self) -> None:
        """Stores the results. A full disk costs the next run its start, and nothing else."""
        if self.file is None:
            return
        value = {"fingerprint": self.fingerprint, "begun": self.begun,
                 "records": [dataclasses.asdict(record) for record in self.all.values()]}
        new = self.file.with_suffix(".new")
        try:
            new.write_text(json.dumps(value, indent=1))
            new.replace(self.file)
        except OSError:
            pass

    def passed(self, name: str) -> bool:
        return name in self.all and self.all[name].result == PASSED


def earlier(file: pathlib.Path) -> tuple[str, str, list[Record]] | None:
    """The fingerprint, the time and the results of the run before, if they can be read."""
    try:
        value = json.loads(file.read_text())
        return str(value["fingerprint"]), str(value["begun"]), [Record(**record) for record in value["records"]]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def first_error(text: str, before: int = 3, after: int = 10, last: int = 25) -> str:
    """The first error of an output with the lines around it, or its last lines."""
    lines = [line.rstrip() for line in text.splitlines()]
    for number, line in enumerate(lines):
        if is_error(line):
            return "\n".join(lines[max(0, number - before):number + after + 1])
    return "\n".join([line for line in lines if line][-last:])


def is_error(line: str) -> bool:
    words = line.strip()
    if " warning: " in words:
        return False
    return any(mark in words for mark in ("error: ", "error:\t", "Fatal error", "fatal error", "** BUILD FAILED **", "recorded an issue")) \
        or words.startswith(("✘", "Error: ", "An error was encountered", "Undefined symbols", "ld: "))
