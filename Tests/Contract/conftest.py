"""Fixtures for the server and its contract."""

import pytest

from client import API
from document import Document
from running import running


@pytest.fixture(scope="session")
def document():
    return Document()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="session")
def api(server, document):
    return API(server.account, document)


@pytest.fixture
def start(tmp_path, document):
    """Starts additional servers for a test. Returns the server and a client of it."""
    contexts = []

    def start(**options):
        context = running(options.pop("directory", tmp_path), **options)
        server = context.__enter__()
        contexts.append(context)
        return server, API(server.account, document)

    yield start
    for context in contexts:
        context.__exit__(None, None, None)
