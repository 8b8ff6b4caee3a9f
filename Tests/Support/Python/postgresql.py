"""Runs PostgreSQL on a loopback port, as an unprivileged user, in a temporary folder."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import signal
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from ports import free_port
from programs import Program, output_of, run

_ROOTS = ("/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt")
# Commits reach the system before they are acknowledged, so they survive the end of every process. Nothing waits for the disk.
_SETTINGS = {
    "listen_addresses": "127.0.0.1", "fsync": "off", "full_page_writes": "off", "shared_buffers": "64MB",
    "max_connections": "100", "timezone": "UTC"}

_STATEMENTS = ("CREATE ROLE doorward LOGIN", "CREATE DATABASE doorward OWNER doorward")


def _programs() -> Path:
    found = [path.parent for root in _ROOTS for path in Path(root).glob("*/bin/initdb")]
    assert found, "PostgreSQL is not installed: run scripts/install-packages postgresql"
    return max(found, key=lambda path: [int(number) for number in re.findall(r"\d+", str(path))])


def unprivileged(*command: str | Path) -> list[str | Path]:
    """A command as the user of Debian's package if the tests run as root, which PostgreSQL refuses. It ends with the tests."""
    if not shutil.which("setpriv"):
        return list(command)
    user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    return ["setpriv", "--pdeathsig", "KILL", *user, *command]


def _make_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    return folder


def _initialize(data: Path, *options: str | Path) -> None:
    output_of(
        *unprivileged(
            _programs() / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N", *options),
        directory=data.parent)


@cache
def _data_to_copy() -> Path:
    """The data of a new server with the role and the database. It is made once, because a copy takes less time."""
    folder = _make_folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    data = folder / "data"
    _initialize(data)
    # One process is enough, because nothing else uses the data yet. It reads a statement from each line.
    output_of(
        *unprivileged(_programs() / "postgres", "--single", "-F", "-D", data, "postgres"), directory=folder,
        input="".join(f"{statement}\n" for statement in _STATEMENTS))
    return data


class PostgreSQL:
    """A server. `with` stops it and removes its folder. The role `doorward` owns the database `doorward`."""

    def __init__(self, folder: Path | None = None, *, log: Path | None = None, **settings: str) -> None:
        """Makes and starts a server. `folder` has a copy of the data of another one. `log` is an empty folder for the
        write-ahead log, which then has small files."""
        self.programs = _programs()
        self.folder = folder or _make_folder()
        self.port = free_port()
        own = {**_SETTINGS, **settings, "port": str(self.port), "unix_socket_directories": str(self.folder)}
        self.data = self.folder / "data"
        self._program: Program | None = None
        if log:
            _initialize(self.data, "-X", log, "--wal-segsize=1")
        elif folder is None:
            output_of(*unprivileged("cp", "-Rp", _data_to_copy(), self.data), directory=self.folder)
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in own.items())
        self.start()
        if log:
            for statement in _STATEMENTS:
                self.sql(statement)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"postgresql://doorward@{self.host}/doorward"

    def copy(self, **settings: str) -> "PostgreSQL":
        """A standby that follows this server."""
        folder = _make_folder()
        self.tool(
            "pg_basebackup", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-D", folder / "data", "-R",
            "--checkpoint=fast")
        return PostgreSQL(folder, **settings)

    def tool(self, program: str, *arguments: str | Path) -> str:
        return output_of(*unprivileged(self.programs / program, *arguments), directory=self.folder)

    def sql(self, text: str, database: str = "postgres") -> str:
        """Runs statements as the administrator. Returns the rows without decoration."""
        return self.tool(
            "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database, "-v", "ON_ERROR_STOP=1",
            "-qAtc", text).strip()

    def set(self, name: str, value: str) -> None:
        """Changes a setting of the running server."""
        self.sql(f"ALTER SYSTEM SET {name} = {value}")
        self.sql("SELECT pg_reload_conf()")

    def start(self) -> None:
        """Starts the server and waits until it accepts connections. Processes of a killed one may still be ending."""
        deadline = time.monotonic() + 60
        while True:
            if not self._program or not self._program.is_running:
                self._program = Program(
                    *unprivileged(self.programs / "postgres", "-D", self.data), log=self.folder / "server.log")
            ready = run(self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port))
            if ready.returncode == 0:
                return
            assert time.monotonic() < deadline, (self.folder / "server.log").read_text()[-2000:]
            time.sleep(0.02)

    def stop(self) -> None:
        """Ends all connections and stops the server."""
        self._program.send(signal.SIGINT)
        self._program.wait(60)

    def kill(self) -> None:
        """Kills the main process. The others end when they notice it."""
        self._program.kill()

    def freeze(self) -> None:
        """Stops all processes. Connections stay open and new ones are made, but nothing answers, as after the loss of a
        machine."""
        self._frozen = [int(number) for number in self.sql("SELECT pid FROM pg_stat_activity").split()]
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Undoes `freeze`."""
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, number: signal.Signals) -> None:
        self._program.send(number)
        for process in self._frozen:
            # The session that has listed the processes has ended.
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def __enter__(self) -> "PostgreSQL":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        for _ in range(50):
            shutil.rmtree(self.folder, ignore_errors=True)
            if not self.folder.exists():
                return
            time.sleep(0.1)
