"""The program that compares the times of known and unknown users. It measures; this test asserts no time."""

import math
import os
import random
import sys

import pytest

from document import ROOT
from programs import run

FOLDER = ROOT / "Benchmarks/UserTiming"
sys.path.append(str(FOLDER))

from statistics_of_ranks import Comparison  # noqa: E402


@pytest.mark.only_in_test_all("hundreds of password hashes")
def test_the_table_has_each_request():
    done = run(
        sys.executable, FOLDER / "compare.py", "--requests", "20", environment=dict(os.environ), timeout=300)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines()[2:]]
    assert [row[0] for row in rows[::4]] == ["password sign-in", "sign-up", "code", "reset"], done.stderr
    assert len(rows) == 16 and done.returncode == any(row[6] == "differs" for row in rows)
    for row in rows:
        assert all(float(cell.replace(",", "")) > 0 for cell in row[2:4]) and 0 <= float(row[5]) <= 1
        assert row[6] == "–" or (row[6] == "differs") == (float(row[5]) < 0.001)


@pytest.mark.parametrize("first, second, u, p", [
    # The example of SciPy's documentation of `mannwhitneyu`, and one with equal values, computed by hand: the variance of
    # U is 16 / 12 * (9 - 36 / 56).
    ([19, 22, 16, 29, 24], [20, 11, 17, 12], 17.0, 0.11134688653314041),
    ([1, 2, 2, 3], [2, 3, 4, 4], 2.5, math.erfc((8 - 2.5 - 0.5) / math.sqrt(16 / 12 * (9 - 36 / 56)) / math.sqrt(2))),
])
def test_the_statistics_are_those_of_mann_and_whitney(first, second, u, p):
    compared = Comparison.of(first, second)
    assert compared.probability == pytest.approx(u / len(first) / len(second))
    assert compared.p == pytest.approx(p, abs=1e-9)


def test_a_difference_is_found_and_noise_is_not():
    source = random.Random(1)
    first, second = ([source.gauss(100, 10) for _ in range(400)] for _ in range(2))
    assert Comparison.of(first, second).p > 0.05
    assert Comparison.of([value + 5 for value in first], second).p < 1e-6
