"""The dashboard of two processes on one PostgreSQL: what changes at one of them is on the screen of the other."""

import re
import time
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from dashboard import Administrator, Dashboard
from databases import IS_POSTGRESQL
from ports import free_port
from postgresql import PostgreSQL
from running import running
from virtual_authenticators import LIMITS

pytestmark = [
    pytest.mark.only_in_test_all("PostgreSQL, two processes and two sign-ins with passkeys take half a minute"),
    pytest.mark.skipif(IS_POSTGRESQL, reason="the processes choose their database")]

# The time within which each process uses a change, in seconds.
CHANGE = 2


class Processes:
    """Two processes with one public address. Each has a dashboard at a port of its own, and both share its cookie."""

    def __init__(self, directory, stack: ExitStack) -> None:
        database = stack.enter_context(PostgreSQL())
        ports = [free_port(), free_port()]
        settings = {
            "database": database.url, "public_url": f"http://localhost:{ports[0]}",
            "rate_limits": LIMITS, "delivery": {"console": True},
            "applications": [{"id": "default", "name": "Harbor Notes", "methods": ["password", "code", "passkey"], "sign_in_first": "password"}]}
        self.servers = [
            stack.enter_context(running(directory / name, settings=settings, listen=f"127.0.0.1:{port}", data=directory / "data"))
            for name, port in zip(("first", "second"), ports)]
        self.dashboard = Dashboard(self.servers[0])
        self.other = self.servers[1].program.output.wait_for(r"^admin (\S+)$", 10)[1]


@pytest.fixture
def processes(tmp_path):
    with ExitStack() as stack:
        yield Processes(tmp_path, stack)


def test_a_change_at_one_process_is_on_the_screen_of_the_other(browser, processes):
    dashboard = processes.dashboard
    dashboard.call("POST", "/applications", {"id": "shop", "name": "Shop", "redirect_uris": ["https://shop.example/callback"]})
    owner = Administrator(browser, dashboard, "owner", "Olga Owner").enter()
    second = owner.context.new_page()
    second.goto(f"{processes.other}/applications/shop?tab=look")
    title = second.frame_locator("[data-testid=preview]").get_by_role("heading", level=1)
    expect(title).to_have_text("Sign in to Shop")
    owner.go("/applications/shop?do=edit-general")
    owner.fill(name="Store")
    owner.by("edit-dialog-submit").click()
    owner.heading("Store")
    changed = time.monotonic()
    # The preview has the settings that the process uses. A view that begins two seconds after the change must show them.
    while True:
        begin = time.monotonic()
        second.reload()
        expect(title).to_have_text(re.compile("Sign in to (Shop|Store)"))
        if title.inner_text() == "Sign in to Store":
            break
        assert begin - changed < CHANGE, "the other process does not use the change"
    expect(second.get_by_role("heading", level=1, name="Store", exact=True)).to_be_visible()
    owner.context.close()
    owner.assert_clean()


def test_an_act_at_one_process_ends_a_session_at_the_other(browser, processes):
    dashboard = processes.dashboard
    owner = Administrator(browser, dashboard, "owner", "Olga Owner").enter()
    viewer = Administrator(browser, dashboard, "viewer", "Vera Viewer").enter()
    viewer.page.goto(f"{processes.other}/users")
    viewer.expect_view()
    owner.go("/administrators")
    owner.by("administrator").filter(has_text="Vera Viewer").get_by_test_id("open-remove").click()
    owner.by("remove-administrator-dialog-submit").click()
    expect(owner.by("administrator")).to_have_count(1)
    # The next request of the open page finds that the session has ended.
    viewer.by("nav-events").click()
    expect(viewer.by("to-sign-in")).to_be_visible()
    for administrator in (owner, viewer):
        administrator.context.close()
