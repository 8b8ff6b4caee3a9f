"""The messages that a development server prints instead of sending them."""

import itertools
import re
import time
from pathlib import Path

_numbers = itertools.count(1)


def new_address(name: str = "ada") -> str:
    """An email address that no other test uses."""
    return f"{name}{next(_numbers)}@example.com"


class Messages:
    """The messages in the log of a server."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._read: dict[str, int] = {}

    def _all(self, address: str) -> list[str]:
        return re.findall(rf"^{re.escape(address)}: (.*)$", self._log.read_text(), re.M)

    def next(self, address: str) -> str:
        """Waits for the next message to an address, and returns it."""
        at = self._read.get(address, 0)
        deadline = time.monotonic() + 20
        while len(found := self._all(address)) <= at:
            assert time.monotonic() < deadline, f"no message to {address}: {self._log.read_text()[-2000:]}"
            time.sleep(0.01)
        self._read[address] = at + 1
        return found[at]

    def code(self, address: str) -> str:
        """Waits for the next message with a code to an address, and returns the code."""
        while True:
            if code := re.search(r"\b(\d{6})$", self.next(address)):
                return code[1]

    def link(self, address: str) -> str:
        """Waits for the next message to an address, and returns its link."""
        message = self.next(address)
        found = re.findall(rf"^{re.escape(address)}: {re.escape(message)}\n  (\S+)$", self._log.read_text(), re.M)
        assert found, message
        return found[-1]
