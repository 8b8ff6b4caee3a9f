"""What users do with an account, in five languages, each in another appearance: invitation, moving a wallet, deletion."""

import pytest
from playwright.sync_api import expect

from identifiers import PASSWORD, enter_code, sign_in_with_password, sign_out
from messages import Messages, new_address
from test_invitation import inviter
from test_keeping_an_account import delete
from traveler import TRAVELED, at, expect_text, finish_sign_up, journey_site, travel


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with journey_site(tmp_path_factory.mktemp("accounts"), near_connect) as running:
        yield running


@pytest.fixture(scope="module")
def club(tmp_path_factory, near_connect):
    """A server that accepts new users by invitation only."""
    with journey_site(tmp_path_factory.mktemp("club"), near_connect, sign_up="invited") as running:
        yield running


@pytest.fixture(scope="module")
def invite(club):
    return inviter(club, Messages(club.log))


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


@pytest.fixture(params=TRAVELED)
def tag(request):
    return request.param


def test_invited_user_signs_up(visit, club, invite, tag):
    traveler, address = travel(visit, tag, club.account), new_address()
    page = traveler.page
    expect_text(traveler, "new-accounts", "signIn.invitedOnly")
    at(traveler, "signIn.titleFor")
    page.goto(invite(address))
    expect(page.get_by_test_id("sign-up-address")).to_have_value(address)
    at(traveler, "identifier.signUpTitle", ("sign-up-form-submit", "identifier.signUp"), ("have-account", "identifier.haveAccount"))
    expect_text(traveler, "invited", "identifier.invited")
    page.get_by_test_id("new-password").fill(PASSWORD)
    page.get_by_test_id("sign-up-form-submit").click()
    expect(page.get_by_test_id("code-step")).to_be_visible()
    at(traveler, "identifier.checkEmail", values=(address,))
    enter_code(traveler, Messages(club.log).code(address))
    traveler.expect_signed_in()
    expect(page.get_by_test_id("identities")).to_contain_text(address)


def test_wallet_is_linked_and_another_is_moved(visit, server, tag):
    traveler = travel(visit, tag, server.account)
    page, dialog = traveler.page, traveler.page.get_by_test_id("link-dialog")
    traveler.sign_in_with_ethereum("Test Owl")
    sign_out(traveler)
    traveler.choose_near("one-approval")
    traveler.expect_signed_in()
    page.get_by_test_id("link-identity").click()
    at(traveler, "identities.add")
    dialog.get_by_test_id("ethereum-wallet").filter(has_text="Test Fox").click()
    expect(page.get_by_test_id("identity")).to_have_count(2)
    expect_text(traveler, "toast", "identities.added")
    page.get_by_test_id("link-identity").click()
    dialog.get_by_test_id("ethereum-wallet").filter(has_text="Test Owl").click()
    expect(page.get_by_test_id("move-offer")).to_be_visible()
    at(traveler, "move.heading", ("move", "move.ask"), ("other-ways", "flow.otherWays"))
    page.get_by_test_id("move").click()
    at(traveler, "move.confirmTitleDeleting", ("confirm", "move.confirmDeleting"), ("confirm-cancel", "action.cancel"))
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("identity")).to_have_count(3)
    expect_text(traveler, "toast", "identities.moved")
    at(traveler, "identities.title", ("copy-identifier", "identities.copy"))


def test_account_is_deleted_and_kept(visit, server, messages, tag):
    traveler = travel(visit, tag, server.account)
    page = traveler.page
    address = finish_sign_up(traveler, messages)
    page.get_by_test_id("delete-account").click()
    at(traveler, "data.deleteTitle", ("confirm", "data.deleteConfirm"), ("confirm-cancel", "action.cancel"), values=(address,))
    page.get_by_test_id("confirm-cancel").click()
    delete(traveler)
    messages.next(address)  # the notice of the deletion
    sign_in_with_password(traveler, address)
    at(traveler, "keep.title", ("keep-account", "keep.keep"), ("leave-account", "keep.leave"), values=(address,))
    page.get_by_test_id("keep-account").click()
    traveler.expect_signed_in()
    expect(page.get_by_test_id("toast")).to_contain_text(traveler.own["keep.done"])
