"""Two processes of the server that have one database and one public address."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from console_mail import LIMITS, Mailbox
from keep_alive import KeepAliveAPI
from pgbouncer import PgBouncer
from ports import free_port
from postgresql import PostgreSQL
from running import Doorward, doorward

UNLIMITED = {name: 1_000_000 for name in (
    "sign_in_per_minute", "challenge_per_minute", "refresh_per_minute", "account_write_per_minute", "device_per_minute",
    "code_per_hour_and_address", "code_per_hour_and_network")}


@contextmanager
def shared_database(store: str, data: Path) -> Iterator[str]:
    """The URL of an empty database: a file in `data`, or one of a PostgreSQL of its own, with or without a pooler."""
    if store == "sqlite":
        yield f"sqlite:{data}"
        return
    with PostgreSQL() as database:
        if store == "postgresql":
            yield database.url
            return
        assert store == "pgbouncer"
        with PgBouncer(database) as pooler:
            yield pooler.url


class TwoProcesses:
    """The processes, and a client of each. `with` stops them."""

    def __init__(self, directory: Path, document, database: str, **settings: object) -> None:
        ports = [free_port(), free_port()]
        self.public_url = f"http://127.0.0.1:{ports[0]}"
        self.settings = {
            "rate_limits": LIMITS | UNLIMITED, "database": database, "public_url": self.public_url, **settings}
        self.servers: list[Doorward] = []
        try:
            for name, port in zip(("first", "second"), ports):
                self.servers.append(Doorward(
                    directory / name, settings=self.settings, listen=f"127.0.0.1:{port}", data=directory / "data"))
        except BaseException:
            self.crash()
            raise
        # Browsers and wallets see one address. A load balancer would choose the process.
        self.apis = [KeepAliveAPI(self.public_url, document, ("127.0.0.1", port)) for port in ports]
        self.mailbox = Mailbox(*self.servers)

    def command(self, *words: str) -> str:
        """The output of a command on the database of the processes."""
        first = self.servers[0]
        done = doorward(
            *words, "--data", str(first.data), directory=first.directory,
            variables={"DOORWARD_DATABASE": self.settings["database"]})
        assert done.returncode == 0, done.stderr
        return done.stdout

    def crash(self) -> None:
        for server in self.servers:
            server.crash()

    def __enter__(self) -> "TwoProcesses":
        return self

    def __exit__(self, error: type | None, *_: object) -> None:
        if error:
            self.crash()
        for server in self.servers:
            if server.program.is_running:
                assert server.terminate() == 0, server.log.read_text()
