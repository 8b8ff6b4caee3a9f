"""What administrators send to users who cannot sign in: a link that signs in once, and the message for a new password."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from identifiers import PASSWORD, sign_out
from messages import Messages, new_address
from running import doorward
from server import running_server

APPLICATIONS = [{"id": "default", "name": "Harbor Notes"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    # The commands read the same file, and do not run in development.
    more = {"applications": APPLICATIONS, "rate_limits": {"code_pause": 0}, "delivery": {"console": True}}
    with running_server(tmp_path_factory.mktemp("recovery"), near_connect, **more) as running:
        yield running


def operate(server, *words: str) -> str:
    """Runs a command of the operator. Returns what it prints."""
    done = doorward("admin", "user", *words, "--data", str(server.directory / "data"), directory=server.directory)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def address(server):
    address = new_address()
    operate(server, "create", "--email", address)
    return address


def sign_in_link(server, address: str) -> str:
    """The link, at the origin of this server, whose port the command does not know."""
    return f"{server.account}/#" + operate(server, "sign-in-link", address).split("#")[1]


def test_link_signs_in_once_and_asks_for_a_way_to_sign_in(visit, server, address):
    link = sign_in_link(server, address)
    visitor = visit()
    visitor.page.goto(link)
    # Opening the link has no effect, and the secret does not stay in the address line.
    form = visitor.page.get_by_test_id("sign-in-link")
    expect(form).to_contain_text("This link signs you in once.")
    assert visitor.page.url == f"{server.account}/"
    visitor.page.get_by_test_id("sign-in-link-submit").click()
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("add-way")).to_contain_text("Add a way to sign in now")
    # The page has what the session opens, and asks for nothing else.
    expect(visitor.page.get_by_test_id("ways")).to_be_visible()
    expect(visitor.page.locator("section.card")).to_have_count(1)
    other = visit()
    other.page.goto(link)
    other.page.get_by_test_id("sign-in-link-submit").click()
    expect(other.page.get_by_test_id("form-problem")).to_be_visible()
    other.expect_signed_out()
    # A link does not sign out a signed-in user.
    visitor.page.goto(sign_in_link(server, address))
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("You are signed in already.")
    visitor.expect_signed_in()


def reset_request(server, address: str) -> str:
    """What is behind `#` in the link of the newest message to an address."""
    links = re.findall(rf"^{re.escape(address)}: .*\n  (\S+)$", server.log.read_text(), re.M)
    return links[-1].split("#")[1]


def test_reset_message_opens_the_form_that_waits_for_its_code(visit, server, address):
    messages = Messages(server.log)
    operate(server, "reset-message", address)
    code = messages.code(address)
    request = reset_request(server, address)
    visitor = visit()
    # A signed-in user is told what to do first.
    visitor.page.goto(sign_in_link(server, address))
    visitor.page.get_by_test_id("sign-in-link-submit").click()
    visitor.expect_signed_in()
    visitor.page.goto(f"{server.account}/#{request}")
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("You are signed in already.")
    sign_out(visitor)
    # A link cannot put other text on the page.
    visitor.page.goto(f"{server.account}/#{request.replace(quote(address), 'call%20this%20number')}")
    visitor.page.reload()
    expect(visitor.page.get_by_test_id("identifier")).to_be_visible()
    visitor.page.goto(f"{server.account}/#{request}")
    expect(visitor.page.get_by_test_id("reset-step")).to_contain_text(address)
    assert visitor.page.url == f"{server.account}/"
    visitor.page.get_by_test_id("code").fill(code)
    visitor.page.get_by_test_id("new-password").fill(PASSWORD)
    visitor.page.get_by_test_id("reset-form-submit").click()
    visitor.expect_signed_in()


def test_late_reset_message_asks_for_a_new_code(visit, server, address):
    messages = Messages(server.log)
    operate(server, "reset-message", address)
    messages.code(address)
    request = reset_request(server, address)
    visitor = visit()
    # The message was read an hour later.
    visitor.page.goto(f"{server.account}/#" + re.sub(r"(expires_at|resend_at)=[^&]*", r"\1=2026-01-02T03%3A04%3A05Z", request))
    step = visitor.page.get_by_test_id("reset-step")
    expect(step).to_contain_text("expired")
    visitor.page.get_by_test_id("resend").click()
    visitor.page.get_by_test_id("code").fill(messages.code(address))
    visitor.page.get_by_test_id("new-password").fill(PASSWORD)
    visitor.page.get_by_test_id("reset-form-submit").click()
    visitor.expect_signed_in()
