"""The scripts of `make test`: samples, areas and times."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import json
import re

import pytest

import sampling
import test_times
from commands import ROOT

CASES = list(range(100))


@pytest.fixture
def seeded(monkeypatch):
    """Makes the next samples those of a text."""
    def choose(seed: str) -> None:
        monkeypatch.setattr(sampling, "SEED", seed)
        monkeypatch.setattr(sampling, "IS_COMPLETE", seed == sampling.ALL)
    return choose


def test_a_complete_run_takes_every_case(seeded):
    seeded(sampling.ALL)
    assert sampling.sample(CASES, one_in=6, at_most=1) == CASES


@pytest.mark.parametrize("limits, count", [
    ({"one_in": 6}, 17), ({"one_in": 1000}, 1), ({"at_most": 4}, 4), ({"one_in": 6, "at_most": 4}, 4), ({"at_most": 1000}, 100)])
def test_a_sample_has_its_size_and_the_order_of_the_cases(seeded, limits, count):
    seeded("c49269e4")
    taken = sampling.sample(CASES, **limits)
    assert len(taken) == count and taken == sorted(taken) == sampling.sample(CASES, **limits)


def test_commits_together_take_every_case(seeded):
    taken = set()
    for number in range(100):
        seeded(f"commit {number}")
        taken |= {*sampling.sample(CASES, one_in=6)}
    assert taken == {*CASES}


def test_every_test_belongs_to_an_area():
    loader = importlib.machinery.SourceFileLoader("test_area", str(ROOT / "scripts/test-area"))
    script = importlib.util.module_from_spec(importlib.util.spec_from_loader("test_area", loader))
    loader.exec_module(script)
    globs = [script.SWIFT, "Server/Browser/test_*.py", "Contract/test_*.py", *script.PAGES]
    tests = {path for glob in globs for path in script.TESTS.glob(glob) if not script.target_of(path).startswith("Apple")}
    found = {path for area in script.AREAS for glob in globs for path in script.files(area, glob)}
    assert len(tests) > 500
    assert sorted(str(path.relative_to(ROOT)) for path in tests - found) == []


def reason_of(decorator: ast.expr) -> str | None:
    """The reason of a decorator that leaves a test out of `make test`."""
    is_mark = isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.only_in_test_all"
    return ast.literal_eval(decorator.args[0]) if is_mark else None


def test_a_reason_names_only_tests_that_make_test_runs():
    files = [path for suite in ("Server/Browser", "Contract") for path in (ROOT / "Tests" / suite).glob("test_*.py")]
    kept, reasons = set(), []
    for path in files:
        for test in ast.parse(path.read_text()).body:
            if isinstance(test, ast.FunctionDef):
                found = [reason for decorator in test.decorator_list if (reason := reason_of(decorator))]
                reasons += found
                kept |= {test.name} if not found else set()
    assert len(reasons) > 100
    for reason in reasons:
        assert {*re.findall(r"\btest_\w+\b(?!\.py)", reason)} <= kept, reason
        for name in re.findall(r"\btest_\w+\.py|Tests/[\w./-]*\w", reason):
            assert (ROOT / name).exists() or any(path.name == name for path in files), reason


def event(kind: str, test: str, time: float) -> str:
    return json.dumps({"kind": "event", "payload": {"kind": kind, "testID": test, "instant": {"absolute": time}}})


def test_the_time_of_a_swift_test_has_no_time_in_which_it_waits_for_others():
    tests = {"T.S/one()/F.swift:1:2": False, "T.S/two()/F.swift:2:2": False, "T.S/many(_:)/F.swift:3:2": True}
    lines = [json.dumps({"kind": "test", "payload": {"kind": "function", "id": test, "isParameterized": has_cases}})
             for test, has_cases in tests.items()]
    one, two, many = tests
    lines += [event("testStarted", test, 0) for test in tests]
    lines += [event("testEnded", one, 2), event("testEnded", two, 5)]
    lines += [event("testCaseStarted", many, 5), event("testCaseEnded", many, 6), event("testEnded", many, 6)]
    # A text with a line separator, and the last line of a program that trapped.
    lines += [json.dumps({"kind": "test", "payload": {"kind": "suite", "name": "a\u2028b"}}, ensure_ascii=False), '{"kind": "ev']
    records = test_times.events_of("\n".join(lines))
    assert test_times.seconds_of_events(records, width=1) == {"S/one()": 2, "S/two()": 3, "S/many(_:)": 1}


def test_the_reason_of_a_swift_test_is_read_from_its_attribute(tmp_path):
    source = tmp_path / "F.swift"
    source.write_text('@Test(\n  .takesLong("It waits."), arguments: cases)\nfunc one() {}\n@Test func two() {}\n')
    records = [{"kind": "test", "payload": {
        "kind": "function", "id": f"T.S/{name}()/F.swift:{line}:2", "sourceLocation": {"filePath": str(source), "line": line}}}
        for name, line in (("one", 1), ("two", 4))]
    assert test_times.reasons_of_swift(records) == {"S/one()": "It waits."}


def test_the_times_of_xctest_are_read():
    text = "Test Case 'LookTests.testDark' passed (9.27 seconds)\nTest Case 'LookTests.testWide' failed (1.5 seconds)"
    assert test_times.seconds_of_xctest(text) == {"LookTests.testDark": 9.27, "LookTests.testWide": 1.5}


def test_the_report_names_the_slowest_tests_and_asks_for_reasons(monkeypatch, tmp_path):
    monkeypatch.setattr(test_times, "FOLDER", tmp_path)
    test_times.keep("Contract", {"slow": 30, "allowed": 40, **{f"quick {number}": 1 for number in range(30)}}, {"allowed": "why"})
    lines = test_times.report([("lint", 3), ("in all", 3)]).splitlines()
    assert "       3  lint" in lines
    assert [line.split("  ")[-1] for line in lines[-20:][:2]] == [
        "Contract: allowed (why)", "Contract: slow (needs a reason beside it)"]
