"""Which tests a run takes: see scripts/sampling.py.

`only_in_test_all` marks a test that `make test` leaves out. `sampled` marks a test of many cases; `make test` takes one of
`one_in`, or `at_most` of them. `takes_long` marks a test of more than 20 seconds, with its reason.
"""

import os
from collections import Counter, defaultdict

from sampling import IS_COMPLETE, SEED, sample
from test_times import keep

# The seconds of each test with its fixtures, and the reasons of those that take long.
_seconds, _reasons = Counter(), {}


def pytest_configure(config):
    config.addinivalue_line("markers", "only_in_test_all(reason): runs in `make test-all` only")
    config.addinivalue_line("markers", "sampled(one_in, at_most): `make test` runs a part of the cases")
    config.addinivalue_line("markers", "takes_long(reason): why a test takes more than 20 seconds")


def pytest_terminal_summary(terminalreporter):
    if not IS_COMPLETE:
        terminalreporter.write_line(f"The sample of generated cases was {SEED}.")


def pytest_collection_modifyitems(config, items):
    if IS_COMPLETE:
        return
    left_out = {item for item in items if item.get_closest_marker("only_in_test_all")}
    families = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled"):
            families[item.nodeid.partition("[")[0]].append(item)
    for cases in families.values():
        mark = cases[0].get_closest_marker("sampled")
        left_out |= {*cases} - {*sample(cases, **mark.kwargs, name=lambda item: item.nodeid)}
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


def pytest_runtest_setup(item):
    if mark := item.get_closest_marker("takes_long") or item.get_closest_marker("only_in_test_all"):
        _reasons[item.nodeid] = mark.args[0]


def pytest_runtest_logreport(report):
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish():
    """Keeps the times for the end of `make test`, which names the suite."""
    if suite := os.environ.get("DOORWARD_SUITE"):
        keep(suite, _seconds, _reasons)
