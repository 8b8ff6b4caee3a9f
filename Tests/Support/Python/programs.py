"""Starts programs: `run` for a program that ends, `Program` for one that runs beside a test."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from pathlib import Path
from typing import IO


def run(
    *command: str | Path, input: str = "", directory: Path | None = None, environment: dict[str, str] | None = None,
    timeout: float = 60, **options: object
) -> subprocess.CompletedProcess:
    """Runs a program to its end. Standard input is `input`, without a terminal."""
    return subprocess.run(
        [str(word) for word in command], input=input, cwd=directory, env=environment, timeout=timeout,
        capture_output=True, text=True, **options)


def output_of(*command: str | Path, **options: object) -> str:
    """The standard output of a program that must succeed."""
    done = run(*command, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


class Output:
    """One output of a running program. A thread reads it, so that the program never waits for a reader."""

    def __init__(self, stream: IO[str]) -> None:
        self.text = ""
        self._has_ended = False
        self._changed = threading.Condition()
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self._append(line)
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def _append(self, line: str) -> None:
        with self._changed:
            self.text += line
            self._changed.notify_all()

    def wait_for(self, pattern: str, timeout: float = 60) -> re.Match:
        """Waits until the output contains a pattern. Fails when the output has ended without it."""
        with self._changed:
            self._changed.wait_for(lambda: self._has_ended or re.search(pattern, self.text, re.M), timeout)
            found = re.search(pattern, self.text, re.M)
        assert found, f"{pattern!r} is not in the output: {self.text}"
        return found

    def rest(self, timeout: float = 60) -> str:
        """Waits until the output has ended, and returns all of it."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._has_ended, timeout), f"the output has no end: {self.text}"
        return self.text


class Program:
    """A running program. `with` stops it at the end, also after a failure."""

    def __init__(
        self, *command: str | Path, log: Path | None = None, directory: Path | None = None,
        environment: dict[str, str] | None = None, **options: object
    ) -> None:
        """Starts the program. Standard error is appended to the file `log`, or read as `errors`."""
        with (log or Path(os.devnull)).open("ab") as file:
            self.process = subprocess.Popen(
                [str(word) for word in command], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=file if log else subprocess.PIPE, text=True, **options)
        self.log = log
        self.output = Output(self.process.stdout)
        self._errors = None if log else Output(self.process.stderr)

    @property
    def errors(self) -> Output:
        assert self._errors, f"standard error is in {self.log}"
        return self._errors

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def wait(self, timeout: float = 60) -> int:
        """Waits for the end and returns the exit status. Kills the program at the time limit, and fails."""
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def stop(self) -> int:
        """Stops the program with SIGTERM and returns the exit status."""
        self.send(signal.SIGTERM)
        return self.wait(30)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(30)

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_running:
            self.stop()
