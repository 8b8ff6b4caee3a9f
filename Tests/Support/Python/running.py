"""Starts and stops the real program."""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import contextmanager
from pathlib import Path

from databases import database_of, has_database, store_settings
from programs import Program, run

# Nothing listens on port 1 of loopback, so no test sends a request to another machine.
NOWHERE = {"mainnet": {"rpc": ["http://127.0.0.1:1"]}}


def binary() -> str:
    path = os.environ.get("DOORWARD_BINARY")
    if not path:
        raise RuntimeError("DOORWARD_BINARY must name the doorward program; `make python-tests` sets it")
    return path


def environment() -> dict[str, str]:
    """The environment without the developer's settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("DOORWARD_")}


def doorward(
    *arguments: str, directory: Path, stdin: str = "", variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess:
    """Runs one command without a terminal, with the doorward.json of the directory, if there is one.

    A command with `--data` has the database of the server with that data directory.
    """
    variables = variables or {}
    if "--data" in arguments:
        data = directory / arguments[arguments.index("--data") + 1]
        if has_database(data):
            variables = {"DOORWARD_DATABASE": database_of(data), **variables}
    return run(binary(), *arguments, directory=directory, environment=environment() | variables, input=stdin)


class Doorward:
    """A running `doorward serve`."""

    def __init__(
        self, directory: Path, *, settings: dict | None = None, development: bool = True,
        listen: str = "127.0.0.1:0", data: Path | None = None, variables: dict[str, str] | None = None
    ) -> None:
        """Starts the server. `data` is the folder of another server if both have the same store.

        `variables` are added to the environment.
        """
        directory.mkdir(parents=True, exist_ok=True)
        self.directory = directory
        self.data = data or directory / "data"
        self.log = directory / "server.log"
        configuration = directory / "doorward.json"
        configuration.write_text(json.dumps({"near": NOWHERE, **store_settings(self.data), **(settings or {})}))
        arguments = ["--listen", listen, "--data", self.data, "--config", configuration]
        if development:
            arguments.append("--development")
        self.program = Program(
            binary(), "serve", *arguments, directory=directory, environment=environment() | (variables or {}),
            log=self.log)
        try:
            self.account = self.program.output.wait_for(r"^account (\S+)$", 30)[1]
            self.wallet = self.program.output.wait_for(r"^wallet (\S+)$", 30)[1]
            self.admin_listen = self.program.output.wait_for(r"^admin http://(\S+)$", 30)[1]
        except AssertionError:
            self.crash()
            raise RuntimeError(f"the server did not start: {self.log.read_text()}") from None

    @property
    def host(self) -> str:
        return self.account.partition("://")[2]

    def terminate(self) -> int:
        """Stops the server with SIGTERM. Returns the exit status."""
        return self.program.stop()

    def crash(self) -> None:
        self.program.kill()


@contextmanager
def running(directory: Path, **options):
    server = Doorward(directory, **options)
    try:
        yield server
    except BaseException:
        server.crash()
        raise
    else:
        if server.program.is_running:
            assert server.terminate() == 0, server.log.read_text()
