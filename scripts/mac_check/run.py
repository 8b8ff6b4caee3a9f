"""A run: what its steps share, and how a step runs."""
from __future__ import annotations

import dataclasses
import os
import pathlib
import plistlib
import re
import shlex
import shutil
import time
import traceback
from typing import Callable

from .commands import ROOT, Commands, Ended
from .machine import Machine
from .person import NoAnswer, Person, say
from .records import FAILED, IMPOSSIBLE, INTERRUPTED, LATE, PASSED, SKIPPED, Record, Records, first_error

BUILDS = ROOT / ".build/mac-check"
# The manifest makes only these test targets.
TESTS = {"DOORWARD_TESTS": "ClientTests FlowTests"}


class Stopped(Exception):
    """A step did not pass."""

    def __init__(self, result: str, sentence: str, command: str = "", excerpt: str = "") -> None:
        super().__init__(sentence)
        self.result, self.sentence, self.command, self.excerpt = result, sentence, command, excerpt


@dataclasses.dataclass
class Step:
    """A step of the check."""

    name: str
    title: str
    # The most seconds.
    limit: float
    # Needs of `Machine.unmet`, or names of steps that must have passed.
    needs: tuple[str, ...]
    # Returns a sentence for the report.
    work: Callable[["Run", "Step"], str]
    # Whether a later run repeats the step though it passed: it starts something that others need.
    runs_again: bool = False


class Run:
    """What the steps share."""

    def __init__(self, folder: pathlib.Path, commands: Commands, machine: Machine, person: Person) -> None:
        self.folder, self.commands, self.machine, self.person = folder, commands, machine, person
        self.deadline = 0.0
        # Calls that undo changes at the end, the last first.
        self.undo: list[Callable[[], object]] = []
        # The address of the server, and its log.
        self.server: str = ""
        self.server_log = folder / "logs/server-start.log"

    # MARK: For the steps

    def log(self, step: Step) -> pathlib.Path:
        return self.folder / f"logs/{step.name}.log"

    def remaining(self) -> float:
        return max(1.0, self.deadline - time.monotonic())

    def command(self, step: Step, *words: object, folder: pathlib.Path = ROOT, added: dict[str, str] | None = None) -> Ended:
        """Runs a command within the time of the step. Raises `Stopped` unless it succeeds."""
        command = [str(word) for word in words]
        line = " ".join(map(shlex.quote, command))
        log: pathlib.Path | None = self.log(step)
        try:
            with log.open("a") as file:
                file.write(f"$ {line}\n")
        except OSError:
            # The folder is gone or the disk is full. The command may work nevertheless.
            log = None
        ended = self.commands.run(command, self.remaining(), log, folder, added)
        if not ended.is_right:
            sentence = ended.problem or f"`{command[0]}` failed with status {ended.status}."
            raise Stopped(LATE if ended.has_timed_out else FAILED, sentence, line, first_error(ended.text))
        return ended

    def program(self, name: str) -> pathlib.Path:
        """A built program of the package of the server. Raises `Stopped` if it is gone."""
        answer = self.commands.run(["swift", "build", "--package-path", "Server", "--show-bin-path"], 120, added=TESTS)
        lines = [line for line in answer.text.splitlines() if line.startswith("/")]
        folder = pathlib.Path(lines[-1]) if answer.is_right and lines else ROOT / "Server/.build/debug"
        if not (folder / name).exists():
            raise Stopped(FAILED, f"{folder / name} does not exist. Run the check again with ARGS=--afresh.")
        return folder / name

    def picture(self, step: Step, what: str) -> str:
        """Lets the person photograph one window. Returns a sentence if there is no picture."""
        if self.person.is_alone:
            return ""
        file = self.folder / f"pictures/{step.name}.png"
        say(f"\n  Now click {what}: a picture of this window alone is taken. Esc takes none.")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            ended = self.commands.run(["screencapture", "-o", "-x", "-w", str(file)], 60)
        except OSError as error:
            return f"There is no picture: {error.strerror}."
        if file.exists() and file.stat().st_size > 0:
            return ""
        return "There is no picture: " + (ended.problem or " ".join(ended.text.split()) or "none was taken.")

    # MARK: Running

    def run(self, step: Step, records: Records) -> None:
        """Runs a step and records its result, whatever happens. Only Ctrl-C ends more than the step."""
        record = Record(step.name, step.title, PASSED)
        reason = next(filter(None, (self.unmet(need, records) for need in step.needs)), None)
        if reason:
            record.result, record.sentence = IMPOSSIBLE, reason
            say(f"- {step.title}: not run. {reason}")
            records.add(record)
            return
        say(f"- {step.title} …")
        begin = time.monotonic()
        self.deadline = begin + min(step.limit, self.commands.most)
        try:
            self.log(step).unlink()
        except OSError:
            pass
        try:
            record.sentence = step.work(self, step)
        except Stopped as stopped:
            record.result, record.sentence = stopped.result, stopped.sentence
            record.command, record.excerpt = stopped.command, stopped.excerpt
        except NoAnswer as reason:
            record.result, record.sentence = SKIPPED, str(reason)
        except KeyboardInterrupt:
            record.result, record.sentence = INTERRUPTED, "It was interrupted."
            raise
        except OSError as error:
            record.result, record.sentence = FAILED, f"{error.strerror or error}: {error.filename or 'no file'}"
        except Exception:
            # A mistake in this program must not cost the other results.
            record.result, record.sentence = FAILED, "A mistake in scripts/mac-check."
            record.excerpt = traceback.format_exc()
        finally:
            record.seconds = time.monotonic() - begin
            records.add(record)
        say(f"  {record.result} after {record.seconds:.0f} s{': ' if record.sentence else ''}{record.sentence}")

    def unmet(self, need: str, records: Records) -> str | None:
        """Why a need is not met."""
        if need in self.machine.unmet:
            return self.machine.unmet[need]
        if need in records.all and not records.passed(need):
            return f"It needs “{records.all[need].title}”."
        return None

    def finish(self) -> None:
        """Stops what runs, and removes what the steps have made outside of the folders of results."""
        while self.undo:
            try:
                self.undo.pop()()
            except Exception:
                pass
        self.commands.end_all()


def bundle(app: pathlib.Path, program: pathlib.Path, identifier: str, information: dict[str, object], folder: str = "") -> None:
    """Makes an app of a program. `folder` is that of the program inside of the app."""
    shutil.rmtree(str(app), ignore_errors=True)
    (app / folder).mkdir(parents=True)
    shutil.copy2(str(program), str(app / folder / program.name))
    os.chmod(str(app / folder / program.name), 0o755)
    values = {"CFBundleExecutable": program.name, "CFBundleIdentifier": identifier, "CFBundleName": program.name,
              "CFBundlePackageType": "APPL", "CFBundleShortVersionString": "1", "CFBundleVersion": "1",
              # The server of the check has no certificate.
              "NSAppTransportSecurity": {"NSAllowsLocalNetworking": True}, **information}
    list_folder = app / "Contents" if folder else app
    with (list_folder / "Info.plist").open("wb") as file:
        plistlib.dump(values, file)


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")
