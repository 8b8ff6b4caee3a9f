"""What servers have stored, in SQL that both databases know."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Iterable

import psycopg
import pytest

from databases import IS_POSTGRESQL, database_of, has_database


def only_sqlite(reason: str) -> pytest.MarkDecorator:
    """Marks a test of something that only the file of SQLite has."""
    return pytest.mark.skipif(IS_POSTGRESQL, reason=reason)


class Stored:
    """A connection to the database of a server. `with` commits at the end and closes it."""

    def __init__(self, data: Path) -> None:
        self._is_postgresql = has_database(data)
        if self._is_postgresql:
            # The parameter is one of the server.
            self._connection = psycopg.connect(database_of(data).partition("?")[0])
        else:
            self._connection = sqlite3.connect(f"file:{data / 'doorward.sqlite3'}?mode=rw", uri=True, timeout=30)

    def execute(self, sql: str, values: Iterable = ()):
        """Runs a statement with a `?` for each value. Returns the cursor."""
        if self._is_postgresql:
            return self._connection.execute(sql.replace("?", "%s"), list(values))
        return self._connection.execute(sql, list(values))

    def lock(self) -> None:
        """Makes all other writers wait. Readers do not wait."""
        if self._is_postgresql:
            self.execute(f"LOCK TABLE {', '.join(self.tables())} IN EXCLUSIVE MODE")
        else:
            self.execute("BEGIN IMMEDIATE")

    def tables(self) -> list[str]:
        """The names of all tables of the server."""
        names = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()" if self._is_postgresql \
            else "SELECT name FROM sqlite_schema WHERE type = 'table'"
        return [name for name, in self.execute(names)]

    def content(self, table: str) -> bytes:
        """The rows of a table of PostgreSQL, in its binary format, which has the bytes of texts and blobs as they are."""
        with self._connection.cursor().copy(f"COPY {table} TO STDOUT (FORMAT binary)") as rows:
            return b"".join(rows)

    def __enter__(self) -> "Stored":
        return self

    def __exit__(self, error: type | None, *_: object) -> None:
        if error is None:
            self._connection.commit()
        self._connection.close()


def stored_files(data: Path) -> dict[str, bytes]:
    """The content of every file in a data directory, and of every table in PostgreSQL."""
    files = {path.name: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    if has_database(data):
        with Stored(data) as database:
            for table in database.tables():
                files[table] = database.content(table)
    return files
