"""The limits of time that the server promises for its reaction to an event."""

import time
from typing import Callable

import psycopg

# From the moment at which a database accepts work again, in seconds.
RECOVERY = 1
# From the moment at which another process has changed an application or a signing key, in seconds.
CHANGE = 2


def within(seconds: float, since: float, is_so: Callable[[], bool], what: str) -> None:
    """Checks repeatedly. A check that begins so many seconds after a moment, or later, must succeed.

    The beginning of a check counts, and not its end, so the answers of a busy machine may take longer.
    """
    while True:
        begin = time.monotonic()
        if is_so():
            return
        late = begin - since
        assert late < seconds, f"after {late:.2f} s it is not so that {what}"
        time.sleep(0.02)


def wait_until_writable(url: str) -> None:
    """Waits until a client of a database can change a row of the server's tables. From then on, the server must recover."""
    deadline = time.monotonic() + 60
    while True:
        try:
            with psycopg.connect(url, connect_timeout=2) as connection:
                connection.execute("UPDATE readiness SET writes = writes")
            return
        except psycopg.Error:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.01)
