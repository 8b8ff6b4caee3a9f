"""The browser, the server and the visitors of the tests."""

from __future__ import annotations

import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

from listener import loopback_app
from scripthost import publish_stand_in, script_host
from server import running_server
from virtual_authenticators import with_authenticator
from visitor import Visitor


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        # The shell is the same browser without the windows, and needs half of the processor's time.
        chrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
        program = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or (
            chrome if os.path.exists(chrome) else "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def scripts():
    with script_host() as host:
        yield host


@pytest.fixture(scope="session")
def near_connect(scripts):
    return publish_stand_in(scripts)


@pytest.fixture(scope="session")
def server(tmp_path_factory, near_connect):
    # The page says that a deleted account is gone, so the wallet of a test signs up again.
    limits = {"deletion_grace": 0}
    with running_server(tmp_path_factory.mktemp("server"), near_connect, limits=limits) as running:
        yield running


@pytest.fixture
def app(server):
    """An app on this machine. The browser returns to it after a sign-in."""
    with loopback_app(server.account) as app:
        yield app


@pytest.fixture
def visit(browser, server):
    """Makes visitors. At the end it checks that the page caused no errors in their browsers."""
    visitors = []

    def make(*, account: str | None = None, **context: object) -> Visitor:
        visitor = Visitor(browser, account or server.account, **context)
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        visitor.context.close()
    for visitor in visitors:
        visitor.assert_clean()


@pytest.fixture
def visitor(visit):
    """A visitor with an authenticator, for a server that offers passkeys."""
    return with_authenticator(visit)
