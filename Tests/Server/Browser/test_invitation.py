"""Invitations: the link of the message, the sign-up with the invited address, and sites that accept no other new users."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from identifiers import PASSWORD, choose, enter_code, expect_form_problem, open_sign_up, start_sign_up
from messages import Messages, new_address
from running import doorward
from server import running_server

INVITED = [{"id": "default", "name": "Harbor Notes", "sign_up": "invited"}]
SETTINGS = {"rate_limits": {"code_pause": 0}}


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(
            tmp_path_factory.mktemp("invited"), near_connect, applications=INVITED, **SETTINGS) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def inviter(server, messages: Messages):
    """A function that invites an address, as a backend does, and returns the link of the message."""
    made = doorward("admin", "key", "create", "--scope", "users:write", "--name", "Club", "--data", str(server.directory / "data"),
                    directory=server.directory)
    assert made.returncode == 0, made.stderr
    key = re.search(r"dwk_\S+", made.stdout)[0]

    def invite(address: str) -> str:
        request = urllib.request.Request(
            f"{server.account}/v1/invitations", json.dumps({"email": address}).encode(),
            {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            assert answer.status == 201
        messages.next(address)
        return re.findall(rf"^{re.escape(address)}: .*\n  (\S+)$", server.log.read_text(), re.M)[-1]

    return invite


@pytest.fixture(scope="module")
def invite(server, messages):
    return inviter(server, messages)


def test_link_opens_the_sign_up_with_the_invited_address(visit, server, messages, invite):
    address = new_address("ada+club")
    link = invite(address)
    assert link.startswith(f"{server.account}/#invited=")
    visitor = visit()
    requests = []
    visitor.page.on("request", lambda request: requests.append(request.url))
    visitor.page.goto(link)
    expect(visitor.page.get_by_role("heading", name="Create your account")).to_be_visible()
    expect(visitor.page.get_by_test_id("invited")).to_have_text("You are invited. Use the address that the invitation was sent to.")
    expect(visitor.page.get_by_test_id("sign-up-address")).to_have_value(address)
    # The address is in no request, and does not stay in the address line.
    assert visitor.page.url == f"{server.account}/"
    assert not any("invited" in url for url in requests)
    visitor.page.get_by_test_id("new-password").fill(PASSWORD)
    visitor.page.get_by_test_id("sign-up-form-submit").click()
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("identities")).to_contain_text(address)
    assert visitor.page.evaluate("history.state") is None


@pytest.mark.only_in_test_all("a variant of test_link_opens_the_sign_up_with_the_invited_address")
def test_invited_user_signs_up_with_a_code(visit, messages, invite):
    address = new_address()
    invite(address)
    visitor = visit().open()
    choose(visitor, address)
    visitor.page.get_by_test_id("code-instead").click()
    expect(visitor.page.get_by_test_id("code-step")).to_contain_text("only to an address that has an account or an invitation")
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()


def test_invited_user_needs_only_the_code_if_it_comes_first(visit, tmp_path, near_connect):
    with running_server(tmp_path, near_connect, applications=[INVITED[0] | {"sign_in_first": "code"}], **SETTINGS) as server:
        messages, address, visitor = Messages(server.log), new_address(), visit(account=server.account)
        visitor.page.goto(inviter(server, messages)(address))
        expect(visitor.page.get_by_test_id("invited")).to_have_text("You are invited. Use the address that the invitation was sent to.")
        expect(visitor.page.get_by_test_id("identifier-field")).to_have_value(address)
        expect(visitor.page.get_by_test_id("identifier-field")).to_be_focused()
        visitor.page.keyboard.press("Enter")
        enter_code(visitor, messages.code(address))
        visitor.expect_signed_in()
        expect(visitor.page.get_by_test_id("identities")).to_contain_text(address)


def test_invited_user_who_has_an_account_signs_in_instead(visit, invite):
    address = new_address()
    link = invite(address)
    visitor = visit()
    visitor.page.goto(link)
    visitor.page.get_by_test_id("have-account").click()
    expect(visitor.page.get_by_test_id("identifier-field")).to_have_value(address)
    visitor.page.reload()
    # The link was followed once.
    expect(visitor.page.get_by_test_id("identifier-field")).to_have_value("")


def test_link_does_not_sign_out_a_signed_in_user(visit, messages, invite):
    address = new_address()
    link = invite(address)
    visitor = visit()
    visitor.page.goto(link)
    visitor.page.get_by_test_id("new-password").fill(PASSWORD)
    visitor.page.get_by_test_id("sign-up-form-submit").click()
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    # The page is open already, so the browser does not load it again.
    visitor.page.goto(invite(new_address("grace")))
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("You are signed in already.")
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text(address)
    assert visitor.page.url == f"{visitor.account}/"


def test_link_works_in_a_tab_that_shows_the_page(visit, invite):
    visitor, address = visit().open(), new_address()
    visitor.page.goto(invite(address))
    expect(visitor.page.get_by_role("heading", name="Create your account")).to_be_visible()
    expect(visitor.page.get_by_test_id("sign-up-address")).to_have_value(address)
    assert visitor.page.url == f"{visitor.account}/"


def test_address_without_invitation_gets_the_same_answers(visit, messages):
    visitor = visit().open()
    expect(visitor.page.get_by_test_id("new-accounts")).to_contain_text("New accounts are by invitation only.")
    open_sign_up(visitor, "ada@example.com")
    expect(visitor.page.get_by_test_id("invited")).to_have_text("You need an invitation. Use the address that it was sent to.")
    visitor.page.get_by_test_id("have-account").click()
    start_sign_up(visitor, new_address("eve"))
    expect(visitor.page.get_by_test_id("code-step")).to_contain_text("only to an address that has an account or an invitation")
    enter_code(visitor, "123456")
    expect_form_problem(visitor, "The code is wrong.")


@pytest.mark.only_in_test_all("a variant of test_closed_site_says_that_it_accepts_no_new_accounts")
def test_wallet_cannot_be_invited(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().choose_ethereum()
    visitor.expect_problem("This site accepts new accounts by invitation only. Use the address that was invited.")


def test_closed_site_says_that_it_accepts_no_new_accounts(visit, tmp_path, near_connect):
    applications = [{"id": "default", "name": "Harbor Notes", "sign_up": "closed"}]
    with running_server(tmp_path, near_connect, applications=applications) as closed:
        visitor = visit(account=closed.account)
        visitor.with_wallet()
        visitor.open()
        expect(visitor.page.get_by_test_id("new-accounts")).to_have_text("This site accepts no new accounts.")
        expect(visitor.page.get_by_test_id("sign-up")).to_have_count(0)
        # A forged link opens no sign-up.
        visitor.page.goto(f"{closed.account}/#invited=eve%40example.com")
        visitor.page.reload()
        visitor.expect_signed_out()
        expect(visitor.page.get_by_test_id("sign-up-step")).to_have_count(0)
        visitor.choose_ethereum()
        visitor.expect_problem("This site accepts no new accounts.")


@pytest.mark.only_in_test_all("starts a server; the sign-up of other files says nothing about invitations")
def test_open_site_says_nothing_about_invitations(visit, tmp_path, near_connect):
    with running_server(tmp_path, near_connect) as open_server:
        visitor = visit(account=open_server.account).open()
        expect(visitor.page.get_by_test_id("identifier-field")).to_be_visible()
        expect(visitor.page.get_by_test_id("new-accounts")).to_have_count(0)
