"""The times of the steps and tests of a run, one file for each step and suite in .build/test-times."""
from __future__ import annotations

import json
import pathlib
import re
import shutil
from collections import Counter, defaultdict, deque
from collections.abc import Iterable

from commands import ROOT

FOLDER = ROOT / ".build" / "test-times"
SLOWEST = 20
# A test that takes more seconds needs a reason beside it.
LONG = 20


def clear() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)


def keep(suite: str, seconds: dict[str, float], reasons: dict[str, str] | None = None) -> None:
    """Writes the seconds of each test of a suite, and the reasons of tests that take long."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{suite}.json").write_text(json.dumps({"seconds": seconds, "reasons": reasons or {}}))


def report(steps: Iterable[tuple[str, float]]) -> str:
    """The time of each step, and the slowest tests."""
    rows = []
    for file in sorted(FOLDER.glob("*.json")):
        read = json.loads(file.read_text())
        rows += [(seconds, f"{file.stem}: {name}", read["reasons"].get(name)) for name, seconds in read["seconds"].items()]
    rows.sort(reverse=True, key=lambda row: row[0])
    lines = ["", "Seconds of each step:", *(f"{seconds:8.0f}  {name}" for name, seconds in steps)]
    if rows:
        lines += ["", f"Seconds of the {min(SLOWEST, len(rows))} slowest of {len(rows)} tests:"]
    for seconds, name, reason in rows[:SLOWEST]:
        note = f" ({reason})" if reason else " (needs a reason beside it)" if seconds > LONG else ""
        lines.append(f"{seconds:8.1f}  {name}{note}")
    return "\n".join(lines)


def events_of(text: str) -> list[dict]:
    """The records of an event stream of Swift Testing. A program that traps leaves the last line unfinished."""
    records = []
    # Texts in the records may have other line separators.
    for line in text.split("\n"):
        try:
            records.append(json.loads(line))
        except ValueError:
            continue
    return records


def seconds_of_events(records: list[dict], width: int) -> dict[str, float]:
    """The seconds of each test, from the event stream of Swift Testing.

    The stream has the start of each case of a test with arguments. Other tests announce their start when they begin to wait
    for one of the `width` places, and get a place in their order.
    """
    tests, events = {}, []
    for record in records:
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                tests[payload["id"]] = payload
        elif payload.get("testID") in tests and payload["kind"] in (
                "testStarted", "testEnded", "testCaseStarted", "testCaseEnded"):
            events.append((payload["instant"]["absolute"], payload["kind"], payload["testID"]))
    seconds: Counter[str] = Counter()
    cases: dict[str, deque[float]] = defaultdict(deque)
    waiting: dict[str, None] = {}
    begun: dict[str, float] = {}
    busy = 0
    for time, kind, test in sorted(events, key=lambda event: event[0]):
        if kind == "testCaseStarted":
            cases[test].append(time)
            busy += 1
        elif kind == "testCaseEnded":
            seconds[test] += time - cases[test].popleft()
            busy -= 1
        elif tests[test].get("isParameterized"):
            continue
        elif kind == "testStarted":
            waiting[test] = None
        elif test in waiting:
            # It got its place and ended between two events.
            del waiting[test]
            seconds[test] += 0
        else:
            seconds[test] += time - begun.pop(test)
            busy -= 1
        while busy < width and waiting:
            first = next(iter(waiting))
            del waiting[first]
            begun[first] = time
            busy += 1
    return {short(test): taken for test, taken in seconds.items()}


def reasons_of_swift(records: list[dict]) -> dict[str, str]:
    """The reasons of tests that take long, which the sources give: `.takesLong("…")` in the attribute of a test."""
    found = {}
    for record in records:
        if record["kind"] != "test" or record["payload"]["kind"] != "function":
            continue
        place = record["payload"]["sourceLocation"]
        source = pathlib.Path(place["filePath"]).read_text().splitlines()[place["line"] - 1:]
        attribute = "\n".join(source[:12]).partition("func ")[0]
        if reason := re.search(r'\.takesLong\(\s*"([^"]+)"', attribute):
            found[short(record["payload"]["id"])] = reason[1]
    return found


def short(test: str) -> str:
    """`Target.Suite/test()/File.swift:8:4` without its target and its place."""
    return re.sub(r"/[^/]+:\d+:\d+$", "", test).partition(".")[2]


def seconds_of_xctest(text: str) -> dict[str, float]:
    """The seconds of each test, from the output of XCTest."""
    found = re.findall(r"Test Case '([^']+)' (?:passed|failed) \(([\d.]+) seconds\)", text)
    return {name: float(taken) for name, taken in found}
