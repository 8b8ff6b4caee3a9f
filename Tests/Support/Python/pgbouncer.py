"""Runs pgbouncer in transaction mode before a PostgreSQL of the tests."""

import shutil
from pathlib import Path

from ports import free_port, wait_until_listening
from postgresql import PostgreSQL, unprivileged
from programs import Program


class PgBouncer:
    """Each transaction gets one of few sessions of the database. `with` stops it."""

    def __init__(self, database: PostgreSQL, sessions: int = 4) -> None:
        program = shutil.which("pgbouncer", path="/usr/sbin:/opt/homebrew/bin:/usr/local/bin:/usr/bin")
        assert program, "pgbouncer is not installed: run scripts/install-packages postgresql"
        self.port = free_port()
        file, log = (database.folder / f"pgbouncer-{self.port}.{ending}" for ending in ("ini", "log"))
        self._write(file, database, sessions)
        self._program = Program(*unprivileged(program, "-q", file), log=log)
        wait_until_listening(self._program, self.port)

    def _write(self, file: Path, database: PostgreSQL, sessions: int) -> None:
        file.write_text(f"""[databases]
* = host=127.0.0.1 port={database.port} user=doorward
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {sessions}
max_db_connections = {sessions}
max_client_conn = 200
""")

    @property
    def url(self) -> str:
        return f"postgresql://doorward@127.0.0.1:{self.port}/doorward?pooler=transaction"

    def __enter__(self) -> "PgBouncer":
        return self

    def __exit__(self, *_: object) -> None:
        self._program.kill()
