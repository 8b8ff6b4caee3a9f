"""Runs commands with a time limit. A command that hangs, or that this program leaves, ends with everything that it has started."""
from __future__ import annotations

import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The variables that commands get. The others may be secret, and Xcode writes variables to its logs.
KEPT = re.compile(r"^(PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|LANG|LC_\w+|DEVELOPER_DIR|SDKROOT|TOOLCHAINS|HOMEBREW_\w*(?<!TOKEN)|\w*_?proxy)$",
                  re.IGNORECASE)
# The seconds between the request to end and the end by force.
GRACE = 3


@dataclasses.dataclass
class Ended:
    """A command that has ended, or that could not start."""

    status: int | None
    text: str
    # Says in a sentence why the command did not end by itself.
    problem: str = ""
    has_timed_out: bool = False

    @property
    def is_right(self) -> bool:
        return self.status == 0 and not self.problem


def variables(added: dict[str, str] | None = None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if KEPT.match(name)}
    # The messages of tools are in English, and Homebrew neither updates itself nor reports to its makers.
    kept.update({"LC_ALL": "en_US.UTF-8", "HOMEBREW_NO_AUTO_UPDATE": "1", "HOMEBREW_NO_ANALYTICS": "1", "NO_COLOR": "1"})
    kept.update(added or {})
    return kept


class Commands:
    """Starts commands, and knows those that run."""

    def __init__(self, most: float = float("inf")) -> None:
        # No command takes more seconds.
        self.most = most
        self.running: list[subprocess.Popen] = []

    def start(self, command: list[str], log, folder: pathlib.Path = ROOT, added: dict[str, str] | None = None) -> subprocess.Popen:
        """Starts a command in a process group of its own, so that Ctrl-C reaches only this program."""
        process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=str(folder),
            env=variables(added), start_new_session=True)
        self.running.append(process)
        return process

    def end(self, process: subprocess.Popen) -> None:
        """Ends a process and everything in its group."""
        for number, seconds in ((signal.SIGTERM, GRACE), (signal.SIGKILL, GRACE)):
            try:
                os.killpg(process.pid, number)
            except OSError:
                # The group is empty, or macOS refuses because only zombies are in it.
                pass
            deadline = time.monotonic() + seconds
            while time.monotonic() < deadline and (process.poll() is None or has_group(process.pid)):
                time.sleep(0.05)
        if process in self.running:
            self.running.remove(process)

    def end_all(self) -> None:
        for process in list(self.running):
            self.end(process)

    def run(self, command: list[str], limit: float, log: pathlib.Path | None = None, folder: pathlib.Path = ROOT,
            added: dict[str, str] | None = None) -> Ended:
        """Runs a command, and adds its output to the log if there is one."""
        try:
            file = tempfile.TemporaryFile() if log is None else log.open("ab+")
        except OSError as error:
            return Ended(None, "", f"The output of `{command[0]}` cannot be stored: {error.strerror}.")
        with file:
            begin = file.seek(0, os.SEEK_END)
            try:
                process = self.start(command, file, folder, added)
            except FileNotFoundError:
                return Ended(None, "", f"`{command[0]}` is not installed.")
            except OSError as error:
                return Ended(None, "", f"`{command[0]}` cannot be started: {error.strerror}.")
            problem, has_timed_out = "", False
            limit = min(limit, self.most)
            try:
                process.wait(limit)
            except subprocess.TimeoutExpired:
                problem, has_timed_out = f"`{command[0]}` did not end within {spelled(limit)}.", True
            finally:
                # A program that a command leaves running would hold a port or the lock of the build.
                self.end(process)
            file.seek(begin)
            text = file.read().decode(errors="replace")
        if process.returncode is not None and process.returncode < 0 and not problem:
            problem = f"`{command[0]}` was ended by signal {-process.returncode}."
        return Ended(process.returncode, text, problem, has_timed_out)


def has_group(group: int) -> bool:
    try:
        os.killpg(group, 0)
        return True
    except OSError:
        return False


def spelled(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min"
