"""The links of notices: the page that shows a change, and secures the account."""

import pytest
from playwright.sync_api import expect

from appearances import assert_accessible
from identifiers import PASSWORD, choose, enter_code, sign_in_with_password, sign_up
from messages import Messages
from server import running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("notices"), near_connect, rate_limits={"code_pause": 0}) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def heading(visitor, text: str):
    return expect(visitor.page.get_by_role("heading", name=text, level=1)).to_be_visible()


def stolen_password(visit, messages):
    """A user, an attacker who has signed in with the user's password, and the link of the notice."""
    owner, attacker = visit().open(), visit().open()
    address = sign_up(owner, messages)
    sign_in_with_password(attacker, address)
    attacker.expect_signed_in()
    return owner, attacker, address, messages.link(address)


def test_notice_of_new_device_secures_the_account(visit, messages):
    owner, attacker, address, link = stolen_password(visit, messages)
    owner.page.goto(link)
    heading(owner, "Was this you?")
    expect(owner.page.get_by_test_id("event")).to_contain_text("A sign-in on a new device: Chrome on")
    expect(owner.page.get_by_test_id("effects").locator("li")).to_have_text(
        ["Every browser and app will be signed out.", "The password will be removed. You can then choose a new one with a code by email."])
    assert owner.page.url == f"{owner.account}/secure", "the address line does not keep the token"
    # Opening the link does nothing.
    attacker.open().expect_signed_in()
    owner.page.get_by_test_id("secure").click()
    heading(owner, "Your account is secured")
    expect(owner.page.get_by_text(f"Sign in with a code to {address}")).to_be_visible()
    attacker.open().expect_signed_out()
    sign_in_with_password(attacker, address)
    expect(attacker.page.get_by_test_id("form-problem")).to_contain_text("Wrong email or password.")

    owner.page.get_by_test_id("sign-in").click()
    owner.expect_signed_out()
    choose(owner, address)
    owner.page.get_by_test_id("forgot").click()
    owner.page.get_by_test_id("new-password").fill("a new " + PASSWORD)
    owner.page.get_by_test_id("code").fill(messages.code(address))
    owner.page.get_by_test_id("reset-form-submit").click()
    owner.expect_signed_in()

    owner.page.goto(link)
    heading(owner, "This link does not work anymore")
    owner.page.get_by_test_id("sign-in").click()
    owner.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Securing restores the address")
def test_replaced_address_is_restored(visit, messages):
    owner, attacker, address, _ = stolen_password(visit, messages)
    attacker.page.get_by_test_id("change-email").click()
    new = "attacker-of-" + address
    attacker.page.get_by_test_id("new-address").fill(new)
    attacker.page.get_by_test_id("address-form-submit").click()
    enter_code(attacker, messages.code(new))
    expect(attacker.page.get_by_text(new).first).to_be_visible()
    owner.page.goto(messages.link(address))
    expect(owner.page.get_by_test_id("event")).to_have_text("The email address was changed or removed")
    expect(owner.page.get_by_test_id("effects")).to_contain_text("The old address will be restored.")
    owner.page.get_by_test_id("secure").click()
    heading(owner, "Your account is secured")
    expect(owner.page.get_by_test_id("effects")).to_contain_text("The old address was restored.")
    owner.page.get_by_test_id("sign-in").click()
    choose(owner, address)
    expect(owner.page.get_by_test_id("password")).to_be_visible()


def test_address_of_another_person_stays_theirs(visit, messages):
    owner = visit().open()
    address = sign_up(owner, messages)
    owner.page.get_by_test_id("change-email").click()
    owner.page.get_by_test_id("new-address").fill("new-" + address)
    owner.page.get_by_test_id("address-form-submit").click()
    enter_code(owner, messages.code("new-" + address))
    expect(owner.page.get_by_text("new-" + address).first).to_be_visible()
    link = messages.link(address)
    stranger = visit().open()
    assert sign_up(stranger, messages, address) == address
    owner.page.goto(link)
    heading(owner, "The address belongs to another account")
    expect(owner.page.get_by_text("Nothing was changed.")).to_be_visible()
    stranger.open().expect_signed_in()


@pytest.mark.only_in_test_all("test_every_view.py shows it")
@pytest.mark.parametrize("token", ["", "abc"])
def test_incomplete_link_is_explained(visit, token):
    visitor = visit()
    visitor.page.goto(f"{visitor.account}/secure#{token}")
    heading(visitor, "This link is not complete")


@pytest.mark.only_in_test_all("the page repeats a request as at its start: test_failed_start_can_be_retried")
def test_refused_request_can_be_repeated(visit, messages):
    owner, _, _, link = stolen_password(visit, messages)
    owner.page.route("**/session/secure", lambda route: route.abort())
    owner.page.goto(link)
    heading(owner, "This page could not start")
    owner.page.unroute("**/session/secure")
    owner.page.get_by_test_id("reload").click()
    heading(owner, "Was this you?")
    owner.page.route("**/session/secure/confirm", lambda route: route.abort())
    owner.page.get_by_test_id("secure").click()
    toast = owner.page.get_by_test_id("toast")
    expect(toast).to_be_visible()
    owner.page.unroute("**/session/secure/confirm")
    toast.get_by_role("button", name="Try again").click()
    heading(owner, "Your account is secured")


# test_every_view.py checks the view before.
def test_secured_account_and_used_link_are_accessible(visit, messages):
    owner, _, _, link = stolen_password(visit, messages)
    owner.page.goto(link)
    heading(owner, "Was this you?")
    expect(owner.page.get_by_test_id("secure")).not_to_have_attribute("aria-disabled", "true")
    owner.page.get_by_test_id("secure").focus()
    owner.page.keyboard.press("Enter")
    heading(owner, "Your account is secured")
    assert_accessible(owner)
    # The tab shows the page of the link already.
    owner.page.goto(link)
    heading(owner, "This link does not work anymore")
    assert_accessible(owner)
