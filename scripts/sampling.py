"""The sample of generated cases that a run of the tests takes.

`make test` takes a part of each large family of cases. The text in DOORWARD_SAMPLE, the hash of the commit, chooses the part, so that each
commit tries other cases and a failure can be repeated: `make test SAMPLE=c49269e4`. `make test-all` sets it to "all", and so does
a run without it. Tests/Support/Sampling does the same for the tests in Swift.
"""
from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from typing import TypeVar

Case = TypeVar("Case")

ALL = "all"
SEED = os.environ.get("DOORWARD_SAMPLE") or ALL
IS_COMPLETE = SEED == ALL


def rank(name: str) -> bytes:
    """The place of a case in the order of this sample."""
    return hashlib.sha256(f"{SEED}\0{name}".encode()).digest()


def sample(
    cases: Iterable[Case], *, one_in: int = 1, at_most: int | None = None, name: Callable[[Case], str] = str
) -> list[Case]:
    """A part of the cases in their order: one of `one_in`, at least one, and not more than `at_most`. The names of the cases differ."""
    cases = list(cases)
    if IS_COMPLETE or not cases:
        return cases
    count = -(-len(cases) // one_in)
    if at_most is not None:
        count = min(count, at_most)
    chosen = set(sorted(map(name, cases), key=rank)[:count])
    return [case for case in cases if name(case) in chosen]
