"""The codes that a server in development prints instead of sending them."""

from __future__ import annotations

import re
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable

# The limits of codes and sign-ins are those of other tests.
LIMITS = {"code_pause": 0, "code_per_hour_and_address": 1000, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000}

# The line of a code, and that of the link beside it.
_LINE = re.compile(r"^(?:(\S+): .*: (\d{6})|  (\S+/continue#\S+))$", re.M)
# A notice, with the token of its link.
_NOTICE = re.compile(r"^(\S+): .*\n  \S+/secure#(\S+)$", re.M)


class Mailbox:
    """The codes that servers print, by address, in the order of their lines. Any server of a store prints a code."""

    def __init__(self, *servers) -> None:
        self._logs = {server.log: 0 for server in servers}
        self._codes: defaultdict[str, deque[str]] = defaultdict(deque)
        # The address of the last code in each log, and the newest link for each address.
        self._last: dict = {}
        self._links: dict[str, str] = {}
        self._lock = threading.Lock()

    def code(self, address: str) -> str:
        """The next code for an address, after the codes that were taken before."""
        return self._wait(lambda: self._codes[address] and self._codes[address].popleft(), address)

    def link(self, address: str) -> str:
        """The newest link for an address."""
        return self._wait(lambda: self._links.get(address), address)

    def notice(self, address: str) -> str:
        """The token of the newest notice to an address."""
        def found() -> str | None:
            tokens = [token for log in self._logs for to, token in _NOTICE.findall(log.read_text()) if to == address]
            return tokens[-1] if tokens else None
        return self._wait(found, address)

    def _wait(self, found: Callable[[], str | None], address: str) -> str:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with self._lock:
                self._read()
                if text := found():
                    return text
            time.sleep(0.005)
        raise AssertionError(f"no message to {address}")

    def _read(self) -> None:
        for log, position in self._logs.items():
            with log.open("rb") as file:
                file.seek(position)
                text, end, _ = file.read().rpartition(b"\n")
            self._logs[log] = position + len(text) + len(end)
            for address, code, link in _LINE.findall(text.decode()):
                if link:
                    self._links[self._last[log]] = link
                else:
                    self._last[log] = address
                    self._codes[address].append(code)
