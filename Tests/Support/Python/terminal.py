"""A program with a terminal for its output and its errors."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from pathlib import Path


class Terminal:
    """A running program. `with` ends it."""

    def __init__(
        self, *command: str | Path, directory: Path, environment: dict[str, str], typed: str | None = None,
        columns: int = 120
    ) -> None:
        """Starts the program. With `typed`, the terminal is also its input, and a person types this text."""
        self._own, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self.output = ""
        self._process = subprocess.Popen(
            [str(word) for word in command], cwd=directory, env=environment,
            stdin=subprocess.DEVNULL if typed is None else other, stdout=other, stderr=other)
        os.close(other)
        if typed is not None:
            os.write(self._own, typed.encode())

    def wait(self) -> int:
        """Reads until the program has closed the terminal. Returns the exit status."""
        read = b""
        # Linux reports an error at the end.
        try:
            while part := os.read(self._own, 65_536):
                read += part
        except OSError:
            pass
        self.output = read.decode()
        return self._process.wait(60)

    def states(self) -> list[list[str]]:
        """The lines on the screen after each piece of the output: a text, a return, a new line or a clearance."""
        lines, column, states = [""], 0, []
        for piece in re.findall(r"\r|\n|\x1b\[K|[^\r\n\x1b]+", self.output):
            if piece == "\r":
                column = 0
            elif piece == "\n":
                # The terminal puts a return before it.
                lines.append("")
            elif piece == "\x1b[K":
                lines[-1] = lines[-1][:column]
            else:
                lines[-1] = lines[-1][:column] + piece + lines[-1][column + len(piece):]
                column += len(piece)
            states.append(list(lines))
        return states

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait(60)
        os.close(self._own)
