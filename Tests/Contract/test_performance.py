"""docs/performance.md judges each limit on the processor with the worse ratio."""

import importlib.machinery
import importlib.util
import sys

import pytest

from document import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
_loader = importlib.machinery.SourceFileLoader("performance", str(ROOT / "scripts/performance"))
_spec = importlib.util.spec_from_loader("performance", _loader)
performance = importlib.util.module_from_spec(_spec)
sys.modules["performance"] = performance
_loader.exec_module(performance)


def page(header: str, *lines: str) -> str:
    rule = "|".join(" --- " for _ in header.strip("|").split("|"))
    return "\n".join(["## Section", "", header, f"|{rule}|", *lines, ""])


def verdicts(overview: str) -> dict[str, str]:
    lines = [performance.cells(line) for line in overview.splitlines() if line.startswith("|")]
    return {line[0]: line[-1] for line in lines if line[0] not in ("What", "") and not line[0].startswith("-")}


def test_the_overview_is_that_of_the_pages():
    assert performance.overview(performance.pages()) == (ROOT / "docs/performance.md").read_text()


@pytest.mark.parametrize("header, target, better, worse", [
    ("| What | µs | beside | ratio | limit | met |", "≤ 1.30", "| 400.0 | SQLite | 1.30", "| 900.0 | SQLite | 1.31"),
    ("| What | a second | of the primitive | target | met |", "≥ 0.90", "| 16,000 | 0.90", "| 90,000 | 0.89"),
    ("| What | a second | of the primitive | target | met |", "≥ 500,000/s", "| 500,000 | ", "| 499,000 | "),
    ("| What | measured | of the primitive | target | met |", "≤ 0.3 ms", "| 0.300 ms | 3.59", "| 0.310 ms | 1.00"),
    ("| What | measured | of the primitive | target | met |", "≤ 2 ×", "| 900 ms | 2.00", "| 100 ms | 2.01"),
])
def test_a_limit_is_judged_on_the_worse_processor(header, target, better, worse):
    pages = {name: page(header, f"| a call {values} | {target} | yes |", "| without | | | | |")
             for name, values in (("One", better), ("Other", better), ("Third", worse))}
    assert verdicts(performance.overview({"One": pages["One"], "Other": pages["Other"]})) == {"a call": "yes"}
    for names in (("One", "Third"), ("Third", "One")):
        assert verdicts(performance.overview({name: pages[name] for name in names})) == {"a call": "no"}


def test_a_measurement_replaces_what_was_reported():
    header = "| What | µs | beside | ratio | limit | met |"
    sign_in = page(header, "| POST /v1/ethereum/sign-in | 300 | 1 recovery | 2.40 | ≤ 2.50 | yes |")
    assert verdicts(performance.overview({"Other": sign_in})) == {"POST /v1/ethereum/sign-in": "no"}
    assert verdicts(performance.overview({"AMD EPYC": sign_in})) == {"POST /v1/ethereum/sign-in": "yes"}


@pytest.mark.parametrize("model, slug", [
    ("Intel(R) Xeon(R) Processor", "intel-xeon-processor"), ("AMD EPYC 7763 64-Core Processor", "amd-epyc-7763-64-core-processor"),
    ("Intel(R) Xeon(R) CPU @ 2.20GHz", "intel-xeon-cpu-2-20ghz"), ("../x", "x")])
def test_the_page_of_a_processor_is_named_after_it(model, slug):
    assert performance.slug(model) == slug
