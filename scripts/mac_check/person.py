"""Asks the person at the Mac. Each question has a time limit and can be skipped."""
from __future__ import annotations

import os
import select
import sys
import termios
import time
from typing import Callable

from .commands import spelled


class NoAnswer(Exception):
    """The person skips the question or does not answer in time, or no terminal is attached. Contains the reason."""


class Person:
    """The person at the terminal, if there is one."""

    def __init__(self, is_alone: bool, most: float) -> None:
        self.is_alone = is_alone
        # The most seconds of each question.
        self.most = most
        self.typed = b""

    def ask(self, text: str, limit: float, has_ended: Callable[[], bool] = lambda: False, news: Callable[[], list[str]] = lambda: []) -> str:
        """Waits for a line, and shows news in the meantime. Returns an empty text at once when `has_ended`.

        Raises `NoAnswer`.
        """
        if self.is_alone:
            raise NoAnswer("The questions were left out because of --alone.")
        limit = min(limit, self.most)
        # An earlier line does not answer this question.
        self.typed = b""
        try:
            termios.tcflush(0, termios.TCIFLUSH)
        except (OSError, termios.error):
            # Not a terminal.
            pass
        say(f"\n{text}\n  Return: done. s: skip. Without an answer, the check goes on after {spelled(limit)}.")
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            for line in news():
                say(f"  {line}")
            if has_ended():
                return ""
            line = self.line(0.3)
            if line is not None:
                if line.strip().lower() in ("s", "skip"):
                    raise NoAnswer("The person skipped it.")
                return line.strip()
        raise NoAnswer("No answer within the time limit.")

    def line(self, seconds: float) -> str | None:
        """The next typed line, if there is one within this time."""
        # The rest of an earlier read.
        if b"\n" not in self.typed:
            try:
                if not select.select([0], [], [], seconds)[0]:
                    return None
                part = os.read(0, 4096)
            except (OSError, ValueError):
                part = b""
            if not part:
                raise NoAnswer("No terminal is attached.")
            self.typed += part
        if b"\n" not in self.typed:
            return None
        line, _, self.typed = self.typed.partition(b"\n")
        return line.decode(errors="replace")

    def says_yes(self, text: str, limit: float) -> bool:
        try:
            return self.ask(f"{text} [y/n]", limit).lower() in ("y", "yes")
        except NoAnswer:
            return False


def say(text: str) -> None:
    try:
        print(text, flush=True)
    except OSError:
        # The terminal was closed. The report is still written.
        sys.stdout = open(os.devnull, "w")
