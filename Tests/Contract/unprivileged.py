"""Runs the program as an unprivileged user, because root may write nearly everywhere."""

import json
import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

from databases import forget_database, store_settings
from programs import Program
from running import NOWHERE, binary, environment

NOBODY = 65534


class Place:
    """A directory of that user with a copy of the program."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.program = path / "doorward"
        shutil.copy(binary(), self.program)
        self.data = path / "data"
        self.configuration = path / "doorward.json"
        self.configure()

    def configure(self, **settings: object) -> None:
        self.configuration.write_text(json.dumps(
            {"near": NOWHERE, "data": str(self.data), **store_settings(self.data), **settings}))

    def remove_installation(self) -> None:
        """Removes all that a server has stored. The place must be configured again."""
        shutil.rmtree(self.data)
        forget_database(self.data)

    def give(self) -> None:
        """Makes the user the owner of all files."""
        if os.geteuid() == 0:
            for path in [self.path, *self.path.rglob("*")]:
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)

    def start(self, *arguments: str, before: tuple[str, ...] = (), preexec_fn=None, **variables: str) -> Program:
        options: dict = {}
        if os.geteuid() == 0:
            options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        return Program(
            *before, self.program, *arguments, directory=self.path, environment={**environment(), **variables},
            preexec_fn=preexec_fn, **options)

    def doctor(self, *arguments: str, before: tuple[str, ...] = ()) -> dict[str, list[dict]]:
        """The findings of the doctor, by the names of the checks."""
        with self.start(
                "doctor", "--json", "--development", "--listen", "127.0.0.1:0", *arguments, before=before) as program:
            output = program.output.rest()
        found: dict[str, list[dict]] = {}
        for check in json.loads(output)["checks"]:
            found.setdefault(check["check"], []).append(check)
        return found

    @contextmanager
    def serving(self, *arguments: str, before: tuple[str, ...] = (), **options):
        """Runs a server in this place. Yields nothing if it does not start; `said` then has its output."""
        with self.start(
                "serve", "--development", "--listen", "127.0.0.1:0", *arguments, before=before, **options) as program:
            try:
                program.output.wait_for(r"^account \S+$")
            except AssertionError:
                self.status = program.wait()
                self.said = program.errors.rest()
                yield None
            else:
                yield program


@contextmanager
def place():
    path = Path(tempfile.mkdtemp(prefix="doorward-"))
    path.chmod(0o755)
    try:
        yield Place(path)
    finally:
        shutil.rmtree(path)
