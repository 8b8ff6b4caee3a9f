"""The databases of the servers: a file of SQLite in each data directory, or a database of PostgreSQL for each."""

import atexit
import os
from functools import cache
from itertools import count
from pathlib import Path

from postgresql import PostgreSQL

STORES = ("sqlite", "postgresql")
# The store of every server whose test names none.
STORE = os.environ.get("DOORWARD_TEST_STORE", STORES[0])
assert STORE in STORES, f"DOORWARD_TEST_STORE must be one of {STORES}"
IS_POSTGRESQL = STORE == "postgresql"

_urls: dict[Path, str] = {}
_numbers = count()


@cache
def _server() -> PostgreSQL:
    """The server of this process, which ends with it."""
    server = PostgreSQL(autovacuum="off", max_connections="200")
    atexit.register(server.__exit__)
    return server


def database_of(data: Path) -> str:
    """The URL of the database of a data directory, in PostgreSQL. The first call makes it, empty."""
    data = data.resolve()
    if data not in _urls:
        name = f"test_{next(_numbers)}"
        _server().sql(f"CREATE DATABASE {name} OWNER doorward TEMPLATE template0 STRATEGY file_copy")
        # The tests run many servers at once, and PostgreSQL has a process for each connection.
        _urls[data] = f"postgresql://doorward@{_server().host}/{name}?connections=4"
    return _urls[data]


def store_settings(data: Path) -> dict[str, str]:
    """The settings of a server or command with a data directory that select the store of the tests."""
    return {"database": database_of(data)} if IS_POSTGRESQL else {}


def forget_database(data: Path) -> None:
    """Makes the next URL of a data directory that of another database, as if the directory were new."""
    _urls.pop(data.resolve(), None)


def has_database(data: Path) -> bool:
    """Whether a data directory has a database in PostgreSQL."""
    return data.resolve() in _urls
